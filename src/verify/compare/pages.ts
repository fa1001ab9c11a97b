import type { Answer } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import type { Step } from '../reproduction/history.ts'
import { at } from '../story/bodies.ts'
import type { Comparison, Difference } from './comparison.ts'

interface ReadPage {
  readonly step: Step
  readonly operation: Operation
  readonly server: Answer
}

/**
 * Returns an item that the server has shown on another page of the same list: no order lets one be on two pages, if
 * nothing was written between them.
 */
export function compareWithOtherPages(
  { seenPages, rules }: Comparison,
  { step, operation, server }: ReadPage,
): readonly Difference[] {
  if (!isOfPages(operation) || !Array.isArray(server.body)) return []
  if (rules.showsOthers(step) !== undefined) return []
  const { page = 1, ...list } = step.parameters
  const key = JSON.stringify([step.as, step.credential, step.sudo, operation.id, list])
  const total = server.headers.get('x-total')
  const before = seenPages.get(key)
  const seen = before?.total === total ? before : { total, pages: new Map() }
  const items = server.body.filter((item) => at(item, 'id') ?? at(item, 'name'))
  const own = new Map(items.map((item) => [JSON.stringify(item), item]))
  seenPages.set(key, seen)
  seen.pages.set(Number(page), new Set(own.keys()))
  for (const [other, texts] of seen.pages) {
    const repeated = [...own].find(([text]) => other !== Number(page) && texts.has(text))
    if (repeated)
      return [{ place: '[] (an item of another page)', server: repeated[1], forge: undefined }]
  }
  return []
}

const isOfPages = ({ method, isPaginated }: Operation) => method === 'GET' && isPaginated
