import { invalid } from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../context.ts'
import { isWebAddress } from '../validation.ts'

/** What a request says of a hook. */
export type HookAttributes = Partial<Omit<HookRecord, 'id' | 'created_at' | 'updated_at'>>
export type NewHook = HookAttributes & Pick<HookRecord, 'url'>

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

/** Changes a hook; variables and headers are added to those that are there, or take their place. */
export function changeSystemHook(
  { store, now }: Pick<Context, 'store' | 'now'>,
  hook: HookRecord,
  { url_variables = [], custom_headers = [], ...changes }: HookAttributes,
): HookRecord {
  return store.hooks.replace(hook, {
    ...changes,
    url_variables: merged(hook.url_variables, url_variables),
    custom_headers: merged(hook.custom_headers, custom_headers),
    updated_at: now,
  })
}

function merged(before: HookRecord['url_variables'], given: HookRecord['url_variables']) {
  const kept = before.filter(({ key }) => !given.some((one) => one.key === key))
  return [...kept, ...given]
}

/** Sends a sample to this hook alone, whatever its flags, and returns it. */
export function testSystemHook({ fire }: Context, { id }: HookRecord): typeof sample {
  fire({ trigger: 'system', payload: sample, hook_id: id })
  return sample
}

export function removeSystemHook({ store }: Context, hook: HookRecord): void {
  store.hooks.remove(hook)
}
