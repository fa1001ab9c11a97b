import { tagTarget } from '../../../git/repository.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { isChild, pipelinesOfCommit } from './child-pipelines.ts'
import { shownPipelineStatus } from './shown-status.ts'

type PipelineKey = Pick<PipelineRecord, 'ref' | 'sha'>

/** Finds the newest pipeline of a commit on a ref. */
export function findPipeline(
  store: Store,
  project: ProjectRecord,
  { ref, sha }: PipelineKey,
): PipelineRecord | undefined {
  return pipelinesOfCommit(store, project, sha).findLast((pipeline) => pipeline.ref === ref)
}

/** Finds the newest successful pipeline of a branch or a tag. */
export function findSuccess(
  context: Pick<SystemContext, 'store' | 'release'>,
  project: ProjectRecord,
  ref: string,
): PipelineRecord | undefined {
  return context.store.pipelines
    .by('project_id', project.id)
    .findLast(
      (one) => one.ref === ref && !isChild(one) && shownPipelineStatus(context, one) === 'success',
    )
}

/** Returns the newest pipeline of a commit on a ref; creates one where there is none. */
export function pipelineFor(
  store: Store,
  project: ProjectRecord,
  wanted: PipelineKey & { readonly user_id: number; readonly created_at: string },
): PipelineRecord {
  const known = findPipeline(store, project, wanted)
  if (known) return known
  return store.pipelines.insert({
    ...wanted,
    iid: nextPipelineIid(store, project.id),
    project_id: project.id,
    source: 'external',
    tag: isTag(store, project, wanted.ref),
    status: 'created',
  })
}

/** Returns the iid of the next pipeline of a project, above all present and deleted ones. */
export function nextPipelineIid(store: Store, projectId: number): number {
  const last = store.pipelines.by('project_id', projectId, 'iid').at(-1)
  return Math.max(last?.iid ?? 0, store.projects.get(projectId)?.gone_pipeline_iid ?? 0) + 1
}

export function isTag(store: Store, project: ProjectRecord, ref: string): boolean {
  return tagTarget(repositoryOf(store, project), ref) !== undefined
}
