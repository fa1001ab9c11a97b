import { recordNotFound } from '../../../contract/errors.ts'
import type { TodoRecord } from '../../../store/models/todo.ts'
import type { Context } from '../../domain/context.ts'
import { ownTodo, settleAllTodos, settleTodo, todosOf } from '../../domain/tracker/todos.ts'
import { todoResource } from '../../resources/v4/todo.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/todos.yaml. */
export const todoItems = {
  listTodos: (context, filters) =>
    list(todosOf(context, filters), (todo) => present(todo, context)),

  markTodoAsDone: (context, { todo_id }) =>
    present(settleTodo(context, ownTodo(context, todo_id)), context),

  markAllTodosAsDone(context) {
    settleAllTodos(context)
    return undefined
  },
} satisfies OperationsOf<'v4', 'To-do items'>

function present(todo: TodoRecord, context: Context) {
  const shown = todoResource(todo, context)
  if (!shown) throw recordNotFound()
  return shown
}
