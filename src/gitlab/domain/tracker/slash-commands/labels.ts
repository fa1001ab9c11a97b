import type { Context } from '../../context.ts'
import { labelsOf } from '../../labels/list.ts'
import {
  type Commands,
  type CommandTarget,
  type CommandUpdates,
  type LabelUpdates,
  mayPlan,
} from './command.ts'

const none: LabelUpdates = { add: [], remove: [], replace: undefined }

/** The commands for labels. They only use labels of the project, and create none. */
export const labelCommands: Commands = {
  label: {
    needsArgument: true,
    isAvailable: (context, target) =>
      mayPlan(context, target) && titlesOf(context, target).size > 0,
    run(context, target, argument, { labels = none }) {
      return { labels: { ...labels, add: [...labels.add, ...titlesIn(context, target, argument)] } }
    },
  },
  unlabel: {
    needsArgument: false,
    isAvailable: hasLabels,
    run(context, target, argument, { labels = none }) {
      if (argument === '') return { labels: { ...labels, replace: [] } }
      const titles = titlesIn(context, target, argument)
      return { labels: { ...labels, remove: [...labels.remove, ...titles] } }
    },
  },
  relabel: {
    needsArgument: true,
    isAvailable: hasLabels,
    run(context, target, argument, { labels = none }): CommandUpdates {
      const titles = titlesIn(context, target, argument)
      if (titles.length === 0) return {}
      return { labels: { ...labels, replace: [...(labels.replace ?? []), ...titles] } }
    },
  },
}

function hasLabels(context: Context, target: CommandTarget): boolean {
  return target.record !== undefined && target.record.labels.length > 0 && mayPlan(context, target)
}

function titlesOf(context: Context, { project }: CommandTarget): ReadonlyMap<string, string> {
  const inherited = { include_ancestor_groups: true }
  const labels = labelsOf(context, { kind: 'project', project }, inherited)
  return new Map(
    labels.flatMap(
      ({ id, title }) =>
        [
          [`~${id}`, title],
          [title, title],
        ] as const,
    ),
  )
}

/**
 * Returns the labels of the project in an argument such as `~bug ~"help wanted" ~12` or `bug wontfix`, in its order.
 */
export function titlesIn(context: Context, target: CommandTarget, argument: string): string[] {
  const known = titlesOf(context, target)
  const words = argument.match(/~"[^"]+"|\S+/g) ?? []
  return words.flatMap((word) => {
    const title = word.replace(/^~"(.+)"$/, '$1').replace(/^~(?!\d+$)/, '')
    return known.get(title) ?? []
  })
}
