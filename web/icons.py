"""Draw the app's icons as PNG from icon.svg, for systems that take no SVG: `make icons`."""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import async_playwright

PUBLIC = Path(__file__).parent / "public"
SEA = "linear-gradient(#0a2f3b 70%, #1f7585 70%)"
# Name, pixels, and what is behind the drawing: where a mask cuts the corners, there must be some.
ICONS = (("icon-192", 192, "none"), ("icon-512", 512, "none"), ("icon-mask", 512, SEA), ("icon-apple", 180, SEA))


async def draw(browser: str) -> None:
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for name, pixels, ground in ICONS:
            page = await chromium.new_page(viewport={"width": pixels, "height": pixels})
            style = f"body{{margin:0;background:{ground};height:100vh}} svg{{display:block}}"
            await page.set_content(f"<style>{style}</style>{svg}")
            await page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        await chromium.close()


if __name__ == "__main__":
    asyncio.run(draw(sys.argv[1]))
