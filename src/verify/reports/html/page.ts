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
import { style } from './style.ts'

/**
 * Formats the summary as a self-contained HTML page: totals, every failure with its requests, a matrix of operations by
 * aspects, and a filter. It is readable without scripts.
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
${sinceEarlierSection(summary)}
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

function sinceEarlierSection({ sinceEarlier: since }: Summary): Markup {
  if (!since) return markup``
  const list = (title: string, keys: readonly string[]) =>
    keys.length === 0
      ? markup``
      : markup`<p>${title}</p><ul>${keys.map((key) => markup`<li><code>${key}</code></li>`)}</ul>`
  return markup`<h2>Since the earlier report</h2>
<p>${since.new.length} new, ${since.stillThere.length} still there, ${since.gone.length} gone, ${since.notTested.length} not tested</p>
${list('New', since.new)}${list('Gone', since.gone)}`
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

/**
 * The script of the filter, and of the hint that the matrix can be scrolled; without scripts everything is shown,
 * except the filter.
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
