import type { Context } from '../../context.ts'
import { emojiAlone } from '../award-emoji.ts'
import { isSubscribed } from '../subscribed.ts'
import { pendingTodos } from '../todos.ts'
import type { Command, Commands, CommandTarget } from './command.ts'

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

/** The commands of later releases for emoji. */
export const emojiCommands: Commands = {
  award: {
    needsArgument: true,
    isAvailable: (_context, { record }) => record !== undefined,
    run(_context, _target, argument) {
      const emoji_award = emojiAlone(argument)
      return emoji_award === undefined ? {} : { emoji_award }
    },
  },
  shrug: endingWith('¯\\＿(ツ)＿/¯'),
  tableflip: endingWith('(╯°□°)╯︵ ┻━┻'),
}

function endingWith(end: string): Command {
  return {
    needsArgument: false,
    text: (argument) => `${argument} ${end}`.trim(),
    isAvailable: () => true,
    run: () => ({}),
  }
}

/** Whether the caller has a pending to-do item; undefined for a target that is yet to be created. */
function hasTodo(context: Context, { type, record }: CommandTarget): boolean | undefined {
  const { id: userId } = context.viewer.signedIn()
  return record && pendingTodos(context, { type, id: record.id }, userId).length > 0
}
