import type { Context } from '../../context.ts'
import { isSubscribed } from '../subscribed.ts'
import { pendingTodos } from '../todos.ts'
import type { Commands, CommandTarget } from './command.ts'

/** The commands for the caller's to-do items and subscriptions. */
export const attentionCommands: Commands = {
  todo: {
    needsArgument: false,
    isAvailable: (context, target) => hasTodo(context, target) === false,
    run: () => ({ todo: 'add' }),
  },
  done: {
    needsArgument: false,
    isAvailable: (context, target) => hasTodo(context, target) === true,
    run: () => ({ todo: 'done' }),
  },
  subscribe: {
    needsArgument: false,
    isAvailable: (context, { type, record }) =>
      record !== undefined && !isSubscribed(context, type, record),
    run: () => ({ subscribed: true }),
  },
  unsubscribe: {
    needsArgument: false,
    isAvailable: (context, { type, record }) =>
      record !== undefined && isSubscribed(context, type, record),
    run: () => ({ subscribed: false }),
  },
}

/** Whether the caller has a pending to-do item; undefined for a target that is yet to be created. */
function hasTodo(context: Context, { type, record }: CommandTarget): boolean | undefined {
  const { id: userId } = context.viewer.signedIn()
  return record && pendingTodos(context, { type, id: record.id }, userId).length > 0
}
