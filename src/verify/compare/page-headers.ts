import { isUrl } from '../../shared/is-url.ts'
import type { Answer } from '../client/answer.ts'
import { readLinkHeader } from '../client/link-header.ts'
import type { Operation } from '../contract/operation.ts'
import type { Step } from '../reproduction/history.ts'
import type { Answers, Difference } from './comparison.ts'
import { isTime } from './times.ts'

const pageHeaders = [
  'X-Total',
  'X-Total-Pages',
  'X-Per-Page',
  'X-Page',
  'X-Next-Page',
  'X-Prev-Page',
] as const

/** Compares the headers of pages. Where the items of a list are open, their number is as well. */
export function comparePageHeaders(
  { step, operation, server, forge }: Answers,
  body: readonly Difference[],
  isOpen: boolean,
): Difference[] {
  if (!operation.isPaginated || !Array.isArray(forge.body)) return []
  const isListOpen = isOpen || body.some(({ place, open }) => open && /item\)$/.test(place))
  const isEmpty = [server, forge].every(({ headers }) => headers.get('x-total') === '0')
  const open =
    step.open ??
    (isListOpen ? 'which items the list has is left open' : undefined) ??
    (isEmpty ? 'which pages a list of nothing has is not stated' : undefined)
  // How many items there are may be open; which pages they make follows from their number.
  if (open && !step.open && !isEmpty) return compareWithTotal(server, forge, open)
  const isBehindEnd = Number(forge.headers.get('x-page')) > numberOfPages(forge)
  const beside = isBehindEnd ? 'what is beside a page behind the end is not stated' : undefined
  const differ = (name: string, of: string | null | undefined, own: string | null | undefined) =>
    (of ?? '') === (own ?? '')
      ? []
      : [
          {
            place: `header ${name}`,
            server: of ?? null,
            forge: own ?? null,
            ...openedBy(open ?? (isBesides(name) ? beside : undefined)),
          },
        ]
  return [
    ...pageHeaders.flatMap((name) =>
      differ(name, server.headers.get(name), forge.headers.get(name)),
    ),
    ...(namesPages(server)
      ? differ('Link', linksOf(server, step, operation), linksOf(forge, step, operation))
      : differ('Link', relationsOf(server), relationsOf(forge))),
  ]
}

/** Compares the headers of pages with those that follow from the server's own number of items. */
function compareWithTotal(server: Answer, forge: Answer, open: string): Difference[] {
  const numberIn = ({ headers }: Answer, name: string) => Number(headers.get(name) || Number.NaN)
  const [total, page, size] = [
    numberIn(server, 'x-total'),
    numberIn(forge, 'x-page'),
    numberIn(forge, 'x-per-page'),
  ]
  const pages = Math.max(1, Math.ceil(total / size))
  const due: Readonly<Record<string, number | undefined>> = {
    'X-Total': numberIn(forge, 'x-total'),
    'X-Total-Pages': pages,
    'X-Per-Page': size,
    'X-Page': page,
    ...(page > pages
      ? {}
      : {
          'X-Next-Page': page < pages ? page + 1 : undefined,
          'X-Prev-Page': page > 1 ? page - 1 : undefined,
        }),
  }
  const headers = Object.entries(due).flatMap(([name, value]) => {
    const given = server.headers.get(name)
    if ((given ?? '') === String(value ?? '')) return []
    const place = `header ${name}`
    const isOpen = name === 'X-Total' || Number.isNaN(total)
    return [
      { place, server: given, forge: String(value ?? ''), ...openedBy(isOpen ? open : undefined) },
    ]
  })
  if (Number.isNaN(total) || page > pages) return headers
  const relations = [
    'first',
    'last',
    ...(page < pages ? ['next'] : []),
    ...(page > 1 ? ['prev'] : []),
  ]
  const [given, expected] = [relationsOf(server), relations.sort().join(', ')]
  if (given === expected) return headers
  return [...headers, { place: 'header Link', server: given, forge: expected }]
}

const numberOfPages = ({ headers }: Answer) => Number(headers.get('x-total-pages'))

/** Whether a header tells of other pages than the one that is shown. */
const isBesides = (header: string) => /^(?:X-Next-Page|X-Prev-Page|Link)$/.test(header)

const openedBy = (open: string | undefined) => (open ? { open } : {})

interface PageLink {
  readonly relation: string
  readonly address: string
}

/** Returns the links with one of the documented relations; a server may send others beside them. */
const pageLinksOf = ({ headers }: Answer): readonly PageLink[] =>
  readLinkHeader(headers.get('link') ?? '').flatMap(({ target, relations }) =>
    relations
      .filter((relation) => documented.has(relation))
      .map((relation) => ({ relation, address: target })),
  )

const documented: ReadonlySet<string> = new Set(['first', 'last', 'next', 'prev'])

/** Whether the links of a response have page numbers; a server may use parameters of its own. */
const namesPages = (answer: Answer) =>
  pageLinksOf(answer).every(
    ({ address }) => !isUrl(address) || new URL(address).searchParams.has('page'),
  )

const relationsOf = (answer: Answer) =>
  pageLinksOf(answer)
    .map(({ relation }) => relation)
    .sort()
    .join(', ')

/** Returns the relations of `Link`, each with its page and the parameters of the operation. */
function linksOf(answer: Answer, { parameters }: Step, operation: Operation): string {
  // A link may name once more what stands in its path.
  const ofQuery = operation.parameters.filter((one) => one.in !== 'path')
  const known = new Set(ofQuery.map(({ name }) => name))
  const { searchParams: sent } = new URL(answer.request.url)
  return pageLinksOf(answer)
    .map(({ relation, address }) => {
      if (!isUrl(address)) return `${relation}: no URL`
      const { pathname, searchParams } = new URL(address)
      if (!endsAs(operation.path, pathname)) return `${relation}: no address of ${operation.path}`
      const kept = Object.keys(parameters).filter(
        (name) => valuesOf(searchParams, name) !== '' && name !== 'page' && known.has(name),
      )
      // Each side has its own ids and its own clock.
      const shownAs = (name: string) => {
        const value = valuesOf(searchParams, name)
        if (value === valuesOf(sent, name)) return 'as sent'
        return isTime(value) ? 'a time' : value
      }
      const words = kept.map((name) => `${name}=${shownAs(name)}`).sort()
      return `${relation}: ${[`page=${searchParams.get('page')}`, ...words].join(' ')}`
    })
    .sort()
    .join(', ')
}

/** Whether a path leads to an operation, wherever the API is: a parameter of the path has no slash that is not encoded. */
function endsAs(operation: string, pathname: string): boolean {
  const expected = operation.split('/').slice(1)
  const segments = pathname.split('/').slice(-expected.length)
  return expected.every((segment, place) => segment.startsWith('{') || segment === segments[place])
}

/** Returns the values of a parameter, also of one with several. */
const valuesOf = (query: URLSearchParams, name: string) =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)].join()
