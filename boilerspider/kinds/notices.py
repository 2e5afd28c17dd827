"""What walls say in the languages of Europe, and errors in those of more countries: tables, no rules.

Titles are compared whole, in lower case and without marks at their ends: headlines begin like them ("404 reasons to …"), so no title
here goes on with words of any kind. Sentences and words are looked for in a text, in small letters.
"""

from __future__ import annotations

import re


def _any_of(table: str, *, whole: bool = False) -> re.Pattern[str]:
    lines = "|".join(line.strip() for line in table.strip().splitlines())
    return re.compile(lines, re.IGNORECASE) if whole else re.compile(rf"\b(?:{lines})")


def small(text: str) -> str:
    """The text in small letters, for sentences and words: patterns that pass over case themselves take four times as long."""
    # Letters whose small or large form is one of a to z, as such patterns have it.
    return text.replace("İ", "i").replace("ı", "i").replace("ſ", "s").lower()


BLOCK_TITLES = _any_of(
    r"""
    just a moment|one (?:more step|moment,? please)|please wait|attention required
    checking (?:your browser|if the site connection is secure)(?: before (?:accessing|you access)(?: \S+| (?:this|the) (?:web)?site)?)?
    verif(?:y|ying) (?:that )?you(?:'|’)?(?:re| are) (?:a )?(?:not a robot|human)(?:\. this may take a few seconds)?
    (?:please )?(?:verify|confirm|prove) (?:that )?you(?:'|’)?(?:re| are) (?:a |not a )?(?:human|robot|real person)(?: to (?:continue|proceed))?
    making sure you(?:'|’)?(?:re| are) not a (?:ro)?bot|(?:are you|you are) (?:a )?(?:robot|human)|i'?m not a robot|robot (?:check|or human)|bot (?:verification|check|detect(?:ed|ion))
    human (?:verification|check|challenge)|client challenge|(?:captcha|recaptcha)(?: (?:check|required|challenge))?|pardon our interruption
    (?:vercel )?security (?:check(?:point)?|verification)(?: required)?|unusual (?:traffic|activity)(?: detected)?|ddos-guard|ddos protection(?: by \S+)?
    access (?:to this (?:page|site|resource) (?:has been|is|was) )?(?:denied|blocked|forbidden|restricted)|(?:sorry, )?you have been blocked
    (?:error )?(?:403|429|1020|1015)(?:\W+(?:error|forbidden|too many requests|access denied))?|forbidden|too many requests|request blocked
    request unsuccessful(?:\W+incapsula incident id\W+[\d-]+)?|the request could not be satisfied|error: the request could not be satisfied
    (?:please )?(?:enable|turn on) (?:javascript|js)(?: and cookies)?(?: to (?:continue|proceed))?(?: and disable any ad ?blocker)?(?: in your browser)?|javascript (?:is )?(?:required|disabled)
    zugriff (?:verweigert|blockiert)|sicherheits(?:prüfung|überprüfung)|einen moment,? bitte|bitte bestätigen sie, dass sie (?:ein mensch|kein roboter) sind
    accès (?:refusé|interdit|bloqué)|vérification de sécurité|un instant|acceso (?:denegado|bloqueado)|verificación de seguridad|un momento
    accesso negato|controllo di sicurezza|toegang geweigerd|acesso negado|åtkomst nekad|dostęp zabroniony|доступ (?:запрещ[её]н|ограничен)
    """,
    whole=True,
)
"""Titles of pages that keep robots out."""

BLOCK_MARKS = re.compile(
    r"_cf_chl_opt|cf-chl-widget|cf-browser-verification|cf-error-details|challenge-error-text"  # Cloudflare
    r"|px-captcha|px-block|captcha\.px-cdn"  # PerimeterX, HUMAN
    r"|captcha-delivery\.com"  # DataDome
    r"|incapsula incident id|_incapsula_resource\?[^\"']{0,500}(?:cwudnsai|incident_id)"  # Imperva
    r"|distil_r_captcha|distilidentificationblock|sec-if-cpt-container|/_sec/cp_challenge"  # Distil, Akamai
    r"|awswafcookiedomainlist|window\.gokuprops|sucuri_cloudproxy_js|ddos-guard/js-challenge|window\.kpsdk"
    r"|slowaes\.decrypt\(|document\.cookie\s*=\s*[\"']__test=",  # testcookie
    re.IGNORECASE,
)
"""What stands in the source of such pages alone: their services' scripts on all other pages have other names."""

