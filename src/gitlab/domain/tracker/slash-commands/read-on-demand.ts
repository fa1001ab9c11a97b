import { partOnDemand } from '../../../../shared/part-on-demand.ts'
import type { Context } from '../../context.ts'
import type { CommandTarget } from './command.ts'
import type { Interpretation } from './interpret.ts'

/** Most texts have no slash commands. */
export const commandReader = partOnDemand('What reads slash commands', async () => {
  const { interpretCommands } = await import('./interpret.ts')
  return interpretCommands
})

/** The beginning of any line that can be a command. */
const lineOfCommand = /^\//m

/** As `interpretCommands`, which is loaded with the first text that may have a command. */
export function readCommands(
  context: Context,
  target: CommandTarget,
  text: string,
): Interpretation {
  if (!lineOfCommand.test(text)) return { text, updates: {} }
  return commandReader.loaded()(context, target, text)
}
