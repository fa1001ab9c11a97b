import type { RowsOf } from '../row.ts'

export const rows = {
  listTodos: { who: 'signed in' },
  markTodoAsDone: {
    who: 'signed in',
    path: { todo_id: '1' },
    from: 50,
    beyond: 'nobody',
    refusal: 404,
    reason: 'It is of the caller; the only one of the permission world is of the owner.',
  },
  markAllTodosAsDone: { who: 'signed in' },
} satisfies RowsOf<'To-do items'>
