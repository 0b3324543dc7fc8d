"""The style sheet of an evaluation's page, for light and dark screens and for print."""

STYLE = (
    """
:root {
  color-scheme: light dark;
  --text: #1c1e21; --faint: #667085; --line: #d7dbe0; --page: #ffffff;
  --mode-0: #0b62c4; --mode-1: #b4540a; --mode-2: #2c7a45;
  --mode-3: #8a3ba8; --mode-4: #5d6670; --mode-5: #b3246b;
  --share-0: #1f5f3a; --share-1: #4c9a6a; --share-2: #a5cdb4; --share-3: #e3c27a;
  --share-4: #b5473c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e8eb; --faint: #98a2b3; --line: #3a4048; --page: #16181c;
    --mode-0: #6cb0ff; --mode-1: #f0a060; --mode-2: #6fcf8f;
    --mode-3: #cf9bea; --mode-4: #aab4bf; --mode-5: #f584b8;
  }
}
body {
  margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
.wide, pre { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td {
  padding: .25rem .7rem .25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line);
}
th { color: var(--faint); font-weight: 600; }
.plot { width: 100%; height: auto; display: block; }
.plot text { font-size: 12px; fill: var(--text); }
.plot .tick { text-anchor: middle; fill: var(--faint); }
.plot .label { text-anchor: end; }
.plot .count { text-anchor: middle; fill: #ffffff; }
.plot .share-text-2, .plot .share-text-3 { fill: #1c1e21; }
.grid { stroke: var(--line); stroke-width: 1; }
.curve { fill: none; stroke-width: 2; }
.key { display: inline-block; width: 12px; height: 12px; border-radius: 2px; }
"""
    + "".join(
        f".share-{place} {{ fill: var(--share-{place}); background: var(--share-{place}); }}\n"
        for place in range(5)
    )
    + "".join(
        f".mode-{place} {{ stroke: var(--mode-{place}); }}\n"
        f".mark.mode-{place} {{ stroke: none; fill: var(--mode-{place}); }}\n"
        for place in range(6)
    )
)
