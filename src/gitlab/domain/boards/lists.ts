import type { BoardListRecord, BoardRecord } from '../../../store/models/board.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { SystemContext } from '../context.ts'

type WithStore = Pick<SystemContext, 'store'>

/** Returns the lists of a board from left to right. */
export function listsOf({ store }: WithStore, { id }: Pick<BoardRecord, 'id'>): BoardListRecord[] {
  return store.boardLists.by('board_id', id).toSorted((a, b) => a.position - b.position)
}

/** Sets the positions of lists by their order. */
export function arrange({ store }: WithStore, lists: readonly BoardListRecord[]): void {
  for (const [position, list] of lists.entries()) {
    if (list.position !== position) store.boardLists.replace(list, { position })
  }
}

/** Removes a list of a board, and shifts the lists after it. */
export function removeList(context: WithStore, list: BoardListRecord): void {
  context.store.boardLists.remove(list)
  arrange(context, listsOf(context, { id: list.board_id }))
}

/** Removes the lists of a label from all boards. */
export function removeListsOf(context: WithStore, label: LabelRecord): void {
  for (const list of context.store.boardLists.by('label_id', label.id).slice()) {
    removeList(context, list)
  }
}

/** Moves the lists of a label to another one. A board with lists of both keeps one. */
export function mergeLists(context: WithStore, from: LabelRecord, to: LabelRecord): void {
  const { boardLists } = context.store
  const boards = new Set(boardLists.by('label_id', to.id).map(({ board_id }) => board_id))
  for (const list of boardLists.by('label_id', from.id).slice()) {
    if (boards.has(list.board_id)) removeList(context, list)
    else boardLists.replace(list, { label_id: to.id })
  }
}
