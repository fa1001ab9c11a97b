import { notFound, recordNotFound } from '../../../contract/errors.ts'
import type { BoardList } from '../../../contract/generated/v3/contract.ts'
import type { BoardListRecord, BoardRecord } from '../../../store/models/board.ts'
import { checkNewList, checkPosition, createList, moveList } from '../../domain/boards/change.ts'
import { listsOf, removeList } from '../../domain/boards/lists.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { mustPlan } from '../../domain/labels/change.ts'
import { ofProject } from '../../domain/place.ts'
import { labelBasic } from '../../resources/v3/label.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/boards.yaml. */
export const boards = {
  listBoardsOfProject: (context) =>
    context.store.boards
      .by('project_id', context.project.id)
      .map((board) => ({ id: board.id, lists: shown(context, board) })),

  listBoardListsOfProject: (context, { board_id }) => shown(context, existing(context, board_id)),

  getBoardListOfProject: (context, { board_id, list_id }) =>
    present(context, existingList(context, board_id, list_id)),

  createBoardListOfProject(context, { board_id, label_id }) {
    const board = existing(context, board_id)
    const label = checkNewList(context, ofProject(context), board, label_id)
    mustPlan(context, ofProject(context))
    return present(context, createList(context, board, label))
  },

  updateBoardListOfProject(context, { board_id, list_id, position }) {
    const list = existingList(context, board_id, list_id)
    mustPlan(context, ofProject(context))
    checkPosition(context, list, position)
    return present(context, moveList(context, list, position))
  },

  deleteBoardListOfProject(context, { board_id, list_id }) {
    mustPlan(context, ofProject(context))
    const list = existingList(context, board_id, list_id)
    const removed = present(context, list)
    removeList(context, list)
    return removed
  },
} satisfies OperationsOf<'v3', 'Boards'>

/** Returns the first board of the project: GitLab 8.15 had only one. */
function existing({ store, project }: ProjectContext, id: number): BoardRecord {
  const [board] = store.boards.by('project_id', project.id)
  if (board?.id !== id) throw notFound('Board')
  return board
}

function existingList(context: ProjectContext, boardId: number, id: number): BoardListRecord {
  const found = listsOf(context, existing(context, boardId)).find((list) => list.id === id)
  if (!found) throw recordNotFound()
  return found
}

function shown(context: ProjectContext, board: BoardRecord): BoardList[] {
  return listsOf(context, board).map((list) => present(context, list))
}

function present({ store }: ProjectContext, list: BoardListRecord): BoardList {
  const label = store.labels.get(list.label_id)
  return { id: list.id, label: label ? labelBasic(label) : null, position: list.position }
}
