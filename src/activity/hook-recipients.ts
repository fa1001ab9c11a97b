import type { HookRecord } from '../store/models/hook.ts'
import type { Store } from '../store/store.ts'
import type { HookMessage } from './hook-message.ts'

/** The system hooks that a message is for. */
export function recipients({ hooks }: Pick<Store, 'hooks'>, message: HookMessage): HookRecord[] {
  return hooks.all().filter((hook) => isFor(hook, message))
}

/** Every hook hears of the instance; of pushes those whose flag is true (`createSystemHook` in schemas/). */
function isFor(hook: HookRecord, { trigger, hook_id }: HookMessage): boolean {
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
