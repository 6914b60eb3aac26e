"""Words by which lines call for something, or tell where they come from, in the larger languages."""

from __future__ import annotations

OPENING: dict[str, str] = {
    "more": "read see show view learn find click watch listen related recommended more also keep up next mehr lesen "
    "weiterlesen siehe lire lisez voir leer lea ver leggi leia veja lees meer zobacz czytaj läs les читайте miss",
    "advert": "advertisement advertising ad ads sponsored promoted anzeige werbung publicité publicidad pubblicità "
    "reklama reklam annonce advertentie affiliate",
    "byline": "by von por par di door av text written posted published updated last author autor autorin "
    "veröffentlicht publié publicado pubblicato aktualisiert modified filed tags tag tagged category categories "
    "kategorie kategorien schlagwörter topics stand",
}
"""What a line may be about if it begins with such words, in the larger languages."""
ANYWHERE: dict[str, str] = {
    "follow": "subscribe newsletter newsletters signup sign login register follow share tweet facebook twitter "
    "whatsapp instagram pinterest email mail download donate abonnieren abonnement abonnez anmelden teilen "
    "registrieren suscríbete suscribirse comparte compartir partager partagez iscriviti condividi inscreva compartilhe "
    "spenden folgen like app",
    "credit": "photo photos image picture foto fotos bild bilder imagen credit quelle source fuente copyright getty "
    "shutterstock istock reuters afp dpa illustration screenshot photograph ©",
    "reply": "comment comments reply replies kommentar kommentare kommentieren antworten commentaire commentaires "
    "comentario comentarios commenti reacties response responses trackback trackbacks pingback",
}
"""The same, wherever in a line they stand."""
KINDS = (*OPENING, *ANYWHERE)
CALL_BIT = {kind: 1 << number for number, kind in enumerate(KINDS)}
YEAR_BIT = 1 << len(KINDS)
OPENING_BITS = sum(CALL_BIT[kind] for kind in OPENING)
CALL_WORDS = {
    **{b"%d" % year: YEAR_BIT for year in range(1900, 2100)},
    **{word.encode(): CALL_BIT[kind] for kind, words in {**OPENING, **ANYWHERE}.items() for word in words.split()},
}
"""By their bytes: signs are quickest told from words there."""
