import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Order } from '../../../store/record-index.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import type { WithStore } from '../lookups.ts'
import type { Listed } from './list-filters.ts'

/** The orders of issues and merge requests that are computed per list. */
export type RankedOrder = 'label_priority' | 'milestone_due' | 'popularity' | 'priority' | 'title'

/** The sort key of a record; null comes last in both directions. */
export type Rank = string | number | null

/** Returns an order by rank in a direction; ties are ordered by id. Each rank is computed once. */
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

/** The records that are ordered: issues, and merge requests into a project. */
type Ranked = Listed &
  (Pick<IssueRecord, 'project_id'> | Pick<MergeRequestRecord, 'target_project_id'>)

export function rankIn(
  { store }: WithStore,
  type: 'Issue' | 'MergeRequest',
  order: RankedOrder,
): (record: Ranked) => Rank {
  switch (order) {
    case 'priority': {
      const priorityOf = labelPriorities(store)
      return (record) => {
        const due = store.milestones.get(record.milestone_id ?? 0)?.due_date ?? null
        const priority = priorityOf(record)
        if (due === null && priority === null) return null
        return `${due ?? '9999'} ${String(priority ?? MAX_PRIORITY).padStart(10, '0')}`
      }
    }
    case 'milestone_due':
      return ({ milestone_id }) => store.milestones.get(milestone_id ?? 0)?.due_date ?? null
    case 'popularity':
      return ({ id }) =>
        store.awardEmoji
          .by('awardable', targetKey(type, id))
          .filter(({ name }) => name === 'thumbsup').length
    case 'title':
      return ({ title }) => folded(title)
    case 'label_priority':
      return labelPriorities(store)
  }
}

/** Greater than any priority. */
const MAX_PRIORITY = 2 ** 31

/** Returns a function for the best (lowest) priority of a record's labels. Group labels have none. */
function labelPriorities(store: WithStore['store']): (record: Ranked) => number | null {
  const byProject = new Map<number, ReadonlyMap<string, number>>()
  const prioritiesIn = (id: number) => {
    const known =
      byProject.get(id) ??
      new Map(
        store.labels
          .by('project_id', id)
          .flatMap(({ title, priority }) =>
            priority === null ? [] : [[title, priority] as const],
          ),
      )
    byProject.set(id, known)
    return known
  }
  return (record) => {
    const id = 'project_id' in record ? record.project_id : record.target_project_id
    const priorities = prioritiesIn(id)
    if (priorities.size === 0) return null
    const found = record.labels.flatMap((title) => priorities.get(title) ?? [])
    return found.length === 0 ? null : Math.min(...found)
  }
}
