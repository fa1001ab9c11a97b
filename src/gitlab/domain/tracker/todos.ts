import { notModified, recordNotFound } from '../../../contract/errors.ts'
import type { TodoRecord } from '../../../store/models/todo.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import { seesTarget } from '../../access/tracker-visibility.ts'
import type { Context, SystemContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Noteable } from './noteable.ts'

/** The target of to-do items; snippets have none. */
interface TodoTarget {
  readonly type: 'Issue' | 'MergeRequest'
  readonly id: number
}

/** Returns the pending to-do items of a user on an issue or merge request. */
export function pendingTodos(
  { store }: Pick<Context, 'store'>,
  { type, id }: TodoTarget,
  userId: number,
): TodoRecord[] {
  return store.todos
    .by('target', targetKey(type, id))
    .filter(({ user_id, state }) => user_id === userId && state === 'pending')
}

/**
 * Adds a to-do item for a user, with the caller as its author. Undefined where one is pending on the target (in later
 * releases, for the same action), and for snippets.
 */
export function addTodo(
  context: Context,
  target: Noteable,
  todo: Omit<NewTodo, 'author_id'>,
): TodoRecord | undefined {
  return remind(context, target, { ...todo, author_id: context.viewer.signedIn().id })
}

interface NewTodo {
  readonly user_id: number
  readonly author_id: number
  readonly action_name: TodoRecord['action_name']
  readonly note_id?: number | null
}

/** Adds a to-do item for an event without a caller; `author_id` is its author. */
export function remind(
  context: SystemContext,
  { type, id, project }: Noteable,
  todo: NewTodo,
): TodoRecord | undefined {
  if (type === 'Snippet') return undefined
  const { store, now, release } = context
  const isPending = pendingTodos(context, { type, id }, todo.user_id).some(
    ({ action_name }) => !release.todos.areByAction || action_name === todo.action_name,
  )
  if (isPending) return undefined
  return store.todos.insert({
    author_id: todo.author_id,
    project_id: project.id,
    target_type: type,
    target_id: id,
    user_id: todo.user_id,
    action_name: todo.action_name,
    note_id: todo.note_id,
    created_at: now,
  })
}

/** Marks the caller's pending to-do items on an issue or merge request as done. */
export function settleTodos(context: Context, { type, id }: Noteable): void {
  if (type === 'Snippet') return
  const { store, viewer } = context
  for (const todo of pendingTodos(context, { type, id }, viewer.signedIn().id)) {
    store.todos.replace(todo, { state: 'done' })
  }
}

/** Adds a to-do item on the caller's request. Throws 304 where one is pending (createTodoOfIssue). */
export function markTodo(context: Context, target: Noteable): TodoRecord {
  const { id: user_id } = context.viewer.signedIn()
  const todo = addTodo(context, target, { user_id, action_name: 'marked' })
  if (!todo) throw notModified()
  return todo
}

/** The fields whose changes settle to-do items. */
interface Watched {
  readonly title: string
  readonly description: string | null
  readonly assignee_id: number | null
  readonly milestone_id: number | null
  readonly labels: readonly string[]
  /** Only merge requests have it. */
  readonly target_branch?: string
}

/** Whether a change settles the to-do items of the user who made it, as in GitLab 8.15. */
export function settlesTodos(before: Watched, after: Watched): boolean {
  const read = (one: Watched) => [
    one.title,
    one.description,
    one.assignee_id,
    one.milestone_id,
    one.target_branch,
    one.labels,
  ]
  return JSON.stringify(read(before)) !== JSON.stringify(read(after))
}

/** The filters of the list of to-do items. */
export interface TodoFilters {
  readonly action?: string | undefined
  readonly author_id?: number | undefined
  readonly project_id?: number | undefined
  readonly group_id?: number | undefined
  readonly state: TodoRecord['state']
  /** The type of the target. */
  readonly type?: string | undefined
}

/**
 * Returns the caller's to-do items that match the filters, newest first, without those on targets that the caller can
 * no longer see.
 */
export function todosOf(context: Context, filters: TodoFilters): TodoRecord[] {
  const { store, viewer } = context
  const { action, author_id, project_id, group_id, state, type } = filters
  const group = store.namespaces.get(group_id ?? 0)
  const groups = new Set(group ? [group, ...descendantsOf(store, group)].map(({ id }) => id) : [])
  return store.todos
    .by('user_id', viewer.signedIn().id)
    .filter((todo) => {
      const project = existingProject(context, todo.project_id)
      return (
        todo.state === state &&
        (action === undefined || todo.action_name === action) &&
        (author_id === undefined || todo.author_id === author_id) &&
        (project_id === undefined || todo.project_id === project_id) &&
        (group_id === undefined || groups.has(project.namespace_id)) &&
        (type === undefined || todo.target_type === type) &&
        seesTodo(context, todo)
      )
    })
    .reverse()
}

/**
 * Returns a to-do item of the caller by id. Throws 404 for that of another user, and where the caller can no longer
 * see its target.
 */
export function ownTodo(context: Context, id: number): TodoRecord {
  const todo = context.store.todos.get(id)
  const isOwn = todo?.user_id === context.viewer.signedIn().id
  if (!isOwn || !seesTodo(context, todo)) throw recordNotFound()
  return todo
}

function seesTodo(context: Context, { project_id, target_type, target_id }: TodoRecord): boolean {
  return seesTarget(context, existingProject(context, project_id), target_type, target_id)
}

/** Marks a to-do item as done; a done one stays unchanged. */
export function settleTodo({ store }: Pick<Context, 'store'>, todo: TodoRecord): TodoRecord {
  return todo.state === 'done' ? todo : store.todos.replace(todo, { state: 'done' })
}

/** Marks all pending to-do items of the caller as done, and returns their number. */
export function settleAllTodos({ store, viewer }: Context): number {
  const pending = store.todos
    .by('user_id', viewer.signedIn().id)
    .filter(({ state }) => state === 'pending')
  store.todos.replaceAll(pending, { state: 'done' })
  return pending.length
}
