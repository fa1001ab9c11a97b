import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../context.ts'

/** The payload of a test delivery: a fictitious project, as in GitLab 8.15. */
const sample = {
  event_name: 'project_create',
  name: 'Ruby',
  path: 'ruby',
  project_id: 1,
  owner_name: 'Someone',
  owner_email: 'example@gitlabhq.com',
}

/** Sends a sample to one hook, whatever its flags, and returns it. */
export function testSystemHook({ fire }: Context, { id }: HookRecord): typeof sample {
  fire({ trigger: 'system', payload: sample, hook_id: id })
  return sample
}
