import { invalid } from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../context.ts'
import { isWebAddress } from '../validation.ts'

export type NewHook = Pick<HookRecord, 'url'> &
  Partial<
    Pick<
      HookRecord,
      'token' | 'push_events' | 'tag_push_events' | 'enable_ssl_verification' | 'is_paused'
    >
  >

/** What a test delivery sends: a project that is not there, as in GitLab 8.15. */
const sample = {
  project_id: 1,
  owner_email: 'someone@example.com',
  owner_name: 'Someone',
  name: 'Ruby',
  path: 'ruby',
  event_name: 'project_create',
}

/** Throws 400 for an address that is no web address. */
export function checkHookUrl(url: string): void {
  if (!isWebAddress(url)) throw invalid({ url: ['is invalid'] })
}

export function createSystemHook(
  { store, now }: Pick<Context, 'store' | 'now'>,
  attributes: NewHook,
): HookRecord {
  return store.hooks.insert({ ...attributes, created_at: now, updated_at: now })
}

/** Sends a sample to this hook alone, whatever its flags, and returns it. */
export function testSystemHook({ fire }: Context, { id }: HookRecord): typeof sample {
  fire({ trigger: 'system', payload: sample, hook_id: id })
  return sample
}

export function removeSystemHook({ store }: Context, hook: HookRecord): void {
  store.hooks.remove(hook)
}
