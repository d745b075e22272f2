"""Pictures of everything there is to see, in three sizes and two themes: `make screenshots`."""

import pytest

from browsing import DESK, PHONE, TABLET, WEB, Browsing
from sights import all_sights

from serving import Served, run

FOLDER = WEB.parent / "build" / "screenshots"
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures(served: Served, theme: str) -> None:
    async def story() -> None:
        async with Browsing(served.url) as browser:
            for sight in await all_sights(served.url, served.database):
                for name, size in SIZES.items():
                    person = await browser.person(sight.guest, size, theme=theme, touch=name != "desk")
                    await sight.look(person)
                    await person.page.screenshot(path=FOLDER / name / f"{sight.name}-{theme}.png")
                    await person.page.context.close()

    run(story())
