import type { Context } from '../../context.ts'
import { type Commands, type CommandTarget, mayChange } from './command.ts'

/** The commands of later releases for the Zoom meeting of an issue (app/services/issues/zoom_link_service.rb). */
export const meetingCommands: Commands = {
  zoom: {
    needsArgument: true,
    isAvailable: (context, target) => isOfChangeable(context, target) && meetingOf(target) === null,
    run(_context, _target, argument) {
      const address = /https:\/\/(?:[\w-]{1,63}\.)?zoom\.us\/(?:s|j|my)\/\S+/.exec(argument)?.[0]
      return address === undefined ? {} : { zoom_meeting_url: address }
    },
  },
  remove_zoom: {
    needsArgument: false,
    isAvailable: (context, target) => isOfChangeable(context, target) && meetingOf(target) !== null,
    run: () => ({ zoom_meeting_url: null }),
  },
}

/** Whether the target is an issue that the caller may change, or creates. */
function isOfChangeable(context: Context, target: CommandTarget): boolean {
  return target.type === 'Issue' && (!target.record || mayChange(context, target))
}

function meetingOf(target: CommandTarget): string | null {
  return target.type === 'Issue' ? (target.record?.zoom_meeting_url ?? null) : null
}
