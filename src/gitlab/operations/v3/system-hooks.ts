import { notFound } from '../../../contract/errors.ts'
import {
  checkHookUrl,
  createSystemHook,
  removeSystemHook,
  testSystemHook,
} from '../../domain/hooks/system-hooks.ts'
import { deletedSystemHook, systemHookResource } from '../../resources/v3/system-hook.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag System hooks. */
export const systemHooks = {
  listSystemHooks: ({ store }) => list(store.hooks.all(), systemHookResource),

  createSystemHook(context, attributes) {
    checkHookUrl(attributes.url)
    return [systemHookResource(createSystemHook(context, attributes))]
  },

  testSystemHook(context, { id }) {
    const hook = context.store.hooks.get(id)
    if (!hook) throw notFound('System hook')
    return testSystemHook(context, hook)
  },

  /** Answers 200 even if the hook is already absent. */
  deleteSystemHook(context, { id }) {
    const hook = context.store.hooks.get(id)
    if (!hook) return null
    removeSystemHook(context, hook)
    return deletedSystemHook(hook)
  },
} satisfies OperationsOf<'v3', 'System hooks'>
