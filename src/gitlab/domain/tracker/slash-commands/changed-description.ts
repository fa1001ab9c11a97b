import type { Context } from '../../context.ts'
import type { CommandTarget, CommandUpdates } from './command.ts'
import { interpretCommands } from './interpret.ts'

/** A request without the commands in its new description, and the updates by them. */
interface DescriptionChange<Request> {
  readonly change: Request
  readonly updates: CommandUpdates
}

/** Interprets the commands in the description that a request gives a record; an unchanged one has none. */
export function commandsInDescription<Request extends { readonly description?: string | null }>(
  context: Context,
  target: CommandTarget,
  request: Request,
): DescriptionChange<Request> {
  const { description } = request
  const isChanged = typeof description === 'string' && description !== target.record?.description
  if (!isChanged) return { change: request, updates: {} }
  const { text, updates } = interpretCommands(context, target, description)
  return { change: { ...request, description: text }, updates }
}
