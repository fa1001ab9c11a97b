import { notFound } from '../../../contract/errors.ts'
import { mustAdminBuilds } from '../../access/builds.ts'
import { createTrigger, removeTriggers } from '../../domain/builds/triggers.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { triggerResource } from '../../resources/v3/trigger.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/triggers.yaml. */
export const triggers = {
  listTriggers(context) {
    mustAdminBuilds(context)
    return list(context.store.triggers.by('project_id', context.project.id), triggerResource)
  },

  createTrigger(context) {
    mustAdminBuilds(context)
    return triggerResource(createTrigger(context, context.project, { description: '' }))
  },

  getTrigger: (context, { token }) => triggerResource(triggerOf(context, token)),

  deleteTrigger(context, { token }) {
    const trigger = triggerOf(context, token)
    removeTriggers(context, [trigger])
    return triggerResource(trigger)
  },
} satisfies OperationsOf<'v3', 'Triggers'>

function triggerOf(context: ProjectContext, token: string) {
  mustAdminBuilds(context)
  const trigger = context.store.triggers.one('token', token)
  if (trigger?.project_id !== context.project.id) throw notFound('Trigger')
  return trigger
}
