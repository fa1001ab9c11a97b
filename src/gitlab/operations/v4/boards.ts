import { recordNotFound } from '../../../contract/errors.ts'
import type { BoardListRecord, BoardRecord } from '../../../store/models/board.ts'
import {
  type BoardRequest,
  changeBoard,
  checkBoard,
  checkNewList,
  checkPosition,
  createBoard,
  createList,
  moveList,
  removeBoard,
} from '../../domain/boards/change.ts'
import { listsOf, removeList } from '../../domain/boards/lists.ts'
import type { Context } from '../../domain/context.ts'
import { mustPlan } from '../../domain/labels/change.ts'
import { type Holder, ofGroup, ofProject } from '../../domain/place.ts'
import { boardListResource, boardResource } from '../../resources/v4/board.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/boards.yaml. */
export const boards = {
  listBoardsOfProject: (context) => boardsOf(context, ofProject(context)),
  getBoardOfProject: (context, asked) => getBoard(context, ofProject(context), asked),
  createBoardOfProject: (context, asked) => addBoard(context, ofProject(context), asked),
  updateBoardOfProject: (context, asked) => updateBoard(context, ofProject(context), asked),
  deleteBoardOfProject: (context, asked) => deleteBoard(context, ofProject(context), asked),
  listBoardListsOfProject: (context, asked) => listLists(context, ofProject(context), asked),
  getBoardListOfProject: (context, asked) => getList(context, ofProject(context), asked),
  createBoardListOfProject: (context, asked) => addList(context, ofProject(context), asked),
  updateBoardListOfProject: (context, asked) => updateList(context, ofProject(context), asked),
  deleteBoardListOfProject: (context, asked) => deleteList(context, ofProject(context), asked),

  listBoardsOfGroup: (context) => boardsOf(context, ofGroup(context)),
  getBoardOfGroup: (context, asked) => getBoard(context, ofGroup(context), asked),
  createBoardOfGroup: (context, asked) => addBoard(context, ofGroup(context), asked),
  updateBoardOfGroup: (context, asked) => updateBoard(context, ofGroup(context), asked),
  deleteBoardOfGroup: (context, asked) => deleteBoard(context, ofGroup(context), asked),
  listBoardListsOfGroup: (context, asked) => listLists(context, ofGroup(context), asked),
  getBoardListOfGroup: (context, asked) => getList(context, ofGroup(context), asked),
  createBoardListOfGroup: (context, asked) => addList(context, ofGroup(context), asked),
  updateBoardListOfGroup: (context, asked) => updateList(context, ofGroup(context), asked),
  deleteBoardListOfGroup: (context, asked) => deleteList(context, ofGroup(context), asked),
} satisfies OperationsOf<'v4', 'Boards'>

interface OfBoard {
  readonly board_id: number
}

interface OfList extends OfBoard {
  readonly list_id: number
}

function boardsOf(context: Context, holder: Holder) {
  const id = holder.kind === 'project' ? holder.project.id : holder.group.id
  const found = context.store.boards.by(`${holder.kind}_id`, id)
  return list(found, (board) => boardResource(board, context))
}

function existingBoard({ store }: Context, holder: Holder, { board_id }: OfBoard): BoardRecord {
  const board = store.boards.get(board_id)
  const isThere =
    holder.kind === 'project'
      ? board?.project_id === holder.project.id
      : board?.group_id === holder.group.id
  if (!board || !isThere) throw recordNotFound()
  return board
}

function existingList(context: Context, holder: Holder, asked: OfList): BoardListRecord {
  const board = existingBoard(context, holder, asked)
  const found = listsOf(context, board).find(({ id }) => id === asked.list_id)
  if (!found) throw recordNotFound()
  return found
}

function getBoard(context: Context, holder: Holder, asked: OfBoard) {
  return boardResource(existingBoard(context, holder, asked), context)
}

function addBoard(context: Context, holder: Holder, { name }: BoardRequest) {
  mustPlan(context, holder)
  return boardResource(createBoard(context, holder, checkBoard({ name })), context)
}

function updateBoard(context: Context, holder: Holder, asked: OfBoard & BoardRequest) {
  mustPlan(context, holder)
  const board = existingBoard(context, holder, asked)
  return boardResource(changeBoard(context, board, checkBoard(asked)), context)
}

function deleteBoard(context: Context, holder: Holder, asked: OfBoard): undefined {
  mustPlan(context, holder)
  removeBoard(context, existingBoard(context, holder, asked))
}

function listLists(context: Context, holder: Holder, asked: OfBoard) {
  const board = existingBoard(context, holder, asked)
  return list(listsOf(context, board), (one) => boardListResource(one, context))
}

function getList(context: Context, holder: Holder, asked: OfList) {
  return boardListResource(existingList(context, holder, asked), context)
}

function addList(
  context: Context,
  holder: Holder,
  { label_id, ...asked }: OfBoard & { readonly label_id: number },
) {
  mustPlan(context, holder)
  const board = existingBoard(context, holder, asked)
  const label = checkNewList(context, holder, board, label_id)
  return boardListResource(createList(context, board, label), context)
}

function updateList(
  context: Context,
  holder: Holder,
  { position, ...asked }: OfList & { readonly position: number },
) {
  mustPlan(context, holder)
  const found = existingList(context, holder, asked)
  checkPosition(context, found, position)
  return boardListResource(moveList(context, found, position), context)
}

function deleteList(context: Context, holder: Holder, asked: OfList): undefined {
  mustPlan(context, holder)
  removeList(context, existingList(context, holder, asked))
}
