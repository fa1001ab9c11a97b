import { partOnDemand } from '../../../../shared/part-on-demand.ts'
import type { Context } from '../../context.ts'
import type { CommandTarget, CommandUpdates } from './command.ts'

/** Most comments have no slash commands. */
export const commandApplication = partOnDemand('What does as slash commands say', async () => {
  const { applyCommands } = await import('./apply.ts')
  return applyCommands
})

/** Does what commands on an issue or a merge request say, in the caller's name. */
export function carryOutCommands(
  context: Context,
  target: CommandTarget,
  updates: CommandUpdates,
): void {
  if (Object.keys(updates).length > 0) commandApplication.loaded()(context, target, updates)
}
