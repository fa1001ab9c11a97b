import type { Context } from '../../context.ts'
import { attentionCommands } from './attention.ts'
import type { Command, CommandTarget, CommandUpdates } from './command.ts'
import { extractCommands } from './extract.ts'
import { labelCommands } from './labels.ts'
import { planningCommands } from './planning.ts'
import { stateCommands } from './state.ts'

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...stateCommands,
    ...planningCommands,
    ...labelCommands,
    ...attentionCommands,
  }),
)

/** A fast test for lines that can be commands: most texts have none. */
const lineOfCommand = /^\//m

/** The limit of commands that are executed per text. */
const MAX_COMMANDS = 100

/** A text without its commands, and the updates by them. */
export interface Interpretation {
  readonly text: string
  readonly updates: CommandUpdates
}

/**
 * Interprets the slash commands of a comment or a new description that the caller may use (createIssueNote,
 * createIssue).
 * All are removed from the text, also those without effect and those after the first 100.
 */
export function interpretCommands(
  context: Context,
  target: CommandTarget,
  text: string,
): Interpretation {
  if (!lineOfCommand.test(text)) return { text, updates: {} }
  const extraction = extractCommands(text, (name) => commands.has(name))
  let updates: CommandUpdates = {}
  for (const { name, argument } of extraction.commands.slice(0, MAX_COMMANDS)) {
    const command = commands.get(name)
    if (!command || (command.needsArgument && argument === '')) continue
    if (!command.isAvailable(context, target)) continue
    updates = { ...updates, ...command.run(context, target, argument, updates) }
  }
  return { text: extraction.text, updates }
}
