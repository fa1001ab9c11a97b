import type { Context } from '../../context.ts'
import type { Release } from '../../release.ts'
import { attentionCommands, emojiCommands } from './attention.ts'
import { boardCommands } from './boards.ts'
import type { Command, Commands, CommandTarget, CommandUpdates, Interpretation } from './command.ts'
import { extractCommands } from './extract.ts'
import { kindCommands } from './kind.ts'
import { labelCommands } from './labels.ts'
import { meetingCommands } from './meetings.ts'
import { planningCommands } from './planning.ts'
import { relationCommands } from './relations.ts'
import { reviewCommands } from './review.ts'
import { stateCommands } from './state.ts'
import { timeCommands } from './time.ts'

const { wip: _wip, ...lasting } = stateCommands

const firstCommands: Commands = {
  ...stateCommands,
  ...planningCommands,
  ...labelCommands,
  ...attentionCommands,
}

/** The commands of lib/gitlab/quick_actions in GitLab that have an effect in Forgery. */
const laterCommands: Commands = {
  ...lasting,
  ...planningCommands,
  ...labelCommands,
  ...attentionCommands,
  ...emojiCommands,
  ...kindCommands,
  ...boardCommands,
  ...meetingCommands,
  ...relationCommands,
  ...reviewCommands,
  ...timeCommands,
}

/** The aliases of commands in later releases. */
const aliases: Readonly<Record<string, string>> = {
  labels: 'label',
  remove_label: 'unlabel',
  reassign: 'assign',
  remove_assignee: 'unassign',
  reviewer: 'assign_reviewer',
  request_review: 'assign_reviewer',
  remove_reviewer: 'unassign_reviewer',
  react: 'award',
  spent: 'spend',
  spend_time: 'spend',
  estimate_time: 'estimate',
  remove_time_estimate: 'remove_estimate',
}

function findCommand({ quickActions }: Release, name: string): Command | undefined {
  const commands = quickActions === 'later' ? laterCommands : firstCommands
  const known = quickActions === 'later' && Object.hasOwn(aliases, name) ? aliases[name] : name
  return known !== undefined && Object.hasOwn(commands, known) ? commands[known] : undefined
}

/** The limit of commands that are executed per text. */
const MAX_COMMANDS = 100

/** Interprets the commands of a text, as `interpretCommands` does once this module is loaded. */
export function interpretLines(
  context: Context,
  target: CommandTarget,
  text: string,
): Interpretation {
  const { release } = context
  const isKnown = (name: string) => findCommand(release, name) !== undefined
  const extraction = extractCommands(text, isKnown, {
    takesSlashes: release.quickActions === 'later',
    textOf: ({ name, argument }) => findCommand(release, name)?.text?.(argument),
  })
  let updates: CommandUpdates = {}
  for (const { name, argument } of extraction.commands.slice(0, MAX_COMMANDS)) {
    const command = findCommand(release, name)
    if (!command || (command.needsArgument && argument === '')) continue
    if (!command.isAvailable(context, target)) continue
    updates = { ...updates, ...command.run(context, target, argument, updates) }
  }
  return { text: extraction.text, updates }
}
