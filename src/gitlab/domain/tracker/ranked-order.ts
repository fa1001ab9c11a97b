import type { Order } from '../../../store/record-index.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import type { WithStore } from '../lookups.ts'
import type { Listed } from './list-filters.ts'

/** The orders by rank that lists of issues and of merge requests have. */
export type RankedOrder = 'label_priority' | 'milestone_due' | 'popularity' | 'priority' | 'title'

/** What an order goes by: those without come last, whichever the direction. */
export type Rank = string | number | null

/** An order that is made for a list, in a direction; of the same rank, by id. Each rank is looked up once. */
export function orderByRank<R extends { readonly id: number }>(
  rankOf: (record: R) => Rank,
  sort: 'asc' | 'desc',
): Order<R> {
  const sign = sort === 'asc' ? 1 : -1
  const ranks = new Map<R, Rank>()
  const rank = (record: R): Rank => {
    const known = ranks.get(record)
    if (known !== undefined) return known
    const found = rankOf(record)
    ranks.set(record, found)
    return found
  }
  return (a, b) => {
    const [one, other] = [rank(a), rank(b)]
    if (one === other) return sign * (a.id - b.id)
    if (one === null) return 1
    if (other === null) return -1
    return one < other ? -sign : sign
  }
}

export function rankIn(
  { store }: WithStore,
  type: 'Issue' | 'MergeRequest',
  order: RankedOrder,
): (record: Listed) => Rank {
  switch (order) {
    case 'milestone_due':
    case 'priority':
      return ({ milestone_id }) => store.milestones.get(milestone_id ?? 0)?.due_date ?? null
    case 'popularity':
      return ({ id }) =>
        store.awardEmoji
          .by('awardable', targetKey(type, id))
          .filter(({ name }) => name === 'thumbsup').length
    case 'title':
      return ({ title }) => folded(title)
    // No label has a priority: what is left is the order of their ids.
    case 'label_priority':
      return () => null
  }
}
