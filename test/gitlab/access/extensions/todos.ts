import type { ExtensionRows } from '../extensions.ts'

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
  createTodoOfMergeRequest: { who: 'comments on merge requests' },
  unsubscribeFromMergeRequest: {
    who: 'comments on merge requests',
    path: { merge_request_id: '2' },
  },
} satisfies ExtensionRows
