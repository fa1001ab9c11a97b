import { OnDemand } from '../../../../shared/on-demand.ts'
import type { Context } from '../../context.ts'
import type { CommandTarget, Interpretation } from './command.ts'

/** The commands, which are loaded with the first text that may have one. */
export const knownCommands = new OnDemand(() => import('./known-commands.ts'))

/** A fast test for lines that can be commands: most texts have none. */
const lineOfCommand = /^\//m

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
  return knownCommands.module().interpretLines(context, target, text)
}
