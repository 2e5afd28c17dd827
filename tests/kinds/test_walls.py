"""Pages that stand in the place of an article, as services and content systems write them; written for these tests."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

import boilerspider
from boilerspider.kinds.walls import Shown, wall
from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.tree import parse

QUICK_S = 1.5
"""Processor seconds that a hostile page may take; it takes less than a third of them."""
URL = "https://www.news.example/2026/11/20/the-ferry-left-the-northern-quay"
SENTENCE = (
    "The ferry left the northern quay at six in the morning, and nobody on board could say why it had to be so early. "
)
STORY = "".join(f"<p>{SENTENCE * 3}{n}</p>" for n in range(5))
NEWS = '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "The ferry left"%s}</script>'
MENU = (
    "<nav><ul>"
    + "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "World", "Sport", "Culture"))
    + "</ul></nav>"
)
FOOT = "<footer><p>© News Example, all rights reserved. <a href='/imprint'>Imprint</a> <a href='/privacy'>Privacy policy</a></p></footer>"
TEASERS = "".join(
    f"<article><h3><a href='/2026/11/{n}'>What happened on day {n} of the strike</a></h3><p>{SENTENCE}</p></article>"
    for n in range(8)
)

CONSENT_EN = (
    "<div class='wall'><h1>We value your privacy</h1><p>We and our 842 partners store and access personal data, such as browsing data or "
    "unique identifiers, on your device. By choosing to accept you consent to personalised advertising, measurement and audience research. "
    "You can withdraw your consent at any time in our cookie preferences; our vendors rely on legitimate interest.</p>"
    "<button>Accept all</button><button>Reject all</button><a href='/privacy'>Privacy policy</a></div>"
)
CONSENT_DE = (
    "<main><h2>Mit Werbung weiterlesen</h2><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking. Mit Ihrer Zustimmung verarbeiten wir und unsere "
    "Partner personenbezogene Daten und setzen Cookies. Ihre Einwilligung können Sie jederzeit in den Datenschutz-Einstellungen widerrufen.</p>"
    "<button class='x'>Alle akzeptieren</button><p>Oder lesen Sie ohne Werbung mit einem Abonnement.</p></main>"
)
CONSENT_FR = (
    "<div><h1>Votre vie privée</h1><p>Nous et nos 210 partenaires utilisons des cookies et traceurs pour traiter vos données personnelles, avec votre "
    "consentement. Vous pouvez accepter, refuser ou paramétrer vos choix dans notre politique de confidentialité.</p><button>Tout accepter</button></div>"
)

CONSENTS = {
    "pl": ("My i nasi partnerzy używamy plików cookie i przetwarzamy dane osobowe. Prosimy o twoją zgodę; możesz ją odrzucić w ustawieniach prywatności.", "Akceptuję wszystkie"),
    "cs": ("Používáme cookies a s vaším souhlasem zpracováváme my i naši partneři osobní údaje. Souhlas můžete odmítnout.", "Přijmout vše"),
    "hu": ("Mi és partnereink sütiket használunk, és az ön hozzájárulásával személyes adatokat kezelünk. A hozzájárulást elutasíthatja.", "Elfogadom"),
    "el": ("Εμείς και οι συνεργάτες μας χρησιμοποιούμε cookies με τη συγκατάθεσή σας. Για προσωπικά δεδομένα δείτε την απόρριψη.", "Αποδοχή όλων"),
    "fi": ("Me ja kumppanimme käytämme evästeitä, ja suostumuksellasi käsittelemme henkilötietoja. Voit hylätä evästeet.", "Hyväksy kaikki"),
    "ru": ("Мы и наши партнёры используем cookies и с вашего согласия обрабатываем персональные данные.", "Принять все"),
    "tr": ("Biz ve ortaklarımız çerezler kullanıyoruz ve onayınızla kişisel verilerinizi işliyoruz. Gizlilik ayarlarından reddedebilirsiniz.", "Tümünü kabul et"),
}  # fmt: skip

LOST = (
    ("页面不存在", "很抱歉，这篇文章已经被作者删除，或者搬到了本站的其他地方。请检查您输入的网址，返回首页，或者用上方的搜索框查找您想看的内容，给您带来不便，我们深表歉意。"),
    ("お探しのページは見つかりませんでした", "この記事は掲載期間が終わったか、別の場所に移された可能性があります。アドレスをもう一度確かめるか、トップページに戻って検索をお試しください。ご不便をおかけして申し訳ありません。"),
)  # fmt: skip
MISSING = (
    "市图书馆周一说，去年搬家时弄丢的三百张旧地图已经找到了两百张，它们一直放在码头边的仓库里。馆长说，剩下的地图可能被人当作废纸卖掉了。"
    "读者如果在旧货市场上见到盖有馆章的地图，请给图书馆打电话。找回来的地图从十二月起在二楼展出，进门不用买票，周末也开门。"
)

WALLS = [
    ("blocked", '<title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge" type="application/json">{}</script>', "<h1>Making sure you&#39;re not a bot!</h1><p>Loading...</p><details><summary>Why am I seeing this?</summary>" + "<p>The keeper of this server has put a proof of work in front of it, since too many companies have been reading all of its pages at all hours.</p>" * 8 + "</details>"),
    ("blocked", "<title>Just a moment...</title>", "<h1>www.news.example</h1><h2>Checking if the site connection is secure</h2><p>www.news.example needs to review the security of your connection before proceeding.</p><script>window._cf_chl_opt={cvId:'3'}</script>"),
    ("blocked", "<title>Attention Required! | Cloudflare</title>", "<div id='cf-error-details'><h1>Sorry, you have been blocked</h1><h2>You are unable to access news.example</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution.</p></div>"),
    ("blocked", "<title>Access to this page has been denied.</title>", "<div class='px-captcha-container'><div class='px-captcha-header'>Before we continue...</div><div id='px-captcha'></div><p>Press and hold to confirm you are a human (and not a bot). Reference ID 1d2a</p></div>"),
    ("blocked", "<title>news.example</title><script src='https://ct.captcha-delivery.com/c.js'></script>", "<p id='cmsg'>Please enable JS and disable any ad blocker</p>"),
    ("blocked", "<title>Pardon Our Interruption</title>", "<h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen: you are a power user moving through this website with super-human speed, you have disabled cookies, or a third-party browser plugin is preventing JavaScript from running.</p>"),
    ("blocked", "<title>Access Denied</title>", "<h1>Access Denied</h1><p>You don't have permission to access this page on this server.</p><p>Reference #18.2d4f</p>"),
    ("blocked", "<title>News Example - Are you a robot?</title>", "<h1>Are you a robot?</h1><p>Please make sure your browser supports JavaScript and cookies and that you are not blocking them from loading. Solve the puzzle below to go on to the site.</p><div class='g-recaptcha'></div>"),
    ("blocked", "<title>Sicherheitsprüfung</title>", f"{MENU}<h1>Bitte bestätigen Sie, dass Sie ein Mensch sind</h1><p>Wir haben ungewöhnliche Zugriffe aus Ihrem Netz bemerkt und bitten Sie deshalb, das Rätsel zu lösen.</p>"),
    ("blocked", "<script src='/aes.js'></script>", '<script>function toNumbers(d){return d}document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/"</script><noscript>Diese Seite braucht Skripte.</noscript>'),
    ("blocked", "<script>document.cookie = '__test=1; path=/'; location.href='/?i=1'</script>", "<noscript>Cette page a besoin de scripts.</noscript>"),
    ("blocked", "<title></title><script>window.gokuProps={'key':'a','iv':'b'}</script>", "<div id='challenge-container'></div><noscript>Hier geht es nur mit Skripten weiter.</noscript>"),
    ("error", "<title>404</title>", "<p>Nothing here.</p>"),
    ("error", "<title>Page not found | News Example</title>", f"{MENU}<h1>Page not found</h1><p>The page that you asked for may have been moved or removed. Try the search, or go back to the front page and see what is new today.</p>{FOOT}"),
    ("error", "<title>News Example</title>", f"{MENU}<main><h1>Oops! That page can’t be found.</h1><p>It looks like nothing was found at this location. Maybe try a search?</p></main>{FOOT}"),
    ("error", "<title>Seite nicht gefunden - News Beispiel</title>", f"{MENU}<p>Leider gibt es hier nichts zu lesen, die Adresse ist falsch oder der Beitrag wurde gelöscht.</p>{FOOT}"),
    ("error", "<title>Página no encontrada</title>", f"<h1>Página no encontrada</h1>{TEASERS}"),
    ("error", "<title>Error 404 (Not Found)!!1</title>", "<p>That’s all we know.</p>"),
    ("error", "<title>404: Page not found</title>", "<p>Try the search.</p>"),
    ("error", "<title>News Example</title>", "<h1>Sorry, we can't find the page you're looking for</h1><p>Try the search.</p>"),
    ("error", "<title>Cette page n’existe plus | Exemple</title>", "<h1>Oups</h1>"),
    ("error", "<title>Diese Seite existiert leider nicht mehr</title>", "<h1>Fehler 404</h1>"),
    ("error", "<title>Something went wrong | News Example</title>", "<h1>Something went wrong</h1><p>Please try again later.</p>"),
    ("blocked", "<title>www.news.example</title>", "<h1>Checking your browser before accessing news.example.</h1><p>This process is automatic. You will be sent on shortly.</p>"),
    ("error", "<title>503 Service Temporarily Unavailable</title>", "<h1>503</h1>"),
    ("error", "<title>We'll be back soon</title>", "<h1>Maintenance</h1><p>Our site is being worked on.</p>"),
    ("consent", "<title>News Example</title>", CONSENT_EN),
    ("consent", f"<title>The ferry left - News Example</title>{NEWS % ''}", CONSENT_EN),
    ("consent", "<title>News Beispiel</title>", CONSENT_DE),
    ("consent", "<title>Exemple</title>", f"{CONSENT_FR}{FOOT}"),
    *(("consent", "<title>Example</title>", f"<div><p>{said}</p><button>{button}</button></div>") for said, button in CONSENTS.values()),
    *(("error", f"<title>{title} - Example</title>", f"<main><h1>{title}</h1><p>{said}</p></main>{FOOT}") for title, said in LOST),
    *(("error", f"<title>{title}</title>", "<a href=/>Example</a>") for title in ("页面不存在", "お探しのページは見つかりませんでした", "페이지를 찾을 수 없습니다", "Ошибка 404", "Az oldal nem található", "Sayfa bulunamadı", "الصفحة غير موجودة", "ไม่พบหน้าที่คุณต้องการ")),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "head", "body"), WALLS)
def test_what_stands_in_the_place_of_an_article(expected: str, head: str, body: str) -> None:
    assert boilerspider.extract(f"<html><head>{head}</head><body>{body}</body></html>", URL).page_type == expected


def test_a_story_in_chinese_that_is_called_like_an_error_is_none() -> None:
    page = f"<title>页面不存在</title><h1>页面不存在</h1><p>{MISSING}</p>"
    assert boilerspider.extract(page, URL).page_type is None


BANNER = (
    "<div id='cookie-banner'><p>We use cookies. You can manage your preferences.</p><button>Accept all</button></div>"
)
ABOUT_COOKIES = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        "The court in Luxembourg ruled on Thursday that websites may not read a visitor's silence as consent to cookies.",
        "The case was brought by a consumer group against a lottery that had ticked the box in advance for all its players.",
        "Privacy campaigners welcomed the ruling, while advertisers warned that publishers would lose a part of their income.",
        "The judges said that it made no difference whether the data were personal or not, since the rule protects every visitor.",
        "A spokesman for the lottery said that the company had changed its pages years ago and would read the ruling with care.",
    )
)

QUOTED_NOTICE = (
    "<p>The paper has dropped its paywall after six years. Readers had seen the words “Subscribe to continue reading” since 2020; from Monday "
    "on all stories can be read without an account, the publisher said.</p><p>Other papers of the group keep theirs.</p>"
)
FINED = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        (
            "Cookies and consent: the privacy regulator fined a publisher on Monday for its banner. Readers could accept all cookies with one "
            "click, but to reject them took five, the regulator said."
        ),
        (
            "“We value your privacy”, the banner said, and listed 900 partners and vendors with a legitimate interest in personal data. Consent "
            "that is not free is no consent under the GDPR, the regulator wrote."
        ),
        "The publisher said it would accept the fine and let readers reject cookies as easily as accept them.",
    )
)
CONSENT_LINE = (
    "We and our 842 partners store and access personal data on your device. By choosing to accept you consent to cookies and to personalised "
    "advertising. You can withdraw your consent at any time in our cookie preferences."
)
BRIEF = f"<h1>The ferry left</h1><p>{SENTENCE * 4}</p>"

STORIES = [
    *(
        (f"<title>The ferry left{name}</title>{NEWS % ''}", f"<div><p>{CONSENT_LINE}</p><button>Accept all</button></div><div><h1>The ferry left</h1><p>{SENTENCE}</p></div>")
        for name in ("", " - News Example")
    ),
    *((f"<title>The ferry left</title>{NEWS % ''}", f"<article>{BRIEF}</article><aside><p>{notice}</p></aside>") for notice in (
        "Log in to continue", "Weiterlesen mit einem Klick", "Lees verder met dit artikel", "Sign in to continue to your account",
        "Subscribe to continue reading",
    )),
    *((f"<title>The ferry left</title>{NEWS % ''}<script>{script}</script>", f"<article>{BRIEF}</article>") for script in (
        "window.KPSDK={}", "load('/_sec/cp_challenge/sec-cpt-int-4-3.js')", "var hosts=['geo.captcha-delivery.com']", "window._pxConfig={el:'px-captcha'}",
    )),
    (f"<title>The ferry left</title>{NEWS % ''}", f"<article>{BRIEF}<p>The page had <code>cf-error-details</code> in it.</p></article>"),
    (f"<title>Paper drops paywall</title>{NEWS % ''}", f"<article><h1>Paper drops paywall</h1>{QUOTED_NOTICE}</article>"),
    (f"<title>Publisher fined</title>{NEWS % ''}", f"<article><h1>Publisher fined</h1>{FINED}</article><a href='/2'>Continue to the next story</a>"),
    (f"<title>Publisher fined</title>{NEWS % ''}", f"<article><h1>Publisher fined</h1>{FINED}</article>{BANNER}"),
    (f"<title>The ferry left - News Example</title>{NEWS % ''}", f"<h1>The ferry left</h1>{STORY}"),
    (f"<title>The ferry left</title>{NEWS % ''}", f"<h1>The ferry left</h1><p>{SENTENCE}</p>{BANNER}{FOOT}"),
    (f"<title>Court rules on cookies</title>{NEWS % ''}", f"<h1>Court rules on cookies</h1>{ABOUT_COOKIES}{BANNER}"),
    (f"<title>Access denied: how a town lost its beach</title>{NEWS % ''}", f"<h1>Access denied: how a town lost its beach</h1><p>{SENTENCE}</p>"),
    (f"<title>Not found | News Example</title>{NEWS % ''}", f"<h1>Not found</h1>{STORY}"),
    (f"<title>The 404 bus is back</title>{NEWS % ''}", f"<h1>The 404 bus is back</h1><p>{SENTENCE}</p>"),
    (f"<title>The ferry left</title>{NEWS % ''}<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script><script>window._pxAppId='PX1';</script>", f"<h1>The ferry left</h1><p>{SENTENCE}</p>"),
]  # fmt: skip


HEADLINES = [
    "500 jobs to go at the old steel mill", "404 reasons to love the town", "503 people rescued from the ship", "404: how a number became a joke",
    "500 miles in three days: a diary", "Something went wrong at the fair", "Sorry, this page of history is closed",
    "Sorry, wrong number: police caller found", "Be back soon, says the band", "DDoS protection is a market of billions",
    "Unusual activity: whales seen", "Checking your browser may give you away", "Enable JavaScript: five things to know",
]  # fmt: skip


@pytest.mark.parametrize("headline", HEADLINES)
@pytest.mark.parametrize(("head", "story"), [("", STORY), (NEWS % "", STORY), (NEWS % "", f"<p>{SENTENCE}</p>")])
def test_headlines_that_begin_like_an_error_are_headlines(headline: str, head: str, story: str) -> None:
    page = f"<html><head><title>{headline} - News Example</title>{head}</head><body>{MENU}<article><h1>{headline}</h1>{story}</article></body></html>"
    assert boilerspider.extract(page, URL).page_type == ("article" if head else None)


@pytest.mark.parametrize("title", ["Access denied", "Not found", "Unusual activity", "Error"])
def test_a_title_alone_says_nothing_of_a_page_with_text(title: str) -> None:
    page = f"<html><head><title>{title} | News Example</title></head><body>{MENU}<article><h1>{title}</h1>{STORY}</article></body></html>"
    assert boilerspider.extract(page, URL).page_type is None


@pytest.mark.parametrize(("head", "body"), STORIES)
def test_stories_are_none_of_it(head: str, body: str) -> None:
    article = boilerspider.extract(f"<html><head>{head}</head><body>{MENU}{body}</body></html>", URL)
    assert article.page_type == "article"
    assert article.paywalled is None


STUBS = [
    (NEWS % ', "isAccessibleForFree": false', "", True),
    (NEWS % ', "isAccessibleForFree": "False"', "", True),
    (NEWS % ', "isAccessibleForFree": true', "<p>Subscribe to continue reading</p>", False),
    ('<meta property="article:content_tier" content="locked">', "", True),
    (NEWS % "", "<div class='offer'><h3>Subscribe now to continue reading</h3><p>From 1 € a week.</p></div>", True),
    (
        NEWS % "",
        "<div class='pw'><p>This article is for subscribers only.</p><a href='/abo'>See all offers</a></div>",
        True,
    ),
    (NEWS % "", "<div class='pw'><p>This article is exclusively for our subscribers</p></div>", True),
    (NEWS % "", "<div><p>The council will meet, and …</p><p>Weiterlesen mit NEWS+</p></div>", True),
    (NEWS % "", "<div><p>Lees verder met een abonnement</p></div>", True),
    (NEWS % "", "<aside><p>Jetzt anmelden und weiterlesen</p></aside>", True),
    (NEWS % "", "<div><p>Cet article est réservé aux abonnés</p></div>", True),
    (NEWS % "", "<div><p>Contenido exclusivo para suscriptores</p></div>", True),
    (NEWS % "", "<nav><a href='/login'>Already a subscriber? Log in</a></nav>", None),
    (NEWS % "", "<p>Subscribe to our letter.</p>", None),
]


@pytest.mark.parametrize(("head", "notice", "expected"), STUBS)
def test_paywalls(head: str, notice: str, expected: bool | None) -> None:
    body = f"{MENU}<article><h1>The ferry left</h1><p>{SENTENCE * 2}</p></article>{notice}{FOOT}"
    article = boilerspider.extract(
        f"<html><head><title>The ferry left</title>{head}</head><body>{body}</body></html>", URL
    )
    assert article.paywalled is expected
    assert (article.page_type == "paywall") is (expected is True)


@pytest.mark.parametrize(
    ("selector", "notice", "expected"),
    [
        (".sold", "", "article"),
        (".teaser, .sold", "", "article"),
        ("#story", "", "article"),
        (".rest", "", "paywall"),
        (".sold", "<p>Subscribe to continue reading</p>", "paywall"),
        ("div > p", "", "paywall"),
        ("", "", "paywall"),
    ],
)
def test_a_short_report_that_is_sold_may_be_whole(selector: str, notice: str, expected: str) -> None:
    head = (
        NEWS
        % f', "isAccessibleForFree": false, "hasPart": {{"isAccessibleForFree": false, "cssSelector": "{selector}"}}'
    )
    body = f"<article><h1>The ferry left</h1><div id='story' class='body sold'><p>{SENTENCE * 2}</p></div></article>{notice}"
    article = boilerspider.extract(f"<html><head>{head}</head><body>{MENU}{body}{FOOT}</body></html>", URL)
    assert (article.page_type, article.paywalled) == (expected, True)


def test_a_long_story_below_which_a_paper_sells_itself_is_free() -> None:
    body = f"<article><h1>The ferry left</h1>{STORY}</article><p>Subscribe to continue reading</p>"
    assert boilerspider.extract(f"<html><head>{NEWS % ''}</head><body>{body}</body></html>", URL).paywalled is None


WORDS = "The minister said that the budget would pass."
CONSENT = "We and our partners use cookies. We value your privacy. We need your consent to accept cookies."
SOLD = [f"c{number}" for number in range(50)]
SOLD_NEWS = NEWS % (
    ', "isAccessibleForFree": false, "hasPart": ['
    + ", ".join(f'{{"isAccessibleForFree": false, "cssSelector": ".{name}"}}' for name in SOLD)
    + "]"
)
NESTED = "".join(f"<div class='{' '.join(SOLD[:number])}'>" for number in range(50, 0, -1))
HOSTILE = {
    "addresses of a service": ("Hi there.", "<i x='" + "_Incapsula_Resource?" * 5_000 + "'></i><p>Hi there.</p>", None),
    "buttons in buttons": (CONSENT, f"<p>{CONSENT}</p>" + "<a><div>" * 500 + "<i></i>" * 40_000, None),
    "what is sold in itself": (WORDS, f"{SOLD_NEWS}<p>{WORDS}</p>{NESTED * 6}{'<i></i>' * 30_000}", "paywall"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_take_linear_time(name: str) -> None:
    text, body, expected = HOSTILE[name]
    document = parse(f"<html><head><title>x y</title></head><body>{body}</body></html>", URL)
    metadata = read_metadata(document)
    start = time.process_time()
    assert wall(document, metadata, Shown(text, len(text.split()), text)) == expected
    assert is_quick(time.process_time() - start, QUICK_S)


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        ("<button>Accept <b>all</b> cookies</button>", "consent"),
        ("<button><!-- yes -->Accept<svg><path/></svg> all</button> it or not", "consent"),
        ("<button>Accept all" + " " * 60 + "</button>", None),
        ("<button>Accept <b>no</b> cookies</button>", None),
    ],
)
def test_a_button_is_read_in_the_order_of_its_words(button: str, expected: str | None) -> None:
    document = parse(f"<html><body><p>{CONSENT}</p>{button}</body></html>", URL)
    assert wall(document, read_metadata(document), Shown(CONSENT, 17, CONSENT)) == expected
