import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Order } from '../../../store/record-index.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import type { Context } from '../context.ts'
import { orderByRank, type Rank } from '../tracker/ranked-order.ts'

/** The orders that the store keeps its issues in. */
type KeptOrder = keyof typeof issueOrders

/** The orders of the lists of issues. */
export type IssueOrder =
  | KeptOrder
  | 'due_date'
  | 'label_priority'
  | 'milestone_due'
  | 'popularity'
  | 'priority'
  | 'relative_position'
  | 'title'

export function isKept(order: IssueOrder): order is KeptOrder {
  return Object.hasOwn(issueOrders, order)
}

/** An order that is made for a list, in a direction; of the same rank, by id. */
export function orderOf(
  context: Context,
  order: Exclude<IssueOrder, KeptOrder>,
  sort: 'asc' | 'desc',
): Order<IssueRecord> {
  return orderByRank(rankIn(context, order), sort)
}

function rankIn(
  { store }: Context,
  order: Exclude<IssueOrder, KeptOrder>,
): (issue: IssueRecord) => Rank {
  switch (order) {
    case 'due_date':
      return ({ due_date }) => due_date
    case 'milestone_due':
    case 'priority':
      return ({ milestone_id }) => store.milestones.get(milestone_id ?? 0)?.due_date ?? null
    case 'popularity':
      return ({ id }) =>
        store.awardEmoji
          .by('awardable', targetKey('Issue', id))
          .filter(({ name }) => name === 'thumbsup').length
    case 'title':
      return ({ title }) => folded(title)
    // No label has a priority, and nobody moves issues by hand: what is left is the order of their ids.
    case 'label_priority':
    case 'relative_position':
      return () => null
  }
}
