import type { HookRecord } from '../../../store/models/hook.ts'
import type { Store } from '../../../store/store.ts'
import { isOfProject, type ProjectMessage, type SystemMessage } from './hook-message.ts'

type Addressed = Pick<SystemMessage, 'trigger' | 'hook_id'>

/** Whether any system hook subscribes to a trigger; otherwise no message needs to be built. */
export function isHeard(
  { hooks }: Pick<Store, 'hooks'>,
  trigger: SystemMessage['trigger'],
): boolean {
  return hooks.by('project_id', null).some((hook) => isFor(hook, { trigger }))
}

/** Returns the hooks that receive a message. */
export function recipients(
  { hooks }: Pick<Store, 'hooks'>,
  message: SystemMessage | ProjectMessage,
): HookRecord[] {
  if (isOfProject(message)) return message.hook_ids.flatMap((id) => hooks.get(id) ?? [])
  return hooks.by('project_id', null).filter((hook) => isFor(hook, message))
}

/**
 * Whether a system hook receives a message. All receive those of the instance; those of pushes need the flag
 * (`createSystemHook` in schemas/).
 */
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
