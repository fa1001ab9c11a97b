import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../context.ts'

/** What a test delivery sends: a project that is not there, as in GitLab 8.15. */
const sample = {
  project_id: 1,
  owner_email: 'someone@example.com',
  owner_name: 'Someone',
  name: 'Ruby',
  path: 'ruby',
  event_name: 'project_create',
}

/** Sends a sample to this hook alone, whatever its flags, and returns it. */
export function testSystemHook({ fire }: Context, { id }: HookRecord): typeof sample {
  fire({ trigger: 'system', payload: sample, hook_id: id })
  return sample
}
