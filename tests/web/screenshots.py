"""Pictures of everything there is to see, in three sizes and two themes: `make screenshots`.

`ONLY=duel,over` takes those whose names begin so, `LANGUAGE=it` in Italian.
"""

import os

from helpers.browsing import SIZES, WEB, Browsing
from helpers.serving import Served
from helpers.sights import all_sights

FOLDER = WEB.parent / "build" / "screenshots"
ONLY = tuple(os.environ.get("ONLY", "").split(","))
PAINTED = 120  # milliseconds until another theme is on the screen
LANGUAGE = os.environ.get("LANGUAGE", "en")
SPOKEN = "" if LANGUAGE == "en" else f"-{LANGUAGE}"


async def test_pictures(served: Served) -> None:
    async with Browsing(served.url) as browser:
        async for sight in all_sights(served.url, served.database):
            if not sight.name.startswith(ONLY):
                continue
            for name, size in SIZES.items():
                person = await browser.person(sight.guest, size, language=LANGUAGE, touch=name != "desk")
                await sight.look(person)
                for theme in ("dark", "light"):
                    await person.page.emulate_media(color_scheme=theme)
                    await person.page.wait_for_timeout(PAINTED)
                    await person.page.screenshot(path=FOLDER / name / f"{sight.name}{SPOKEN}-{theme}.png")
                await person.page.context.close()
