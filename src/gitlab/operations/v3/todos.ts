import { recordNotFound } from '../../../contract/errors.ts'
import type { TodoRecord } from '../../../store/models/todo.ts'
import type { Context } from '../../domain/context.ts'
import { onMergeRequest } from '../../domain/tracker/noteable.ts'
import {
  markTodo,
  ownTodo,
  settleAllTodos,
  settleTodo,
  todosOf,
} from '../../domain/tracker/todos.ts'
import { actionOfTodo, todoResource } from '../../resources/v3/todo.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/todos.yaml. */
export const todos = {
  listTodos(context, { action, ...filters }) {
    const found = todosOf(context, filters).filter(
      (todo) => action === undefined || actionOfTodo(todo) === action,
    )
    return list(found, (todo) => present(todo, context))
  },

  markTodoAsDone: (context, { todo_id }) =>
    present(settleTodo(context, ownTodo(context, todo_id)), context),

  markAllTodosAsDone: (context) => settleAllTodos(context),

  createTodoOfMergeRequest: (context) =>
    present(markTodo(context, onMergeRequest(context)), context),
} satisfies OperationsOf<'v3', 'Todos'>

function present(todo: TodoRecord, context: Context) {
  const shown = todoResource(todo, context)
  if (!shown) throw recordNotFound()
  return shown
}
