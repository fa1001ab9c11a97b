import type { AspectSummary, Verdict } from '../../results.ts'

/** What a column of the matrix gathers: aspects by the beginning of their names. */
export interface Column {
  readonly title: string
  /** The title with soft hyphens, so that the longest one does not make its column wide. */
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

/** The columns of the matrix; the last one holds every aspect that no other does. */
const columns: readonly Column[] = [
  ...stated,
  {
    title: 'Other',
    heading: 'Other',
    holds: (aspect) => !stated.some(({ holds }) => holds(aspect)),
  },
]

/** The columns with at least one of these aspects, and the others, which would only take room. */
export function columnsOf(aspects: readonly string[]): Record<'tried' | 'untried', Column[]> {
  const [tried, untried]: [Column[], Column[]] = [[], []]
  for (const column of columns) (aspects.some(column.holds) ? tried : untried).push(column)
  return { tried, untried }
}

/** The verdict that a cell shows: the one that most wants to be seen. */
export function cellVerdict(aspects: readonly AspectSummary[]): Verdict | undefined {
  const order: readonly Verdict[] = [
    'failed',
    'known departure',
    'passed',
    'not tested',
    'left open',
  ]
  return order.find((verdict) => aspects.some((aspect) => aspect.verdict === verdict))
}
