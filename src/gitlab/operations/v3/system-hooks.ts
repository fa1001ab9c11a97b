import { notFound } from '../../../contract/errors.ts'
import { checkHookUrl, createHook, removeHook, systemHook } from '../../domain/hooks/hooks.ts'
import { testSystemHook } from '../../domain/hooks/system-hook-test.ts'
import { deletedSystemHook, systemHookResource } from '../../resources/v3/system-hook.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag System hooks. */
export const systemHooks = {
  listSystemHooks: ({ store }) => list(store.hooks.by('project_id', null), systemHookResource),

  createSystemHook(context, attributes) {
    checkHookUrl(attributes.url)
    return [systemHookResource(createHook(context, attributes))]
  },

  testSystemHook(context, { id }) {
    const hook = systemHook(context, id)
    if (!hook) throw notFound('System hook')
    return testSystemHook(context, hook)
  },

  /** Deletes a hook. Returns 200 even if the hook is already absent. */
  deleteSystemHook(context, { id }) {
    const hook = systemHook(context, id)
    if (!hook) return null
    removeHook(context, hook)
    return deletedSystemHook(hook)
  },
} satisfies OperationsOf<'v3', 'System hooks'>
