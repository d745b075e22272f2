"""The CSS of a report, for light and dark. Classes f0, s0, b0, … fill, stroke or back with a colour of the palette."""

from gambero.lab.report.colours import PALETTE

LIGHT, DARK = range(2)


def _colours(theme: int) -> str:
    return "".join(f"--c{at}:{colour[theme]};" for at, colour in enumerate(PALETTE))


_SERIES = "".join(
    f".f{at}{{fill:var(--c{at})}}.s{at}{{stroke:var(--c{at})}}.b{at}{{background:var(--c{at})}}"
    for at in range(len(PALETTE))
)

STYLE = f"""
:root{{color-scheme:light dark;--ground:#f6f4ef;--sheet:#fff;--ink:#22262b;--soft:#5d656e;--rule:#dedad2;
{_colours(LIGHT)}}}
@media (prefers-color-scheme:dark){{:root{{--ground:#15181c;--sheet:#1e2328;--ink:#e8e6e1;--soft:#a8b0b8;--rule:#363c43;
{_colours(DARK)}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:1180px;padding:1.5rem 1rem 3rem;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}}
h1{{font-size:1.7rem;line-height:1.2;margin:0}}
h2{{font-size:1.25rem;margin:2.2rem 0 .3rem}}
header p{{color:var(--soft);margin:.4rem 0 0}}
.legend{{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.2rem 0 .8rem;padding:0;font-size:.95rem}}
.legend span{{display:inline-block;width:.8em;height:.8em;border-radius:3px;margin-right:.4em}}
.plots{{display:grid;gap:1rem;align-items:start;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr))}}
figure{{margin:0;padding:.9rem .9rem .6rem;background:var(--sheet);border:1px solid var(--rule);border-radius:10px}}
figcaption{{font-weight:600;margin-bottom:.4rem}}
figure .legend{{font-size:.85rem;margin-bottom:.4rem}}
svg{{display:block;width:100%;height:auto}}
svg text{{fill:var(--soft);font-size:13.5px}}
.grid{{stroke:var(--rule)}}.base{{stroke:var(--soft)}}
.whisker{{stroke:var(--ink);stroke-width:1.3;fill:none}}
.line{{fill:none;stroke-width:2;stroke-linejoin:round}}.area{{opacity:.13}}
.range{{stroke-width:3;opacity:.45;stroke-linecap:round}}
{_SERIES}
.wide{{overflow-x:auto;margin-top:1rem;background:var(--sheet);border:1px solid var(--rule);border-radius:10px}}
table{{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}}
th,td{{padding:.4rem .9rem;text-align:right;white-space:nowrap;border-top:1px solid var(--rule)}}
thead th{{border-top:0;color:var(--soft);font-weight:600}}
@media (max-width:500px){{th,td{{padding:.4rem .55rem}}}}
th:first-child,td:first-child{{text-align:left}}
"""