CHALLENGES = re.compile(r"<script[^>]{0,200}\bid=[\"']?anubis_challenge\b", re.IGNORECASE)
"""The challenge itself, whatever is said about it: Anubis explains at some length why it is there."""

BLOCK_SENTENCES = _any_of(
    r"""
    your (?:browser|connection|network|ip address|computer)|you (?:were|are|look like|might be) (?:not )?a (?:ro)?bot|you are (?:a )?human
    (?:ihr|ihrem|ihren|ihres) (?:browser|netz|netzwerk|anschluss)|votre (?:navigateur|connexion|réseau)|(?:su|tu) (?:navegador|conexión|red)
    (?:il )?tuo browser|(?:je|uw) browser|din webbläsare|seu navegador
    """
)
"""How those that are longer speak to their reader."""

_SORRY = r"(?:(?:oops|whoops|uh[- ]oh|(?:we(?:'|’)re |we are )?sorry|ooops|hoppla|ups|oups|vaya|http|error|fehler|erreur|4\d\d|50\d)\b\W*(?:but )?)*"
_ENDS = r"(?:\W+(?:error |fehler |erreur )?(?:404|410|50[0234])\)?|,? please try again(?: later)?|\W+sorry| any ?more| any longer| on this (?:server|site))?"
_PAGE = r"(?:the |that |this |your )?(?:requested )?(?:web ?)?(?:page|article|story|content|url|document|file)(?: (?:that )?you(?:(?:'|’)re| are| were|)(?: requested| looking for| trying to reach))?"
_NOT = r"(?:n(?:'|’)?t| ?not)"
_ERROR_PHRASES = rf"""
    (?:error|fehler|erreur|errore|erro|fout)(?:\W+(?:page|seite|\d{{3}}))?|(?:http )?(?:error )?(?:404|410|500|502|503|504)(?:\W+(?:error|page|backend fetch failed|file or directory not found))?
    {_PAGE} (?:(?:was|is|could|can){_NOT} (?:be )?|can(?:'|’)?t be |not |is )(?:found|available|unavailable|missing|gone|removed|here)|{_PAGE} (?:is )?(?:unavailable|missing|gone|removed)
    {_PAGE} (?:has been|was) (?:removed|deleted|moved)|{_PAGE} (?:do(?:es)?{_NOT}|no longer) exists?(?: here)?|{_PAGE} is no longer (?:available|here)|{_PAGE} (?:can(?:'|’)?t|cannot) be found
    \(?not found\)?(?:!!1)?|nothing (?:was )?found(?: here)?|(?:that|this) (?:page|address) is wrong|we (?:can(?:'|’)?t|cannot|could not|couldn(?:'|’)?t) find {_PAGE}
    this page is(?:n(?:'|’)?t| not) working|(?:something|that) (?:went|has gone) wrong(?: here| on our (?:end|side))?|an (?:unexpected )?error (?:has )?(?:occurred|happened)|internal server error|bad gateway
    (?:service|site|page) (?:is )?(?:temporarily )?unavailable|gateway time-?out|(?:(?:site|under|scheduled|down for) )?maintenance(?: mode)?
    (?:we(?:'|’)ll be |we will be |be )?(?:right )?back (?:very )?(?:soon|shortly)|(?:we(?:'|’)ll )?be right back
    (?:die |diese )?(?:angeforderte |gesuchte )?(?:seite|artikel) (?:wurde |konnte |kann |ist )?(?:leider )?nicht (?:mehr )?(?:gefunden|verfügbar)(?: werden)?
    (?:diese|die)(?: angeforderte| gesuchte)? seite (?:existiert|gibt es)(?: hier)?(?: leider)? nicht(?: mehr)?|(?:wegen )?wartungsarbeiten
    page (?:non trouvée|introuvable|inexistante)|(?:cette|la) page(?: (?:que vous (?:re)?cherchez|demandée))? (?:n(?:'|’)existe (?:pas|plus)|est introuvable)
    (?:la )?página (?:solicitada )?no (?:encontrada|disponible|existe|se ha encontrado)|(?:esta|la) página (?:que buscas )?(?:ya )?no existe|no se ha encontrado la página(?: solicitada)?
    pagina non (?:trovata|disponibile)|página não encontrada|pagina niet gevonden|(?:sidan|siden) (?:kunde|kunne|ble|blev|finns|hittades) (?:inte|ikke)(?: (?:hittas|finnes|funnet|fundet))?
    nie znaleziono strony|strona nie (?:istnieje|została znaleziona)|stránka (?:nebyla nalezena|nenalezena|neexistuje)|stránka sa nenašla|(?:az? )?(?:keresett )?oldal nem található
    pagina nu (?:a fost găsită|există)|sivua ei (?:löydy|löytynyt)|stranica (?:nije pronađena|ne postoji)|stran ni (?:bila )?najdena|puslapis nerastas|lapa nav atrasta|lehekülge ei leitud
    ошибка(?:\W+\d{{3}})?(?:\W+страница не найдена)?|(?:запрашиваемая )?страница не (?:найдена|существует)|сторінк[ау] не (?:знайден[оа]|існує)|страницата не (?:е намерена|съществува)|(?:η )?σελίδα δεν (?:βρέθηκε|υπάρχει)
    (?:aradığınız )?sayfa bulunamadı|(?:عذرا\W*)?(?:هذه )?الصفحة غير موجودة|لم يتم العثور على (?:هذه )?الصفحة|صفحه(?: مورد نظر)? (?:یافت|پیدا) نشد|ה?(?:דף|עמוד) (?:המבוקש )?לא (?:נמצא|קיים)
    (?:पृष्ठ|पेज) नहीं मिला|ไม่พบหน้า(?:นี้|เว็บ|ที่คุณ(?:ต้องการ|ค้นหา))*|không tìm thấy trang|trang không tồn tại|halaman (?:yang \S+ \S+ )?tidak ditemukan|გვერდი ვერ მოიძებნა
    (?:抱歉\W*)?(?:您|你)?(?:要?访问的|查找的)?(?:页面|网页|文章)(?:不存在|未找到|已删除)|找不到(?:该)?(?:页面|网页)|(?:抱歉\W*)?(?:您|你)?(?:要?瀏覽的)?(?:頁面|網頁)不存在|找不到(?:此|該|您要的)?(?:頁面|網頁)
    (?:お探しの|指定された|ご指定の)?(?:ページ|記事)[はがを]?(?:見つかりません(?:でした)?|存在しません|見つけられません)|(?:요청하신 )?페이지를 찾을 수 없습니다|존재하지 않는 페이지(?:입니다)?
"""

