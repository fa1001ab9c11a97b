import { Markup, markup } from '../../../shared/markup.ts'
import {
  type LeftBehind,
  outcomeOf,
  type StorySummary,
  type Summary,
  scopeOf,
  verdicts,
} from '../../results.ts'
import { failureList } from './failures.ts'
import { matrix, signs } from './matrix.ts'

/**
 * The summary as one HTML page that needs nothing else: totals, every failure with its requests, a
 * matrix of operations by aspects, and a filter. All of it can be read without scripts.
 */
export function htmlReport(summary: Summary): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${outcomeText(summary)}: ${summary.url}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1><span class="outcome ${outcomeOf(summary) === 'passed' ? 'passed' : 'failed'}">${outcomeText(summary)}</span>${summary.url}</h1>
<p class="soft">forgery verify: ${number(summary.operations.length)} operations, ${number(summary.requests)} requests in ${(summary.duration / 1000).toFixed(1)} s</p>
${scopeParagraph(summary)}
</header>
<main>
${totalsList(summary)}
<form class="filter" hidden onsubmit="return false">
<label>Filter <input type="search" size="34" placeholder="operation, resource, aspect, story"></label>
<label><input type="checkbox"> Failures only</label> <output class="soft" aria-live="polite"></output>
</form>
<h2 id="failures">Failures</h2>
${failureList(summary.failures)}
<h2 id="operations">Operations</h2>
${matrix(summary.operations)}
${storySection(summary.stories)}
${leftBehindSection(summary.leftBehind)}
</main>
<script>${new Markup(script)}</script>
</body>
</html>
`
  return page.text
}

function outcomeText(summary: Summary): string {
  const [first = '', ...rest] = outcomeOf(summary)
  return [first.toUpperCase(), ...rest].join('')
}

function scopeParagraph(summary: Summary): Markup {
  const scope = scopeOf(summary)
  return scope === undefined ? markup`` : markup`<p class="soft">${scope}</p>`
}

function totalsList({ totals }: Summary): Markup {
  const items = verdicts.map((verdict) => {
    const [style, sign] = signs[verdict]
    return markup`<li><b class="${style}">${number(totals[verdict])}</b><span class="${style}">${sign}</span> ${verdict}</li>`
  })
  return markup`<ul class="totals" aria-label="Aspects by verdict">${items}</ul>`
}

function storySection(stories: readonly StorySummary[]): Markup {
  if (stories.length === 0) return markup``
  const rows = stories.map(({ name, verdict, checks, reason }) => {
    const [style, sign] = signs[verdict]
    const problem = verdict === 'failed' ? markup` data-problem` : undefined
    const text = `${name} ${verdict} ${reason ?? ''}`.toLowerCase()
    return markup`<tr data-what="story" data-text="${text}"${problem}><th scope="row">${name}</th><td class="${style}">${sign} ${verdict}</td><td>${checks}</td><td class="soft">${reason}</td></tr>
`
  })
  return markup`<section id="stories"><h2>Stories</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Stories"><table>
<thead><tr><th scope="col">Story</th><th scope="col">Verdict</th><th scope="col">Checks</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}

function leftBehindSection(leftBehind: readonly LeftBehind[]): Markup {
  if (leftBehind.length === 0) return markup``
  const items = leftBehind.map(
    ({ kind, name, reason }) => markup`<li>${kind} <code>${name}</code>: ${reason}</li>
`,
  )
  return markup`<h2 id="left-behind">Left on the server</h2>
<p>The run made or changed these, and could not remove them or put them back.</p>
<ul>${items}</ul>`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

/** The look of the HTML report: system fonts, both colour schemes, no width that a phone lacks. */
const style = `
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

/**
 * The filter of the HTML report, and whether its matrix has more columns aside; without scripts everything
 * is shown, and the filter is not.
 */
const script = `
const filter = document.querySelector('.filter')
const [words, onlyProblems, said] = ['input[type=search]', 'input[type=checkbox]', 'output'].map((one) => filter.querySelector(one))
filter.hidden = false
const plurals = { operation: 'operations', failure: 'failures', story: 'stories' }
function apply() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const shown = { operation: 0, failure: 0, story: 0 }
  for (const row of document.querySelectorAll('[data-text]')) {
    const isWanted = wanted.every((word) => row.dataset.text.includes(word))
    row.hidden = !isWanted || (onlyProblems.checked && row.dataset.problem === undefined)
    if (!row.hidden) shown[row.dataset.what] += 1
  }
  for (const body of document.querySelectorAll('tbody[data-resource]'))
    body.hidden = !body.querySelector('tr[data-text]:not([hidden])')
  const stories = document.querySelector('#stories')
  if (stories) stories.hidden = shown.story === 0
  const counts = Object.entries(shown).map(([what, count]) => count + ' ' + (count === 1 ? what : plurals[what]))
  said.textContent = counts.join(', ') + ' shown'
}
filter.addEventListener('input', apply)
apply()

const [matrix, more] = ['.matrix', '.more'].map((one) => document.querySelector(one))
function measure() {
  const aside = matrix.scrollWidth - matrix.clientWidth
  more.hidden = aside <= 1
  matrix.classList.toggle('fits', aside <= 1)
  matrix.parentElement.classList.toggle('goes-on', aside - matrix.scrollLeft > 1)
}
matrix.addEventListener('scroll', measure, { passive: true })
new ResizeObserver(measure).observe(matrix)
measure()
`
