import { listsOf } from '../../boards/lists.ts'
import type { Context } from '../../context.ts'
import { type Commands, type CommandTarget, mayPlan } from './command.ts'
import { titlesIn } from './labels.ts'

/** The command of later releases for the board of a project that has one board. */
export const boardCommands: Commands = {
  board_move: {
    needsArgument: true,
    isAvailable: (context, target) =>
      target.type === 'Issue' && mayPlan(context, target) && boardsOf(context, target).length === 1,
    run(context, target, argument, { labels }) {
      const columns = columnsOf(context, target)
      const [title, ...others] = titlesIn(context, target, argument)
      if (title === undefined || others.length > 0 || !columns.includes(title)) return {}
      const { add = [], remove = [], replace } = labels ?? {}
      const left = columns.filter((column) => column !== title)
      return { labels: { add: [...add, title], remove: [...remove, ...left], replace } }
    },
  },
}

function boardsOf({ store }: Context, { project }: CommandTarget) {
  return store.boards.by('project_id', project.id)
}

/** Returns the titles of the labels whose lists the board has. */
function columnsOf(context: Context, target: CommandTarget): string[] {
  return boardsOf(context, target)
    .flatMap((board) => listsOf(context, board))
    .flatMap(({ label_id }) => context.store.labels.get(label_id)?.title ?? [])
}
