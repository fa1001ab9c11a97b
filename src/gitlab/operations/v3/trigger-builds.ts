import { notFound, refused, unauthorized } from '../../../contract/errors.ts'
import {
  planPipelineOfRef,
  RefusedPipeline,
  runPipeline,
} from '../../domain/builds/pipeline-of-ref.ts'
import { givenByTrigger, recordUse } from '../../domain/builds/triggers.ts'
import type { Context } from '../../domain/context.ts'
import { findProject } from '../../domain/find.ts'
import { existingUser } from '../../domain/lookups.ts'
import { onBehalfOf } from '../../domain/on-behalf.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/trigger-builds.yaml. */
export const triggerBuilds = {
  triggerBuilds: (context, parameters) => start(context, parameters),
  triggerBuildsOfRef: (context, parameters) => start(context, parameters),
} satisfies OperationsOf<'v3', 'Trigger builds'>

interface Request {
  readonly id: number | string
  readonly ref: string
  readonly token: string
  readonly variables?: object
}

function start(context: Context, { id, ref, token, variables }: Request) {
  const project = findProject(context.store, id)
  const trigger = context.store.triggers.one('token', token)
  if (!project || !trigger) throw notFound()
  if (trigger.project_id !== project.id) throw unauthorized()
  const owner = onBehalfOf(context, existingUser(context, trigger.owner_id))
  const given = givenByTrigger(variables ?? {})
  const request = { ref, variables: given, source: 'trigger' as const }
  const planned = planPipelineOfRef(owner, project, request)
  if (planned instanceof RefusedPipeline) throw refused('No builds created')
  recordUse(context, trigger)
  return { id: runPipeline(owner, planned).id, variables: variables ?? null }
}
