import type { RowsOf } from '../row.ts'

const board = { board_id: '1' }
const boardOfGroup = { board_id: '2' }
const list = { board_id: '1', list_id: '1' }
const listOfGroup = { board_id: '2', list_id: '3' }
const reads = {
  who: 'sees the project',
  beyond: 'signed in',
  reason: 'Whoever sees the project and is signed in sees its boards.',
} as const
const readsOfGroup = { who: 'sees the group', beyond: 'signed in' } as const
const plansGroup = { who: 'planner of the group' } as const

export const rows = {
  listBoardsOfProject: reads,
  getBoardOfProject: { ...reads, path: board },
  createBoardOfProject: { who: 'planner', parameters: { name: 'New' } },
  updateBoardOfProject: { who: 'planner', path: board, parameters: { name: 'Other' } },
  deleteBoardOfProject: { who: 'planner', path: board },
  listBoardListsOfProject: { ...reads, path: board },
  getBoardListOfProject: { ...reads, path: list },
  createBoardListOfProject: { who: 'planner', path: board, parameters: { label_id: 2 } },
  updateBoardListOfProject: { who: 'planner', path: list, parameters: { position: 1 } },
  deleteBoardListOfProject: { who: 'planner', path: list },
  listBoardsOfGroup: readsOfGroup,
  getBoardOfGroup: { ...readsOfGroup, path: boardOfGroup },
  createBoardOfGroup: { ...plansGroup, parameters: { name: 'New' } },
  updateBoardOfGroup: { ...plansGroup, path: boardOfGroup, parameters: { name: 'Other' } },
  deleteBoardOfGroup: { ...plansGroup, path: boardOfGroup },
  listBoardListsOfGroup: { ...readsOfGroup, path: boardOfGroup },
  getBoardListOfGroup: { ...readsOfGroup, path: listOfGroup },
  createBoardListOfGroup: { ...plansGroup, path: boardOfGroup, parameters: { label_id: 5 } },
  updateBoardListOfGroup: { ...plansGroup, path: listOfGroup, parameters: { position: 1 } },
  deleteBoardListOfGroup: { ...plansGroup, path: listOfGroup },
} satisfies RowsOf<'Boards'>
