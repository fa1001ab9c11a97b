import { forbidden, notFound } from '../../../contract/errors.ts'
import type { Pipeline } from '../../../contract/generated/v4/contract.ts'
import type { TriggerRecord } from '../../../store/models/trigger.ts'
import { mustAdminBuilds } from '../../access/builds.ts'
import { admitsJob, jobOfToken } from '../../access/job-tokens.ts'
import { checkPipelineOfRef, runPipeline } from '../../domain/builds/pipeline-of-ref.ts'
import {
  changeTrigger,
  createTrigger,
  existingTrigger,
  givenByTrigger,
  recordUse,
  removeTriggers,
  triggerOfToken,
} from '../../domain/builds/triggers.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { findProject } from '../../domain/find.ts'
import { existingUser } from '../../domain/lookups.ts'
import { onBehalfOf } from '../../domain/on-behalf.ts'
import { pipelineResource } from '../../resources/v4/pipeline.ts'
import { triggerResource } from '../../resources/v4/trigger.ts'
import { list } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Triggers. */
export const triggers = {
  listTriggers(context) {
    mustAdminBuilds(context)
    const found = context.store.triggers.by('project_id', context.project.id)
    return list(found, (trigger) => triggerResource(trigger, context))
  },

  getTrigger(context, { trigger_id }) {
    mustAdminBuilds(context)
    return triggerResource(existingTrigger(context, trigger_id), context)
  },

  createTrigger(context, { description, expires_at }) {
    mustAdminBuilds(context)
    const made = createTrigger(context, context.project, { description, expires_at })
    return triggerResource(made, context)
  },

  updateTrigger(context, { trigger_id, description }) {
    const trigger = existingTrigger(context, trigger_id)
    if (!mayChange(context, trigger)) {
      throw forbidden('The current user is not authorized to update the pipeline trigger token')
    }
    const changed =
      description === undefined ? trigger : changeTrigger(context, trigger, description)
    return triggerResource(changed, context)
  },

  deleteTrigger(context, { trigger_id }) {
    mustAdminBuilds(context)
    const trigger = existingTrigger(context, trigger_id)
    mustBeUnmodified(context, trigger.updated_at)
    removeTriggers(context, [trigger])
    return undefined
  },

  triggerPipeline: (context, parameters) => start(context, parameters),
  triggerPipelineOfRef: (context, parameters) => start(context, parameters),
} satisfies OperationsOf<'v4', 'Triggers'>

/** Whether the caller may change a trigger: administrators can, and its owner as a maintainer of the project. */
function mayChange({ viewer, project }: ProjectContext, { owner_id }: TriggerRecord): boolean {
  const isOwner = viewer.user?.id === owner_id
  return viewer.isAdmin || (isOwner && viewer.can('admin_project', project))
}

interface Request {
  readonly id: number | string
  readonly token: string
  readonly ref: string
  readonly variables?: object
  readonly inputs?: Readonly<Record<string, unknown>>
}

/** Starts a pipeline. Further parameters beside the token are passed to the jobs in a variable of their own. */
function start(context: OperationContext, { id, token, ...payload }: Request): Pipeline {
  // Otherwise a pipeline hook that points here would start pipelines in an endless loop.
  if (context.hookEvent === 'Pipeline Hook') throw forbidden()
  const { ref, variables = {}, inputs } = payload
  const given = givenByTrigger(variables)
  const project = findProject(context.store, id)
  if (!project) throw notFound()
  const trigger = triggerOfToken(context, project, token)
  const job = jobOfToken(context.store, token)
  const ownerId =
    trigger?.owner_id ?? (job && admitsJob(context.store, project, job) && job.user_id)
  if (!ownerId) throw notFound()
  const owner = onBehalfOf(context, existingUser(context, ownerId))
  const source = trigger ? ('trigger' as const) : ('pipeline' as const)
  const planned = checkPipelineOfRef(owner, project, {
    ref,
    variables: given,
    source,
    payload,
    inputs,
    trigger_id: trigger?.id ?? null,
  })
  if (trigger) recordUse(context, trigger)
  return pipelineResource(runPipeline(owner, planned), context)
}
