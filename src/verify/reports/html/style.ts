/** The style of the HTML reports: system fonts, both colour schemes, and a layout that fits phones. */
export const style = `
:root { color-scheme: light dark;
  --text: #1f2328; --soft: #57606a; --back: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --link: #0550ae; --shade: #57606a40;
  --passed: #1a7f37; --failed: #b3261e; --released: #7d4e00; --untested: #57606a; --open: #57606a;
  --failed-back: #ffebe9; --passed-back: #dafbe1; --released-back: #fff3c4; --none-back: #eaeef2; }
@media (prefers-color-scheme: dark) { :root {
  --text: #e6edf3; --soft: #a1abb6; --back: #0d1117; --panel: #161b22; --line: #3d444d; --link: #79b8ff; --shade: #000000a0;
  --passed: #56d364; --failed: #ff938a; --released: #e3b341; --untested: #a1abb6; --open: #a1abb6;
  --failed-back: #4a1613; --passed-back: #12361e; --released-back: #3d2f08; --none-back: #21262d; } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif }
h1, summary, li { overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem }
a { color: var(--link) } code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .3rem 0 .8rem;
  overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
.soft { color: var(--soft) }
.outcome { font-weight: 600; padding: .1rem .6rem; border-radius: 1rem; margin-right: .6rem; white-space: nowrap }
.outcome.passed { background: var(--passed-back); color: var(--passed) }
.outcome.failed { background: var(--failed-back); color: var(--failed) }
.totals { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; margin: 1rem 0; list-style: none }
.totals li { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .9rem }
.totals b { display: block; font-size: 1.3rem }
.filter { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; margin: 1rem 0 }
.filter input[type=search] { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: 6px;
  padding: .35rem .6rem; min-width: min(22rem, 100%) }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; background: var(--back) }
summary { cursor: pointer; padding: .5rem .8rem } details > div { padding: 0 .8rem .6rem; border-top: 1px solid var(--line) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .7rem 0 } dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px }
table { border-collapse: separate; border-spacing: 0; width: 100% }
th, td { padding: .3rem .55rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line) }
thead th { font-weight: 600; background: var(--panel) }
tbody th { font-weight: 400 } tr.resource th { background: var(--panel); font-weight: 600 }
.passed { color: var(--passed) } .failed { color: var(--failed); font-weight: 600 } .released { color: var(--released) }
.untested, .open { color: var(--soft) }
#stories td, #stories thead th { white-space: nowrap } #stories td:last-child { white-space: normal }
/* What unfolds is as wide as what can be seen of the table, and takes no part in the width of its column. */
.frame { position: relative } .matrix { container-type: inline-size }
.frame.goes-on::after { content: ""; position: absolute; inset: 1px 1px 1px auto; width: 1rem; border-radius: 0 6px 6px 0;
  background: linear-gradient(to right, transparent, var(--shade)); pointer-events: none; z-index: 3 }
.matrix.fits { overflow: visible } .matrix.fits thead th { position: sticky; top: 0; z-index: 2 }
.matrix thead th, .matrix td { padding-inline: .35rem } .matrix thead th { font-size: 13px; text-align: center }
.matrix td { text-align: center; white-space: nowrap }
.matrix thead th:first-child, .matrix tbody th[scope=row] { position: sticky; left: 0; z-index: 1; background: var(--back);
  min-width: 8.5rem; padding-inline: .55rem; text-align: left }
.matrix thead th:first-child { background: var(--panel) } .matrix.fits thead th:first-child { z-index: 4 }
.resource span { position: sticky; left: .55rem }
.matrix details { border: 0; margin: 0; background: none } .matrix summary { padding: 0 }
.matrix details > div { padding: 0; border: 0; width: 16rem; width: calc(100cqw - 1.1rem); margin-right: -100vw }
ul.aspects { columns: 22rem; padding-left: 1.1rem; margin: .6rem 0 } ul.aspects li { break-inside: avoid }
[hidden] { display: none !important }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`
