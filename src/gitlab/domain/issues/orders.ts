import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Order } from '../../../store/record-index.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import type { Context } from '../context.ts'
import { orderByRank, type RankedOrder, rankIn } from '../tracker/ranked-order.ts'
import { positionOf } from './reorder.ts'

/** The orders in which the store indexes issues. */
type KeptOrder = keyof typeof issueOrders

/** The orders of the lists of issues. */
export type IssueOrder = KeptOrder | RankedOrder | 'due_date' | 'relative_position'

export function isKept(order: IssueOrder): order is KeptOrder {
  return Object.hasOwn(issueOrders, order)
}

/** Returns an order without an index, in a direction; ties are ordered by id. */
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
