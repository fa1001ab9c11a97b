import type { AspectSummary, Verdict } from '../../results.ts'

/** What a column of the matrix gathers: aspects by the beginning of their names. */
export interface Column {
  readonly title: string
  readonly holds: (aspect: string) => boolean
}

const named = (title: string, ...names: readonly string[]): Column => ({
  title,
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
  named('Unknown', 'unknown'),
  named('Missing', 'missing'),
  named('Invalid', 'invalid'),
  named('Pages', 'pagination'),
  named('Order', 'order', 'order_by', 'sort'),
  named('Parameters', 'parameter', 'default', 'filter'),
  named('Read back', 'read-back'),
  named('Removal', 'removes', 'idempotent'),
  named('Transitions', 'transition'),
  named('Consequences', 'consequence'),
]

/** The columns of the matrix; the last one holds every aspect that no other does. */
export const columns: readonly Column[] = [
  ...stated,
  { title: 'Other', holds: (aspect) => !stated.some(({ holds }) => holds(aspect)) },
]

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
