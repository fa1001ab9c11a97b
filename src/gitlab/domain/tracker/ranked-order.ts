import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
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

/** What is ordered: issues, and merge requests into a project. */
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

/** As great as no priority is. */
const MAX_PRIORITY = 2 ** 31

/** The best priority of the labels of a record: the lowest. Labels of groups have none. */
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
