import type { HookRecord } from '../../../store/models/hook.ts'
import type { Store } from '../../../store/store.ts'
import type { HookMessage } from './hook-message.ts'

type Addressed = Pick<HookMessage, 'trigger' | 'hook_id'>

/** Whether any system hook hears of something: where none does, there is no message to be made. */
export function isHeard({ hooks }: Pick<Store, 'hooks'>, trigger: HookMessage['trigger']): boolean {
  return hooks.all().some((hook) => isFor(hook, { trigger }))
}

/** The system hooks that a message is for. */
export function recipients({ hooks }: Pick<Store, 'hooks'>, message: HookMessage): HookRecord[] {
  return hooks.all().filter((hook) => isFor(hook, message))
}

/** Every hook hears of the instance; of pushes those whose flag is true (`createSystemHook` in schemas/). */
function isFor(hook: HookRecord, { trigger, hook_id }: Addressed): boolean {
  if (hook_id !== undefined) return hook.id === hook_id
  if (hook.is_paused) return false
  switch (trigger) {
    case 'system':
      return true
    case 'push':
      return hook.push_events
    case 'tag_push':
      return hook.tag_push_events
  }
}