ERROR_TITLES = re.compile(rf"{_SORRY}(?:{_any_of(_ERROR_PHRASES, whole=True).pattern}){_ENDS}", re.IGNORECASE)
"""Titles of pages that are none."""

CONSENT_WORDS = _any_of(
    r"""
    cookies?\b|consent\w*|partners?\b|vendors?\b|privacy|personal (?:data|information)|personali[sz]ed|legitimate interests?|accept\w*|reject\w*|gdpr|preferences
    einwillig\w+|zustimm\w+|datenschutz\w*|personenbezogen\w*|partnern\b|akzeptier\w+|ablehn\w+|widerruf\w*|tracking|verarbeit\w+|einstellungen
    consentement|partenaires|données (?:personnelles|à caractère)|confidentialité|traceurs|refuser|paramétrer
    consentimiento|socios|datos personales|privacidad|acept\w+|rechaz\w+|configur\w+
    consenso|dati personali|accett\w+|rifiut\w+|toestemming|persoonsgegevens|akkoord|weiger\w+|samtyck\w+|personuppgifter|consentimento|parceiros|dados pessoais
    zgod[aęyą]\b|zgadzam|partner\w*|danych osobowych|prywatnoś\w+|akcept\w+|odrzu\w+|souhlas\w*|súhlas\w*|osobní\w* údaj\w*|soukromí|přijmout|odmítn\w+|hozzájárul\w+|személyes adat\w*|elfogad\w+|elutasít\w+
    consimțăm\w+|datele? personale|confidențialit\w+|συγκατάθεσ\w+|συνεργάτ\w+|προσωπικ\w+ δεδομέν\w+|αποδοχή|απόρριψη|suostumu\w+|evästei\w+|henkilötieto\w+|hyväksy\w*|samtykke\w*|personoplysninger
    соглас\w+|персональн\w+ данн\w+|конфиденциальност\w+|партн[её]р\w*|принять|отклонить|згод[аиуі]\b|персональн\w+ дан\w+|прийняти|çerez\w*|kişisel ver\w+|gizlilik|onay\w*|reddet\w*
    """
)
"""What notices about cookies are made of."""

