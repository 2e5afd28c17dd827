"""The words that addresses and pagers are made of, in the languages of the tests' pages: tables, no rules."""

from __future__ import annotations


def _words(table: str, separator: str | None = None) -> frozenset[str]:
    return frozenset(table.split(separator))


FILE_EXTENSIONS = _words(
    "7z aac apk atom avi avif bin bmp bz2 css csv dmg doc docx eot epub exe flac flv gif gz ico ics iso jar jpeg jpg js"
    " json m3u m3u8 m4a m4v mkv mobi mov mp3 mp4 mpeg mpg mpd odp ods odt ogg ogv opus otf pdf pls png ppt pptx ps rar"
    " rdf rss rtf srt svg swf tar tgz tif tiff torrent ts tsv ttf vcf vtt wav webm webmanifest webp wma wmv woff woff2"
    " xls xlsx xml xpi xz zip"
)
"""Extensions of what is no web page."""

DATE_ARGUMENTS = _words(
    "month day week date calmonth cal calendar eventdate event_date event-date eventdisplay tribe-bar-date"
    " monat woche datum mes dia fecha semana mois jour semaine mese giorno data"
)
"""Arguments by which calendars and archives ask for a day."""

SERVICES = _words(
    # what a reader does, not what a newsroom writes
    "login log-in logout signin sign-in signup sign-up register registration registrieren anmelden anmeldung abmelden"
    " connexion inscription iniciar-sesion registro entrar account accounts myaccount my-account konto mein-konto"
    " mi-cuenta compte mon-compte user users profile profil auth oauth sso password passwort subscribe subscription"
    " subscriptions abo abos abonnement abonnieren suscripcion suscribete assinatura checkout cart warenkorb basket"
    " search suche buscar busqueda recherche ricerca busca zoeken sok share teilen compartir partager print drucken"
    " imprimir imprimer stampa email mailto comments kommentare commentaires comentarios replies trackback"
    # what a publisher says of itself
    " about about-us aboutus ueber-uns about_us contact contact-us kontakt contacto contactez-nous imprint impressum"
    " mentions-legales aviso-legal privacy privacy-policy privacypolicy datenschutz datenschutzerklaerung privacidad"
    " confidentialite terms terms-of-service terms-of-use terms-and-conditions agb nutzungsbedingungen cookie cookies"
    " cookie-policy cookiepolicy advertise advertising mediadaten publicidad careers newsletter newsletters faq help"
    " hilfe ayuda aide accessibility sitemap"
    # what its software says
    " wp-login wp-admin wp-json xmlrpc cgi-bin cdn-cgi preferences unsubscribe"
)
"""Path segments of pages that no newsroom writes."""

ERRANDS = _words(
    "search suche buscar busqueda recherche ricerca busca zoeken sok share teilen compartir partager print drucken"
    " imprimir imprimer stampa email mailto comments kommentare commentaires comentarios replies trackback"
)
"""Of these what readers do with a story or with words: behind them a headline is not a story's own address."""

SERVICE_HOSTS = _words(
    "account accounts auth login sso id my subscribe subscription subscriptions abo aboshop shop store help support"
    " hilfe jobs careers stellenmarkt privacy ads epaper e-paper newsletter newsletters"
)
"""First labels of hosts that no newsroom writes for."""

LABELS = _words(
    "tag tags schlagwort schlagworte etiqueta etiquetas mot-cle mots-cles tagged author authors autor autoren autores"
    " auteur auteurs autore redakteur byline staff contributors"
)
"""Path segments of pages that list what carries a label or a name: a story stands in its section, too."""

NEXT_PAGE = _words(
    "next|next page|next posts|older|older posts|older entries|older stories|older articles|more|more stories|load more"
    "|show more|weiter|nächste|nächste seite|ältere|ältere beiträge|ältere artikel|mehr|mehr laden|mehr anzeigen"
    "|siguiente|página siguiente|siguientes|anteriores|entradas anteriores|más antiguas|ver más|suivant|suivante"
    "|page suivante|suivants|articles plus anciens|voir plus|próxima|próximo|próxima página|seguinte|avanti|successiva"
    "|pagina successiva|volgende|następna|następna strona|další|nästa|neste|næste|seuraava|következő|sonraki|далее"
    "|следующая|вперед|наступна|التالي|הבא|अगला|次へ|次のページ|下一页|下一頁|다음|trang sau|berikutnya|›|»|→|>|>>",
    "|",
)
"""What pagers call the next page, in lower case."""

PAGE_WORDS = _words("page pages pagina página pag pág pg p seite sida side strona strana str sayfa sivu oldal страница")
"""What stands before the number of a page, in addresses and in pagers."""

PAGE_ARGUMENTS = _words(
    "page pagenum pagenumber page_number page-number pageno page_no paged currentpage seite pagina página pag pg p sida side sayfa sivu"
)
"""Arguments of a query that number the pages of a story; those of comments and pictures have other names."""
