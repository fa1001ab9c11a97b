import { type Markup, markup } from '../../../shared/markup.ts'
import type { Exchange, Failure, Result } from '../../results.ts'
import { moreOf, otherPlaces } from '../describe-failure.ts'
import { differenceOf } from '../difference.ts'

/** Shows each failure with its rule, the received value, and its requests. */
export function failureList(failures: readonly Failure[]): Markup {
  if (failures.length === 0) return markup`<p>Nothing failed.</p>`
  return markup`${failures.map(failureDetails)}`
}

function failureDetails(failure: Failure, index: number): Markup {
  const { result, others } = failure
  const { operation, resource, aspect, rule, source, isInBaseline } = result
  const text = [result, ...others].map((one) => `${one.operation} ${one.aspect} ${one.rule}`)
  const more = moreOf(failure)
  const known = isInBaseline ? ' (in the baseline)' : ''
  return markup`<details data-what="failure" data-problem data-text="${`${resource} ${text.join(' ')}`.toLowerCase()}"${index < 20 ? markup` open` : undefined}>
<summary><span class="failed">✗</span> <code>${operation}</code> <b>${aspect}</b><span class="soft">${more === '' ? '' : ` ${more}`}${known}</span><br>${rule}</summary>
<div><dl><dt>seen by</dt><dd>${source}</dd>${term('stated in', result.place)}${term('severity', result.severity)}${term('expected', result.expected)}${term('received', result.received)}${term('differs', differenceOf(result.expected, result.received))}${term('called by', result.exchanges?.at(-1)?.caller)}${term('after', result.before?.join('\n') || undefined)}${term('also at', alsoAt(result, others))}</dl>
${(result.exchanges ?? []).map(exchangeBlock)}${scriptBlock(result.script)}</div>
</details>
`
}

function scriptBlock(script: string | undefined): Markup {
  if (script === undefined) return markup``
  return markup`<details><summary class="soft">A script that makes what it needs and shows it again</summary><pre tabindex="0">${script}</pre></details>
`
}

function term(name: string, text: string | undefined): Markup {
  return text === undefined ? markup`` : markup`<dt>${name}</dt><dd>${text}</dd>`
}

function alsoAt(result: Result, others: readonly Result[]): string | undefined {
  const places = otherPlaces(result, others)
  return places.length === 0 ? undefined : places.join('\n')
}

function exchangeBlock({ request, answer, problem, duration, curl }: Exchange): Markup {
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...bodyLines(request.body),
  ]
  const came = answer
    ? [`${answer.status}`, ...headerLines(answer.headers), ...bodyLines(answer.body)]
    : [`no answer: ${problem ?? 'unknown'}`]
  return markup`<p class="soft">Request</p><pre tabindex="0">${sent.join('\n')}</pre>
<p class="soft">Answer, after ${Math.round(duration)} ms</p><pre tabindex="0">${came.join('\n')}</pre>
<p class="soft">Send it again</p><pre tabindex="0">${curl}</pre>
`
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function bodyLines(body: string | undefined): string[] {
  return body === undefined || body === '' ? [] : ['', body]
}
