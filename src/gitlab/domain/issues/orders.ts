import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Order } from '../../../store/record-index.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import type { Context } from '../context.ts'
import { orderByRank, type RankedOrder, rankIn } from '../tracker/ranked-order.ts'
import { positionOf } from './reorder.ts'

/** The orders that the store keeps its issues in. */
type KeptOrder = keyof typeof issueOrders

/** The orders of the lists of issues. */
export type IssueOrder = KeptOrder | RankedOrder | 'due_date' | 'relative_position'

export function isKept(order: IssueOrder): order is KeptOrder {
  return Object.hasOwn(issueOrders, order)
}

/** An order that is made for a list, in a direction; of the same rank, by id. */
export function orderOf(
  context: Context,
  order: Exclude<IssueOrder, KeptOrder>,
  sort: 'asc' | 'desc',
): Order<IssueRecord> {
  switch (order) {
    case 'due_date':
      return orderByRank(({ due_date }) => due_date, sort)
    case 'relative_position':
      return orderByRank(positionOf, sort)
    default:
      return orderByRank(rankIn(context, 'Issue', order), sort)
  }
}
