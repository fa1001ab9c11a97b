import { type Markup, markup } from '../../../shared/markup.ts'
import type { AspectSummary, OperationSummary, Verdict } from '../../results.ts'
import { groupByResource } from '../resources.ts'

/** The class and the symbol of each verdict; symbols are readable without colours. */
export const signs: Readonly<Record<Verdict, readonly [style: string, sign: string]>> = {
  passed: ['passed', '✓'],
  failed: ['failed', '✗'],
  'as released': ['released', '≈'],
  'not tested': ['untested', '·'],
  'left open': ['open', '○'],
}

/** Shows operations by groups of aspects; each operation can be expanded into its aspects. */
export function matrix(operations: readonly OperationSummary[]): Markup {
  const aspects = operations.flatMap((one) => one.aspects.map(({ aspect }) => aspect))
  const { tried, untried } = columnsOf([...new Set(aspects)])
  const bodies = [...groupByResource(operations)].map(
    ([resource, found]) => markup`<tbody data-resource="${resource}">
<tr class="resource"><th scope="colgroup" colspan="${tried.length + 1}"><span>${resource}</span></th></tr>
${found.map((one) => operationRow(one, tried))}</tbody>
`,
  )
  const headings = tried.map(({ heading }) => markup`<th scope="col">${heading}</th>`)
  return markup`<p class="soft">A cell shows the verdict that matters most and how many aspects have it: ${signs.passed[1]}\u00a01/2 is one of two.
An operation unfolds into its aspects.${untriedText(untried)}</p>
<p class="more soft" hidden>More columns stand to the right: scroll the table sideways.</p>
<div class="frame"><div class="scroll matrix" tabindex="0" role="region" aria-label="Operations by aspects"><table>
<thead><tr><th scope="col">Operation</th>${headings}</tr></thead>
${bodies}</table></div></div>
`
}

function untriedText(untried: readonly Column[]): string {
  if (untried.length === 0) return ''
  const titles = untried.map(({ title }) => title).join(', ')
  return ` Not tried in this run, as no operation of it has such aspects: ${titles}.`
}

function operationRow(summary: OperationSummary, columns: readonly Column[]): Markup {
  const { operation, resource, method, path, aspects } = summary
  const hasProblem = aspects.some(({ verdict }) => verdict === 'failed')
  const names = aspects.map(({ aspect }) => aspect).join(' ')
  const text = `${operation} ${resource} ${method} ${path} ${names}`.toLowerCase()
  return markup`<tr data-what="operation" data-text="${text}"${hasProblem ? markup` data-problem` : undefined}><th scope="row"><details>
<summary><code>${breakable(operation)}</code></summary><div><p class="soft">${method} ${path}</p><ul class="aspects">${aspects.map(aspectItem)}</ul></div>
</details></th>${columns.map((column) => cell(column, aspects))}</tr>
`
}

/** Formats an id with optional line breaks before its words, which narrow screens need. */
function breakable(operation: string): Markup {
  return markup`${operation.split(/(?=[A-Z])/).map((word, at) => (at === 0 ? word : markup`<wbr>${word}`))}`
}

function cell({ title, holds }: Column, all: readonly AspectSummary[]): Markup {
  const aspects = all.filter(({ aspect }) => holds(aspect))
  const verdict = cellVerdict(aspects)
  if (!verdict) return markup`<td class="cell"></td>`
  const [style, sign] = signs[verdict]
  const same = aspects.filter((aspect) => aspect.verdict === verdict).length
  const count = same === aspects.length ? `${same}` : `${same}/${aspects.length}`
  const words = `${count} ${verdict}`
  return markup`<td class="cell ${style}" title="${title}: ${words}"><span aria-label="${words}" role="img">${sign}</span> <span class="soft" aria-hidden="true">${count}</span></td>`
}

function aspectItem({ aspect, verdict, rule, reason, checks }: AspectSummary): Markup {
  const [style, sign] = signs[verdict]
  const why = reason === undefined ? undefined : markup` <span class="soft">(${reason})</span>`
  return markup`<li title="${rule}"><span class="${style}">${sign} ${verdict}</span> <code>${aspect}</code> <span class="soft">×${checks}</span>${why}</li>`
}

/** A column of the matrix: a group of aspects by the beginning of their names. */
export interface Column {
  readonly title: string
  /** The title with soft hyphens, so that a long one does not widen its column. */
  readonly heading: string
  readonly holds: (aspect: string) => boolean
}

const named = (heading: string, ...names: readonly string[]): Column => ({
  title: heading.replaceAll('\u00ad', ''),
  heading,
  holds: (aspect) => names.some((name) => aspect === name || aspect.startsWith(`${name}:`)),
})

const stated: readonly Column[] = [
  named('Answer', 'status', 'media-type', 'schema', 'headers'),
  named(
    'Access',
    'public',
    'unauthenticated',
    'wrong-token',
    'forbidden-for-users',
    'private-project',
    'permission',
    'scope',
  ),
  named('Sudo', 'sudo', 'sudo-refused', 'sudo-unknown'),
  named('Un\u00adknown', 'unknown'),
  named('Missing', 'missing'),
  named('Invalid', 'invalid'),
  named('Pages', 'pagination'),
  named('Order', 'order', 'order_by', 'sort'),
  named('Para\u00admeters', 'parameter', 'default', 'filter'),
  named('Read back', 'read-back'),
  named('Removal', 'removes', 'idempotent'),
  named('Transi\u00adtions', 'transition'),
  named('Conse\u00adquences', 'consequence'),
]

/** The columns of the matrix; the last one contains all other aspects. */
const columns: readonly Column[] = [
  ...stated,
  {
    title: 'Other',
    heading: 'Other',
    holds: (aspect) => !stated.some(({ holds }) => holds(aspect)),
  },
]

/** Separates the columns with at least one of these aspects from the others, which would only take space. */
function columnsOf(aspects: readonly string[]): Record<'tried' | 'untried', Column[]> {
  const [tried, untried]: [Column[], Column[]] = [[], []]
  for (const column of columns) (aspects.some(column.holds) ? tried : untried).push(column)
  return { tried, untried }
}

/** Returns the most important verdict of a cell. */
function cellVerdict(aspects: readonly AspectSummary[]): Verdict | undefined {
  const order: readonly Verdict[] = ['failed', 'as released', 'passed', 'not tested', 'left open']
  return order.find((verdict) => aspects.some((aspect) => aspect.verdict === verdict))
}