CONSENT_SENTENCES = _any_of(
    r"""
    we (?:and our|use cookies|, and our|value your privacy|care about your privacy|need your consent)|(?:with|and) our (?:\d+ )?partners
    your (?:privacy choices|consent|privacy is important)|manage (?:your )?(?:preferences|choices|cookies|options)|before you continue
    wir (?:und unsere|verwenden|nutzen|benötigen ihre)|mit (?:werbung|ihrer einwilligung)|(?:ihre|deine) (?:einwilligung|zustimmung|privatsphäre|datenschutz)
    nous (?:et nos|utilisons|, et nos)|avec (?:nos|votre accord)|votre (?:vie privée|consentement)|continuer sans accepter
    (?:nosotros y|usamos|utilizamos) (?:nuestros|cookies)|tu (?:privacidad|consentimiento)|su (?:privacidad|consentimiento)|nuestros (?:\d+ )?socios
    noi e|utilizziamo|la tua privacy|i nostri (?:\d+ )?partner|wij (?:en onze|gebruiken)|jouw privacy|je toestemming|vi (?:och våra|använder|og (?:våre|vores)|bruker|bruger)|nós e os nossos
    my i nasi|używamy plików|(?:twoją|twojej|państwa) (?:zgod\w+|prywatnoś\w+)|(?:naši|našimi) partne\w+|používáme|používame|(?:váš|vaším|vášho|vaším) s[ou]*hlas\w*|mi és partner\w+|sütiket használ\w+|az ön hozzájárul\w+
    noi și partener\w+|folosim|utilizăm|εμείς και οι|χρησιμοποιούμε|τη συγκατάθεσή σας|me ja kumppani\w+|käytämme|suostumukses\w+|мы (?:и наши|используем)|ваш\w* соглас\w+|ми (?:та наші|використовуємо)|(?:biz ve )?(?:iş )?ortaklarimiz|çerez\w* kullan\w+
    """
)
"""How they speak to their reader; those who write about cookies do not."""

CONSENT_SPEECH = _any_of(
    r"""
    (?:we|our|us|you|yours?|i)\b|(?:wir|unsere?[mnrs]?|uns|sie|ihre?[mnrs]?|du|deine?[mnrs]?)\b|(?:nous|nos|notre|vous|vos|votre)\b
    (?:nosotros|nuestr[oa]s?|usted|tus?|sus? (?:consentimiento|datos|privacidad|dispositivo|navegador))\b|(?:noi|nostr[oi]|tuoi?|tua|tue)\b
    (?:wij|we|onze|jouw|je|uw)\b|(?:vi|våra|våre|vores|du|din|dina|dine|ditt|dit)\b|(?:nós|noss[oa]s?|você|seus?|suas?)\b
    (?:my|nas[iz]\w*|twoj\w+|państwa|używamy|przetwarzamy)\b|(?:naš\w*|váš\w*|vaš\w*|používáme|používame|zpracov\w+)\b|(?:mi|partnereink\w*|ön|használunk)\b|(?:noi|noștri|dvs|dumneavoastră|folosim|utilizăm)\b
    (?:εμείς|μας|σας|χρησιμοποιούμε)\b|(?:me|kumppanimme|käytämme|sinun|suostumukse\w+)\b|(?:vores|os)\b|(?:мы|наш\w*|ваш\w*|вы)\b|(?:ми)\b|(?:biz|ortaklarimiz|siz\w*|kullaniyoruz)\b
    """
)
"""Those who speak and are spoken to in them."""

