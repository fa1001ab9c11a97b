import { invalid, notAllowed } from '../../../contract/errors.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { mayRunOn, mustUpdatePipelines } from '../../access/builds.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { commitsOf } from '../merge-requests/range.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { isSkipped } from './pipeline-of-push.ts'
import {
  notPermitted,
  type PlannedPipeline,
  planPipeline,
  RefusedPipeline,
  runPipeline,
} from './pipeline-of-ref.ts'

/** Throws 403 where the caller may not run pipelines in the project of the source branch. */
export function mustRunMergeRequest({ viewer, store, project, mergeRequest }: MergeRequestContext) {
  const source = store.projects.get(mergeRequest.source_project_id) ?? project
  mustUpdatePipelines({ viewer, project: source })
}

/**
 * Plans the pipeline of a merge request. Throws 405 where it has no commits, and 400 on `base` where no job would run.
 * An invalid configuration makes a failed pipeline.
 */
export function checkPipelineOfMergeRequest(
  context: Context,
  mergeRequest: MergeRequestRecord,
): PlannedPipeline {
  const planned = plannedFor(context, mergeRequest)
  if (!planned) throw notAllowed()
  if (!(planned instanceof RefusedPipeline)) return planned
  const { broken, reasons } = planned
  if (!broken) throw invalid({ base: [...reasons] })
  return { pipeline: { ...broken, yaml_errors: reasons.join('\n') }, builds: [] }
}

/**
 * Creates a pipeline for each open merge request of a pushed branch that has jobs. The options of the push are not for
 * them (doc/topics/git/commit.md).
 */
export function createPipelinesOfMergeRequests(context: Context, push: Push): void {
  const branch = branchOf(push)
  if (branch === undefined || push.after === undefined || push.hasPipeline === false) return
  const key = openListKey(push.project.id, branch)
  for (const one of context.store.mergeRequests.by('open_from', key).slice()) {
    createPipelineOfMergeRequest(context, one)
  }
}

/** Creates the pipeline of a new or changed merge request, where it has jobs. */
export function createPipelineOfMergeRequest(
  context: Context,
  mergeRequest: MergeRequestRecord,
): void {
  if (!context.release.jobs.areOfMergeRequests) return
  const planned = plannedFor(context, mergeRequest)
  if (!planned || planned instanceof RefusedPipeline) return
  runPipeline(context, planned)
}

function plannedFor(
  context: Context,
  mergeRequest: MergeRequestRecord,
): PlannedPipeline | RefusedPipeline | undefined {
  const { store, viewer, now } = context
  const project = store.projects.get(mergeRequest.source_project_id)
  const [commit] = commitsOf(store, mergeRequest)
  if (!project?.builds_enabled || !commit) return undefined
  const { id, iid, source_branch } = mergeRequest
  if (!mayRunOn(context, project, { ref: source_branch, tag: false })) return notPermitted
  const pipeline = {
    project_id: project.id,
    ref: `refs/merge-requests/${iid}/head`,
    sha: commit.id,
    before_sha: null,
    tag: false,
    source: 'merge_request_event',
    merge_request_id: id,
    user_id: viewer.signedIn().id,
    created_at: now,
    yaml_errors: null,
  } as const
  const planned = planPipeline(context, project, pipeline, commit)
  if (planned instanceof RefusedPipeline || !isSkipped(commit)) return planned
  return { ...planned, builds: [] }
}
