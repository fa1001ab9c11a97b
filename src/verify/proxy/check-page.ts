import { linksOf } from '../checks/links.ts'
import { ruleOf } from '../contract/aspects.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { describe, type ResponseCheck } from '../story/check-response.ts'

/** Checks the headers of a page of a list against the contract. */
export function checkPage(check: ResponseCheck): void {
  const { answer, operation } = check
  if (answer.status !== 200 || !operation.isPaginated || !Array.isArray(answer.body)) return
  // A page of keyset pagination only has a link to the next one.
  if (isByKeys(check)) return
  const counts = isCounted(check)
  decide(check, 'pagination:headers', problemOfHeaders(check, answer.body.length, counts))
  decide(check, 'pagination:links', problemOfLinks(check, counts))
}

function isByKeys({ operation, answer }: ResponseCheck): boolean {
  const { searchParams } = new URL(answer.request.url)
  return operation.keysetOrders !== undefined && searchParams.get('pagination') === 'keyset'
}

/** Whether totals are required: v4 omits them in lists that it never counts, and in long ones. */
function isCounted({ operation, answer }: ResponseCheck): boolean {
  return (
    judgedApis[operation.api].countsEveryList ||
    !(operation.isUncounted || answer.headers.get('x-total') === null)
  )
}

type Problem = { readonly expected: string; readonly received: string } | undefined

function problemOfHeaders(
  { answer: { headers } }: ResponseCheck,
  length: number,
  isCounted: boolean,
): Problem {
  const names = ['x-total', 'x-total-pages', 'x-per-page', 'x-page', 'x-next-page', 'x-prev-page']
  const texts = names.map((name) => headers.get(name))
  const wrong = names.find((name, index) => {
    if (!isCounted && name.startsWith('x-total')) return false
    const pattern = /next|prev/.test(name) ? /^\d*$/ : /^\d+$/
    return !pattern.test(texts[index] ?? 'none')
  })
  if (wrong) return { expected: `${wrong} with a number`, received: headers.get(wrong) ?? 'none' }
  const [total = 0, pages = 0, size = 0, page = 0] = texts.map(Number)
  if (size < 1 || size > 100 || length > size) {
    return {
      expected: 'at most x-per-page items, and that at most 100',
      received: `${length}, ${size}`,
    }
  }
  if (!isCounted) return undefined
  const [next, previous] = [page < pages ? page + 1 : '', page > 1 ? page - 1 : '']
  const expected = [Math.max(1, Math.ceil(total / size)), next, previous].join(', ')
  const received = [Math.max(1, pages), texts[4], texts[5]].join(', ')
  // After the end, a server can refer to the previous or the last page.
  if (expected === received || page > pages) return undefined
  const which = 'x-total-pages, x-next-page, x-prev-page'
  return { expected: `${which}: ${expected}`, received }
}

function problemOfLinks({ answer }: ResponseCheck, isCounted: boolean): Problem {
  const { headers } = answer
  const links = linksOf(answer)
  const isComplete = [
    'first',
    ...(isCounted ? ['last'] : []),
    ...(headers.get('x-next-page') ? ['next'] : []),
    ...(headers.get('x-prev-page') ? ['prev'] : []),
  ].every((relation) => links[relation] !== undefined)
  if (isComplete) return undefined
  return {
    expected: 'full URLs of first, last, and of next and prev as far as there are any',
    received: headers.get('link') ?? 'none',
  }
}

function decide(check: ResponseCheck, aspect: string, problem: Problem): void {
  const { judge, operation, answer, source } = check
  const base = { operation: operation.id, aspect, rule: ruleOf(operation, aspect), source }
  if (!problem) judge.pass(base)
  else judge.fail({ ...base, ...problem, exchanges: [answer.exchange] })
}

/** Checks the body of an error that the contract describes; other errors are up to the server. */
export function checkError(check: ResponseCheck): void {
  const { contract, answer, operation, source, judge } = check
  const { status } = answer
  if (status < 400 || status >= 500) return
  const problem = contract.checkBody(operation.id, status, answer.body)
  if (problem === undefined || problem.includes('which its contract does not name')) return
  judge.fail({
    operation: operation.id,
    aspect: 'schema',
    rule: 'An error that the contract describes has the body that it describes.',
    source,
    expected: 'a body as the contract describes it',
    received: `${describe(answer)}: ${problem}`,
    exchanges: [answer.exchange],
  })
}
