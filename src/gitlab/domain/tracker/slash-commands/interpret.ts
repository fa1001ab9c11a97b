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

/** The beginning of any line that can be a command: most texts have none. */
const lineOfCommand = /^\//m

/** So many commands of a text are carried out. */
const MAX_COMMANDS = 100

/** A text without its commands, and what they change. */
export interface Interpretation {
  readonly text: string
  readonly updates: CommandUpdates
}

/**
 * Reads the slash commands of a comment, or of the description of what is about to be created
 * (createIssueNote, createIssue), each as far as the caller may give it there and then. All are taken
 * out of the text, also those that do nothing and those behind the first 100.
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
