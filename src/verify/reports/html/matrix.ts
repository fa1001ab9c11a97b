import type { AspectSummary, OperationSummary, Verdict } from '../../results.ts'
import { type Markup, markup } from '../markup.ts'
import { groupByResource } from '../resources.ts'
import { cellVerdict, columns } from './columns.ts'

/** The class and the sign of each verdict: a sign, since colour alone tells not everybody. */
export const signs: Readonly<Record<Verdict, readonly [style: string, sign: string]>> = {
  passed: ['passed', '✓'],
  failed: ['failed', '✗'],
  'known departure': ['departure', '≈'],
  'not tested': ['untested', '·'],
  'left open': ['open', '○'],
}

/** Operations by groups of aspects; each operation unfolds into its aspects. */
export function matrix(operations: readonly OperationSummary[]): Markup {
  const bodies = [...groupByResource(operations)].map(
    ([resource, found]) => markup`<tbody data-resource="${resource}">
<tr class="resource"><th scope="colgroup" colspan="${columns.length + 1}">${resource}</th></tr>
${found.map(operationRow)}</tbody>
`,
  )
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Operations by aspects"><table>
<thead><tr><th scope="col">Operation</th>${columns.map(({ title }) => markup`<th scope="col">${title}</th>`)}</tr></thead>
${bodies}</table></div>
`
}

function operationRow({ operation, resource, method, path, aspects }: OperationSummary): Markup {
  const hasProblem = aspects.some(({ verdict }) => verdict === 'failed')
  const text = `${operation} ${resource} ${method} ${path}`.toLowerCase()
  return markup`<tr data-text="${text}"${hasProblem ? markup` data-problem` : undefined}><th scope="row"><details>
<summary><code>${operation}</code></summary><div><p class="soft">${method} ${path}</p><ul class="aspects">${aspects.map(aspectItem)}</ul></div>
</details></th>${columns.map(({ holds }) => cell(aspects.filter(({ aspect }) => holds(aspect))))}</tr>
`
}

function cell(aspects: readonly AspectSummary[]): Markup {
  const verdict = cellVerdict(aspects)
  if (!verdict) return markup`<td class="cell"></td>`
  const [style, sign] = signs[verdict]
  const same = aspects.filter((aspect) => aspect.verdict === verdict).length
  const count = same === aspects.length ? `${same}` : `${same}/${aspects.length}`
  const words = `${count} ${verdict}`
  return markup`<td class="cell ${style}" title="${words}"><span aria-label="${words}" role="img">${sign}</span> <span class="soft" aria-hidden="true">${count}</span></td>`
}

function aspectItem({ aspect, verdict, rule, reason, looks }: AspectSummary): Markup {
  const [style, sign] = signs[verdict]
  const why = reason === undefined ? undefined : markup` <span class="soft">(${reason})</span>`
  return markup`<li title="${rule}"><span class="${style}">${sign} ${verdict}</span> <code>${aspect}</code> <span class="soft">×${looks}</span>${why}</li>`
}
