import type { Context } from '../../context.ts'
import { isSubscribed } from '../subscribed.ts'
import { pendingTodos } from '../todos.ts'
import type { Commands, CommandTarget } from './command.ts'

/** The commands for what the caller is reminded and notified of. */
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

/** Undefined for what is not created yet: it has no todos. */
function hasTodo(context: Context, { type, record }: CommandTarget): boolean | undefined {
  const { id: userId } = context.viewer.signedIn()
  return record && pendingTodos(context, { type, id: record.id }, userId).length > 0
}
