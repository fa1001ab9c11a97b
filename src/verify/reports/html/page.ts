import type { LeftBehind, StorySummary, Summary } from '../../results.ts'
import { outcomeOf, verdicts } from '../../results.ts'
import { Markup, markup } from '../markup.ts'
import { failureList } from './failures.ts'
import { matrix, signs } from './matrix.ts'
import { script } from './script.ts'
import { style } from './style.ts'

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
