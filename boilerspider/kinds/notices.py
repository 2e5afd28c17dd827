"""What walls and errors say, in the languages of Western Europe: tables, no rules.

Titles are compared whole, in lower case and without marks at their ends; sentences and words are looked for in a text.
"""

from __future__ import annotations

import re


def _any_of(table: str, *, whole: bool = False) -> re.Pattern[str]:
    lines = "|".join(line.strip() for line in table.strip().splitlines())
    return re.compile(lines if whole else rf"\b(?:{lines})", re.IGNORECASE)


BLOCK_TITLES = _any_of(
    r"""
    just a moment|one (?:more step|moment,? please)|please wait|attention required
    checking (?:your browser|if the site connection is secure).*|verif(?:y|ying) (?:that )?you(?:'re| are) (?:a )?(?:not a robot|human).*
    (?:please )?(?:verify|confirm|prove) (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot|real person).*
    (?:are you|you are) (?:a )?(?:robot|human)|i'?m not a robot|robot (?:check|or human)|bot (?:verification|check|detect(?:ed|ion))
    human (?:verification|check|challenge)|client challenge|(?:captcha|recaptcha)(?: (?:check|required|challenge))?|pardon our interruption
    (?:vercel )?security (?:check(?:point)?|verification)(?: required)?|unusual (?:traffic|activity)(?: detected)?|ddos-guard|ddos protection.*
    access (?:to this (?:page|site|resource) (?:has been|is|was) )?(?:denied|blocked|forbidden|restricted)|(?:sorry, )?you have been blocked
    (?:error )?(?:403|429|1020|1015)(?:\W+(?:error|forbidden|too many requests|access denied))?|forbidden|too many requests|request blocked
    request unsuccessful.*|the request could not be satisfied|error: the request could not be satisfied
    (?:please )?(?:enable|turn on) (?:javascript|js)(?: and cookies)?(?: to continue)?.*|javascript (?:is )?(?:required|disabled)
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
    r"|incapsula incident id|_incapsula_resource\?[^\"']*(?:cwudnsai|incident_id)"  # Imperva
    r"|distil_r_captcha|distilidentificationblock|sec-if-cpt-container|/_sec/cp_challenge"  # Distil, Akamai
    r"|awswafcookiedomainlist|sucuri_cloudproxy_js|ddos-guard/js-challenge|window\.kpsdk",
    re.IGNORECASE,
)
"""What stands in the source of such pages alone: their services' scripts on all other pages have other names."""

ERROR_TITLES = _any_of(
    r"""
    (?:error|fehler|erreur|errore|erro|fout)(?:\W+(?:page|seite|\d{3}))?|(?:http )?(?:error )?(?:404|410|500|502|503|504)(?:\W.*)?
    (?:the |that |this )?(?:requested )?(?:page|article|story|content|url|document|file)(?: you (?:requested|are looking for|were looking for))?(?: was| is| could| can|)(?: ?not|n't|n’t|not be)? (?:be )?(?:found|unavailable|missing|gone|removed|exist)
    (?:the |that |this )?(?:requested )?(?:page|article|story|content)(?: you (?:requested|are looking for|were looking for))? (?:can(?:'|’)?t|cannot|could not|couldn(?:'|’)?t|does not|doesn(?:'|’)?t|is no longer|has been|is not|isn(?:'|’)?t) (?:be found|exist|available|removed|here).*
    not found|nothing (?:was )?found|(?:oops|whoops|uh[- ]oh|sorry)\b.*(?:page|found|wrong|exist|happened).*|we (?:can(?:'|’)?t|cannot|could not|couldn(?:'|’)?t) find (?:that|the|this|your) page.*
    something went wrong.*|internal server error|bad gateway|(?:service|site|page) (?:temporarily )?unavailable|gateway time-?out
    (?:(?:site|under|scheduled) )?maintenance(?: mode)?|(?:we(?:'|’)ll be|be) (?:right )?back soon.*
    (?:die |diese )?(?:angeforderte )?(?:seite|artikel) (?:wurde |konnte |kann )?(?:leider )?nicht (?:gefunden|verfügbar)(?: werden)?|(?:diese|die) seite (?:existiert|gibt es)(?: leider)? nicht.*|(?:wegen )?wartungsarbeiten
    page (?:non trouvée|introuvable|inexistante)|(?:cette|la) page n(?:'|’)existe (?:pas|plus).*|(?:la )?página no (?:encontrada|disponible|existe).*|no se ha encontrado la página.*
    pagina non (?:trovata|disponibile)|página não encontrada.*|pagina niet gevonden.*|(?:sidan|siden) (?:kunde|kunne|ble|blev|finns|hittades) (?:inte|ikke)(?: (?:hittas|finnes|funnet|fundet))?.*
    nie znaleziono strony|strona nie (?:istnieje|została znaleziona).*|страница не найдена
    """,
    whole=True,
)
"""Titles of pages that are none."""

CONSENT_WORDS = _any_of(
    r"""
    cookies?\b|consent\w*|partners?\b|vendors?\b|privacy|personal (?:data|information)|personali[sz]ed|legitimate interests?|accept\w*|reject\w*|gdpr|preferences
    einwillig\w+|zustimm\w+|datenschutz\w*|personenbezogen\w*|partnern\b|akzeptier\w+|ablehn\w+|widerruf\w*|tracking|verarbeit\w+|einstellungen
    consentement|partenaires|données (?:personnelles|à caractère)|confidentialité|traceurs|refuser|paramétrer
    consentimiento|socios|datos personales|privacidad|acept\w+|rechaz\w+|configur\w+
    consenso|dati personali|accett\w+|rifiut\w+|toestemming|persoonsgegevens|akkoord|weiger\w+|samtyck\w+|personuppgifter|consentimento|parceiros|dados pessoais
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
    noi e|utilizziamo|la tua privacy|i nostri (?:\d+ )?partner|wij (?:en onze|gebruiken)|jouw privacy|je toestemming|vi (?:och våra|använder|og våre|bruker)|nós e os nossos
    """
)
"""How they speak to their reader; those who write about cookies do not."""

CONSENT_BUTTONS = _any_of(
    r"""
    (?:i |yes,? i )?(?:accept|agree|consent|allow)|accept|ok\b|got it|continue|alle[sn]? (?:akzeptieren|annehmen|zulassen)|akzeptier|zustimm|einverstanden|ich stimme zu|annehmen
    (?:tout )?accepter|j(?:'|’)accepte|d(?:'|’)accord|acept|accett|akkoord|accepteren|alles accepteren|godkänn|acceptera|godta|aceitar|zgadzam
    """
)
"""What agrees to them."""

PAYWALL_SENTENCES = _any_of(
    r"""
    (?:subscribe|sign up|register|log in|sign in|become a (?:member|subscriber))(?: now| today| for free| here)? (?:to|and) (?:continue|keep|read on|finish)(?: reading)?\b
    to (?:continue|keep) reading(?: this (?:article|story))?,|to read the (?:full|rest of (?:the|this)) (?:article|story),|unlock (?:this|the full) (?:article|story)
    this (?:article|story|content) is (?:exclusive(?:ly)?|reserved|only(?: available)?|available)?(?: available)? ?(?:for|to) (?:our )?(?:paying |premium )?(?:subscribers|members)
    (?:dieser|diesen) (?:artikel|inhalt|text) (?:ist )?(?:nur|exklusiv) für (?:unsere )?abonnent\w+|(?:jetzt|hier) (?:anmelden|registrieren|abonnieren) und weiterlesen|diesen artikel weiterlesen|weiterlesen mit\b
    (?:cet article|ce contenu|la suite de cet article|article) (?:est )?réservée? (?:à nos|aux) abonnés|la suite est réservée|il vous reste [\d.,]+ ?% de cet article|abonnez-vous pour (?:lire|continuer)
    (?:contenido|artículo) (?:exclusivo|solo|sólo|reservado) para (?:suscriptores|socios|abonados)|suscríbete para (?:seguir|continuar)|para seguir leyendo
    (?:contenuto|articolo) riservato agli abbonati|abbonati per continuare|alleen voor abonnees|lees verder met|endast för prenumeranter|assine para continuar|(?:conteúdo|matéria) exclusiv[oa] para assinantes
    """
)
"""Where a page says that the rest is to be paid for."""
