import { invalid, notFound } from '../contract/errors.ts'
import { deletedSystemHook, systemHookResource } from '../resources/system-hook.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

/** What a test delivery tells of: a project that is not there, as in that release. */
const sample = {
  project_id: 1,
  owner_email: 'someone@example.com',
  owner_name: 'Someone',
  name: 'Ruby',
  path: 'ruby',
  event_name: 'project_create',
}

/** Document 1, System hooks. */
export const systemHooks = {
  listSystemHooks: ({ store }) => list(store.hooks.all(), systemHookResource),

  createSystemHook({ store, now }, attributes) {
    if (!isWebAddress(attributes.url)) throw invalid({ url: ['is invalid'] })
    const hook = store.hooks.insert({ ...attributes, created_at: now, updated_at: now })
    return [systemHookResource(hook)]
  },

  /** The sample goes to this hook alone, whatever its flags. */
  testSystemHook({ store, fire }, { id }) {
    if (!store.hooks.get(id)) throw notFound('System hook')
    fire({ trigger: 'system', payload: sample, hook_id: id })
    return sample
  },

  /** Answers 200 even if the hook is already absent. */
  deleteSystemHook({ store }, { id }) {
    const hook = store.hooks.get(id)
    if (!hook) return null
    store.hooks.remove(hook)
    return deletedSystemHook(hook)
  },
} satisfies OperationsOf<'System hooks'>

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
