import { notFound, refused } from '../contract/errors.ts'
import { pipelineFor } from '../domain/builds/pipeline-records.ts'
import { settlePipeline } from '../domain/builds/pipelines.ts'
import { jobsOfCommit, latestOfCommit } from '../domain/builds/status.ts'
import { repositoryOf } from '../domain/repositories/repositories.ts'
import { commitAt } from '../domain/repositories/revisions.ts'
import { isAncestor } from '../git/ancestry.ts'
import type { ObjectId } from '../git/objects.ts'
import { listBranches } from '../git/repository.ts'
import { commitStatusResource } from '../resources/commit-status.ts'
import type { CommitStatusRecord } from '../store/models/commit-status.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { list } from './answers.ts'
import type { ContextOf, OperationsOf } from './operation.ts'

type Posted = Parameters<OperationsOf<'Commit statuses'>['createCommitStatus']>[1]
type State = CommitStatusRecord['status']

/** Document 3, Commits: the statuses. */
export const commitStatuses = {
  listCommitStatuses(context, { sha, ref, stage, name, all }) {
    const { store, viewer, project } = context
    viewer.must('read_commit_statuses', project)
    const commit = commitAt(context, sha)
    const said = (all ? jobsOfCommit : latestOfCommit)(store, project, commit.id)
    const found = said.filter(
      (each) =>
        (!ref || each.ref === ref) &&
        (!stage || each.stage === stage) &&
        (!name || each.name === name),
    )
    return list(found, (each) => commitStatusResource(each, project, context))
  },

  /** Adds the status of that name, or moves on the one that is not finished yet. */
  createCommitStatus(context, posted) {
    const { store, viewer, project } = context
    viewer.must('create_commit_statuses', project)
    const commit = commitAt(context, posted.sha)
    const ref = posted.ref || branchHolding(store, project, commit.id)
    if (!ref) throw notFound('References for commit')
    const pipeline = pipelineFor(store, project, {
      ref,
      sha: commit.id,
      user_id: viewer.signedIn().id,
      created_at: context.now,
    })
    const name = posted.name || posted.context || 'default'
    const unfinished = store.commitStatuses
      .by('pipeline_id', pipeline.id)
      .find((known) => known.name === name && nextStates[known.status].length > 0)
    const status = unfinished
      ? moveOn(context, unfinished, posted)
      : store.commitStatuses.insert({
          project_id: project.id,
          pipeline_id: pipeline.id,
          sha: commit.id,
          ref,
          name,
          ...changesOf(context, posted, undefined),
          created_at: context.now,
        })
    settlePipeline(context, pipeline.id)
    return commitStatusResource(status, project, context)
  },
} satisfies OperationsOf<'Commit statuses'>

/** The first branch, by name, whose history holds the commit. */
function branchHolding(store: Store, project: ProjectRecord, sha: ObjectId): string | undefined {
  return listBranches(repositoryOf(store, project)).find(({ id }) =>
    isAncestor(store.objects, sha, id),
  )?.name
}

/** Where a status goes from each state; a finished one stays, and a new one of its name is added. */
const nextStates: Readonly<Record<State, readonly State[]>> = {
  pending: ['running', 'success', 'failed', 'canceled'],
  running: ['success', 'failed', 'canceled'],
  success: [],
  failed: [],
  canceled: [],
}

/** The same state again is only good for another description or address. */
function moveOn(
  context: ContextOf<'createCommitStatus'>,
  known: CommitStatusRecord,
  posted: Posted,
): CommitStatusRecord {
  const { state } = posted
  const { description = known.description, target_url = known.target_url } = posted
  const saysMore = description !== known.description || target_url !== known.target_url
  const isSame = state === known.status
  if (!(isSame && saysMore) && !nextStates[known.status].includes(state)) {
    throw refused(`Cannot transition status from ${known.status} to ${state}`)
  }
  return context.store.commitStatuses.replace(known, changesOf(context, posted, known))
}

function changesOf(
  { viewer, now }: ContextOf<'createCommitStatus'>,
  { state, target_url, description }: Posted,
  known: CommitStatusRecord | undefined,
) {
  const isFinished = nextStates[state].length === 0
  return {
    status: state,
    author_id: viewer.signedIn().id,
    started_at: known?.started_at ?? (state === 'running' ? now : null),
    finished_at: isFinished ? now : null,
    ...(target_url === undefined ? {} : { target_url }),
    ...(description === undefined ? {} : { description }),
  }
}
