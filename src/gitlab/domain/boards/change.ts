import { badRequest, nestedError } from '../../../contract/errors.ts'
import type { BoardListRecord, BoardRecord } from '../../../store/models/board.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import { omitUndefined } from '../changes.ts'
import type { Context, SystemContext } from '../context.ts'
import { labelNamed } from '../labels/list.ts'
import type { Holder } from '../place.ts'
import { lengthErrors } from '../validation.ts'
import { arrange, listsOf } from './lists.ts'

type WithStore = Pick<SystemContext, 'store'>

/** The attributes of a board in a request. */
export interface BoardRequest {
  readonly name?: string | undefined
  readonly hide_backlog_list?: boolean | undefined
  readonly hide_closed_list?: boolean | undefined
}

const MAX_NAME_LENGTH = 255

/** Returns the attributes of a board. Throws 400 for an invalid name. */
export function checkBoard(request: BoardRequest): BoardRequest {
  const name = request.name?.trim()
  const problems = [
    ...(name === '' ? ["can't be blank"] : []),
    ...lengthErrors(name ?? '', MAX_NAME_LENGTH),
  ]
  if (problems.length > 0) throw badRequest(`Failed to save board: Name ${problems.join(', ')}`)
  const { hide_backlog_list, hide_closed_list } = request
  return { name, hide_backlog_list, hide_closed_list }
}

export function createBoard(
  { store }: WithStore,
  holder: Holder,
  board: BoardRequest & { readonly id?: number | undefined },
): BoardRecord {
  return store.boards.insert({
    id: board.id,
    project_id: holder.kind === 'project' ? holder.project.id : null,
    group_id: holder.kind === 'group' ? holder.group.id : null,
    name: board.name,
    hide_backlog_list: board.hide_backlog_list,
    hide_closed_list: board.hide_closed_list,
  })
}

export function changeBoard(
  { store }: WithStore,
  board: BoardRecord,
  { name, hide_backlog_list, hide_closed_list }: BoardRequest,
): BoardRecord {
  return store.boards.replace(board, omitUndefined({ name, hide_backlog_list, hide_closed_list }))
}

/** Removes a board with its lists. */
export function removeBoard({ store }: WithStore, board: BoardRecord): void {
  store.boardLists.removeAll(store.boardLists.by('board_id', board.id))
  store.boards.remove(board)
}

/**
 * Returns the label of a new list. Throws 400 for a label that the project or the group neither has nor inherits, and
 * for one that already has a list.
 */
export function checkNewList(
  context: Context,
  holder: Holder,
  board: BoardRecord,
  labelId: number,
): LabelRecord {
  const near = { include_ancestor_groups: true }
  const label = labelNamed(context, holder, String(labelId), near)
  if (label?.id !== labelId) throw nestedError(400, 'Label not found')
  if (listsOf(context, board).some(({ label_id }) => label_id === labelId)) {
    throw nestedError(400, 'Label has already been taken')
  }
  return label
}

/** Adds a list to a board, after the others. */
export function createList(context: WithStore, board: BoardRecord, label: LabelRecord) {
  const position = listsOf(context, board).length
  return context.store.boardLists.insert({ board_id: board.id, label_id: label.id, position })
}

/** Throws 400 for a position outside the board. */
export function checkPosition(context: WithStore, list: BoardListRecord, position: number): void {
  const { length } = listsOf(context, { id: list.board_id })
  if (position < 0 || position >= length) throw nestedError(400, 'List could not be moved!')
}

/** Moves a list to a position, and shifts the lists in between. */
export function moveList(
  context: WithStore,
  list: BoardListRecord,
  position: number,
): BoardListRecord {
  const others = listsOf(context, { id: list.board_id }).filter(({ id }) => id !== list.id)
  arrange(context, others.toSpliced(position, 0, list))
  return context.store.boardLists.get(list.id) ?? list
}