_AGREES = r"""
    (?:i |yes,? i )?(?:accept|agree|consent|allow)|ok|okay|got it|continue|alle[sn]? (?:akzeptieren|annehmen|zulassen)|akzeptieren|zustimmen|einverstanden|ich stimme zu|annehmen
    (?:tout )?accepter|j(?:'|’)accepte|d(?:'|’)accord|aceptar|acepto|accett[ao]|accettare|akkoord|accepteren|alles accepteren|godkänn|acceptera|godta|accepter|aceitar|aceito|zgadzam się|akceptuj[eę]|przejdź do serwisu|přijmout|souhlasím|prija[tť]|súhlasím|elfogad(?:om|ás)?|accept[aă]?|sunt de acord
    αποδοχή|συμφωνώ|hyväksy(?:n)?|tillad|acceptér|принять|согласен|соглашаюсь|принимаю|прийняти|погоджуюсь|(?:tümünü |hepsini |çerezleri )?kabul (?:et|ediyorum)|onayl[ıa]yorum
"""
_AND_MORE = r"""
    all|everything|cookies|and|to|continue|proceed|close|selected|recommended|optional|(?:to )?(?:the )?(?:web)?site|with (?:ads?|advertising)|it|ok
    alles?|allen?|und|weiter|weiterlesen|fortfahren|schließen|mit werbung|tout|tous|toutes|et|les|fermer|continuer|todo|todos|todas|las|y|e|continuar|cerrar|tutt[oi]|continua|chiudi
    en|doorgaan|alla|och|tudo|fechar|wszystk\w+|i|vše|všechny|všetk[oy]|az összeset|mindet|toate|όλων|όλα|kaikki|evästeet|все|всё|усі|tümünü|hepsini|çerezleri
"""
CONSENT_BUTTONS = re.compile(
    rf"(?:{_any_of(_AGREES, whole=True).pattern})(?:\W+(?:{_any_of(_AND_MORE, whole=True).pattern}))*\W*", re.IGNORECASE
)
"""What agrees to them, as a whole: links begin with the same words."""

PAYWALL_SENTENCES = _any_of(
    r"""
    (?:subscribe|sign up|register|log in|sign in|become a (?:member|subscriber))(?: now| today| for free| here)? (?:to|and) (?:(?:continue|keep|finish) reading|read on|(?:continue|finish)(?: with)? th(?:is|e) (?:article|story))\b
    to (?:continue|keep) reading(?: this (?:article|story))?,|to read the (?:full|rest of (?:the|this)) (?:article|story),|unlock (?:this|the full) (?:article|story)
    this (?:article|story|content) is (?:exclusive(?:ly)?|reserved|only(?: available)?|available)?(?: available)? ?(?:for|to) (?:our )?(?:paying |premium )?(?:subscribers|members)
    (?:dieser|diesen) (?:artikel|inhalt|text) (?:ist )?(?:nur|exklusiv) für (?:unsere )?abonnent\w+|(?:jetzt|hier) (?:anmelden|registrieren|abonnieren) und weiterlesen|diesen artikel weiterlesen|weiterlesen mit (?:\S+ ){0,3}?\S*(?:abo\b|abonnement\b|plus\b|\+|premium\b|probemonat\b)
    (?:cet article|ce contenu|la suite de cet article|article) (?:est )?réservée? (?:à nos|aux) abonnés|la suite est réservée|il vous reste [\d.,]+ ?% de cet article|abonnez-vous pour (?:lire|continuer)
    (?:contenido|artículo) (?:exclusivo|solo|sólo|reservado) para (?:suscriptores|socios|abonados)|suscríbete para (?:seguir|continuar)|para seguir leyendo
    (?:contenuto|articolo) riservato agli abbonati|abbonati per continuare|alleen voor abonnees|lees verder met (?:\S+ ){0,3}?(?:abonnement|premium|\S+\+)|endast för prenumeranter|assine para continuar|(?:conteúdo|matéria) exclusiv[oa] para assinantes
    """
)
"""Where a page says that the rest is to be paid for; a link to log in, and a teaser to go on reading with, say nothing of it."""
