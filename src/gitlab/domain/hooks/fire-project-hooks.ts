import type { HookRecord } from '../../../store/models/hook.ts'
import type { PayloadContext, SystemContext } from '../context.ts'
import { releaseOfPayloads } from '../release.ts'
import { branchOf } from '../repositories/pushes.ts'
import { listensTo } from './branch-filter.ts'
import { isExecutable } from './health.ts'
import type { HookEvent } from './hook-event.ts'
import { payloadOf, triggerOf } from './payloads/payloads.ts'
import { projectTriggers } from './triggers.ts'

const everyPayloads = ['v3', 'v4'] as const satisfies readonly HookRecord['payloads'][]

/**
 * Fires the hooks of a project for an event: those that subscribe to it and are not disabled. Each payload is built
 * once for all hooks that receive it.
 */
export function fireProjectHooks(context: SystemContext, hookEvent: HookEvent): void {
  const { store, fire, now, addresses } = context
  const projectId = projectOf(hookEvent)
  const hooks = projectId === null ? [] : store.hooks.by('project_id', projectId)
  if (hooks.length === 0) return
  for (const payloads of everyPayloads) {
    const release = releaseOfPayloads(payloads)
    const presentation: PayloadContext = { ...context, release }
    const trigger = triggerOf(payloads, hookEvent, presentation)
    if (trigger === undefined) continue
    const { flag } = projectTriggers[trigger]
    const meant = hooks.filter((hook) => hook.payloads === payloads && hook[flag] === true)
    const hook_ids = meant
      .filter((hook) => isExecutable(hook, now) && isInBranches(hook, hookEvent))
      .map(({ id }) => id)
    if (hook_ids.length === 0) continue
    const payload = payloadOf(payloads, hookEvent, presentation)
    fire({ trigger, payload, hook_ids, origin: addresses.origin })
  }
}

/** Whether a hook receives an event, given its branch filter for pushes. */
function isInBranches(hook: HookRecord, hookEvent: HookEvent): boolean {
  const branch = hookEvent.kind === 'push' ? branchOf(hookEvent.push) : undefined
  return branch === undefined || listensTo(hook, branch)
}

/** Returns the project of an event; null for an event of a group, whose hooks are not in the Free tier. */
function projectOf(hookEvent: HookEvent): number | null {
  switch (hookEvent.kind) {
    case 'push':
      return hookEvent.push.project.id
    case 'issue':
      return hookEvent.issue.project_id
    case 'merge_request':
      return hookEvent.mergeRequest.target_project_id
    case 'note':
      return hookEvent.note.project_id
    case 'job':
      return hookEvent.build.project_id
    case 'pipeline':
      return hookEvent.pipeline.project_id
    case 'deployment':
      return hookEvent.deployment.project_id
    case 'release':
      return hookEvent.release.project_id
    case 'milestone':
      return hookEvent.milestone.project_id
    case 'wiki_page':
      return hookEvent.page.project_id
    case 'emoji':
    case 'access_token':
      return hookEvent.project.id
  }
}
