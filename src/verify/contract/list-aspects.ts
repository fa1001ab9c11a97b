import type { Aspect } from './aspect.ts'
import { judgedApis } from './judged-api.ts'
import { givenParameters, type Operation } from './operation.ts'

/** Returns the aspects of the pages of a list. */
export function ofPages({ api }: Operation): Aspect[] {
  const { headersOfLists } = judgedApis[api]
  return [
    {
      name: 'pagination:headers',
      rule: 'A list gives its totals and pages in X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page and X-Prev-Page.',
    },
    {
      name: 'pagination:links',
      rule: 'Link holds the relations prev, next, first and last as full URLs, and following next visits everything once.',
    },
    {
      name: 'pagination:default',
      rule: 'Without page and per_page a list answers the first page, of at most 20 items.',
    },
    { name: 'pagination:cap', rule: 'A page has at most 100 items.' },
    { name: 'pagination:past-the-end', rule: 'A page after the last is empty.' },
    ...(headersOfLists.length > 0
      ? [
          {
            name: 'pagination:request',
            rule: `A list is answered with the headers ${headersOfLists.join(' and ')}.`,
          },
        ]
      : []),
  ]
}

const orderings = new Set(['order_by', 'sort'])

/** Returns the aspects of the orders and filters of a list. */
export function ofLists(operation: Operation): Aspect[] {
  if (operation.method !== 'GET') return []
  const given = givenParameters(operation)
  const filters = operation.isPaginated
    ? given.filter(({ name }) => !orderings.has(name))
    : given.filter(({ required }) => !required)
  return [
    ...(given.some(({ name }) => name === 'order_by')
      ? [
          {
            name: 'order_by',
            rule: 'order_by says what a list is ordered by, and has its default.',
          },
        ]
      : []),
    ...(given.some(({ name }) => name === 'sort')
      ? [{ name: 'sort', rule: 'sort says whether a list goes up or down, and has its default.' }]
      : []),
    ...(operation.statedOrder ? [{ name: 'order', rule: operation.statedOrder.rule }] : []),
    ...filters.map(({ name }) => ({
      name: `parameter:${name}`,
      rule: `${name} has its effect: it keeps what it should and leaves out what it should.`,
    })),
  ]
}
