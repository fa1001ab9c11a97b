import { notFound, refused } from '../../../contract/errors.ts'
import { isAncestor } from '../../../git/history/ancestry.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import { listBranches } from '../../../git/repository.ts'
import type { CommitStatusRecord } from '../../../store/models/commit-status.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { next, type StateTable } from '../state-table.ts'
import { checkNoErrors, isWebAddress } from '../validation.ts'
import { pipelinesOfCommit } from './child-pipelines.ts'
import { findPipeline, pipelineFor } from './pipeline-records.ts'

type CommitStatusState = CommitStatusRecord['status']

/** The state table of commit statuses. A finished status stays as it is: the next one with its name is a new record. */
const commitStatusStates = {
  run: { from: ['pending'], to: 'running' },
  succeed: { from: ['pending', 'running'], to: 'success' },
  fail: { from: ['pending', 'running'], to: 'failed' },
  cancel: { from: ['pending', 'running'], to: 'canceled' },
  skip: { from: ['pending'], to: 'skipped' },
} as const satisfies StateTable<CommitStatusState>

/** The event of each posted `state`; none leads back to `pending`. */
const eventOfState = {
  pending: undefined,
  running: 'run',
  success: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
  skipped: 'skip',
} as const satisfies Record<CommitStatusState, keyof typeof commitStatusStates | undefined>

/** A commit status in a request. */
export interface PostedStatus {
  readonly state: CommitStatusState
  readonly ref?: string | undefined
  readonly name?: string | undefined
  /** An alias of `name`. */
  readonly context?: string | undefined
  readonly target_url?: string | null | undefined
  readonly description?: string | null | undefined
  readonly coverage?: number | null | undefined
  readonly pipeline_id?: number | undefined
}

/** The names of the events in errors, as in GitLab. */
const eventNames: Readonly<Record<CommitStatusState, string>> = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
  skipped: 'skip',
}

/**
 * The project, ref and pipeline of a commit status. The ref is the given one, or the first branch that contains the
 * commit.
 */
export interface StatusPlace {
  /** The id of a new status; defaults to the next one. */
  readonly id?: number | undefined
  readonly project: ProjectRecord
  readonly sha: ObjectId
  readonly ref: string
  /** The pipeline; defaults to the newest of the commit on the ref. */
  readonly pipeline?: PipelineRecord | undefined
}

/**
 * Returns the place of a posted status. Throws 404 where no ref is given and no branch contains the commit, or its
 * pipeline is missing, and 400 where the URL is wrong, a job of the pipeline has the name, or the unfinished status with
 * that name cannot have the posted state.
 */
export function checkCommitStatus(
  context: ProjectContext,
  { id: sha }: GitCommit,
  posted: PostedStatus,
): StatusPlace {
  const { store, project } = context
  const newest = newestPipeline(context, sha, posted)
  const ref = posted.ref || newest?.ref || branchHolding(store, project, sha)
  if (!ref) throw notFound('References for commit')
  const pipeline = newest ?? findPipeline(store, project, { ref, sha })
  if (context.release.commitStatuses.areValidated) checkRecord(store, pipeline, posted)
  const unfinished = pipeline && unfinishedStatus(context, pipeline, posted)
  if (unfinished) checkTransition(context, unfinished, posted)
  return { project, sha, ref, pipeline }
}

/** Throws 400 as `GenericCommitStatus` of GitLab 18 does (app/models/generic_commit_status.rb). */
function checkRecord(
  store: Store,
  pipeline: PipelineRecord | undefined,
  posted: PostedStatus,
): void {
  const { target_url: address } = posted
  const name = nameOf(posted)
  const jobs = pipeline ? store.builds.by('pipeline_id', pipeline.id) : []
  checkNoErrors({
    target_url:
      typeof address !== 'string' || isWebAddress(address)
        ? []
        : [address ? 'is blocked: Only allowed schemes are http, https' : 'must be a valid URL'],
    name: jobs.some((job) => job.name === name) ? ['has already been taken'] : [],
  })
}

/**
 * Returns the newest pipeline of a commit, with the ref or the id where given; undefined where the ref alone decides.
 */
function newestPipeline(
  { store, project, release }: ProjectContext,
  sha: ObjectId,
  { ref, pipeline_id: id }: PostedStatus,
): PipelineRecord | undefined {
  if (!release.commitStatuses.joinNewestPipeline) return undefined
  const newest = pipelinesOfCommit(store, project, sha).findLast(
    (one) => (!ref || one.ref === ref) && (id === undefined || one.id === id),
  )
  if (!newest && id !== undefined) throw notFound('Pipeline for pipeline_id, sha and ref')
  return newest
}

/** The fields of a commit status that only a seed can set. */
export type CommitStatusDetails = Partial<
  Pick<CommitStatusRecord, 'allow_failure' | 'started_at' | 'finished_at'>
>

/**
 * Posts a commit status as the caller: updates the unfinished one with its name, or adds one. The details override the
 * values that follow from the state. For the consequences see `consequences.commitStatusPosted`.
 */
export function postCommitStatus(
  context: Context,
  { id, project, sha, ref, pipeline: known }: StatusPlace,
  posted: PostedStatus,
  { allow_failure, started_at, finished_at }: CommitStatusDetails = {},
): CommitStatusRecord {
  const { store, viewer, now } = context
  const author = { user_id: viewer.signedIn().id, created_at: now }
  const pipeline = known ?? pipelineFor(store, project, { ref, sha, ...author })
  const name = nameOf(posted)
  const unfinished = unfinishedStatus(context, pipeline, posted)
  const details = omitUndefined({ allow_failure, started_at, finished_at })
  const changes = { ...changesOf(context, posted, unfinished), ...details }
  const status = unfinished
    ? store.commitStatuses.replace(unfinished, changes)
    : store.commitStatuses.insert({
        id,
        project_id: project.id,
        pipeline_id: pipeline.id,
        sha,
        ref,
        name,
        ...changes,
        created_at: now,
      })
  applyConsequences(context.consequences.commitStatusPosted, context, status)
  return status
}

function nameOf({ name, context }: PostedStatus): string {
  return name || context || 'default'
}

function unfinishedStatus(
  { store, viewer, release }: Context,
  pipeline: PipelineRecord,
  posted: PostedStatus,
): CommitStatusRecord | undefined {
  const name = nameOf(posted)
  const isOwn = ({ author_id }: CommitStatusRecord) =>
    !release.commitStatuses.areByAuthor || author_id === viewer.user?.id
  return store.commitStatuses
    .by('pipeline_id', pipeline.id)
    .find((known) => known.name === name && !isFinished(known.status) && isOwn(known))
}

/** Throws 400 for an invalid transition. The same state is allowed, if at all, only with another description or URL. */
function checkTransition(
  { release }: Context,
  known: CommitStatusRecord,
  posted: PostedStatus,
): void {
  const { mayRepeat, refusal } = release.commitStatuses
  const { description = known.description, target_url = known.target_url, state } = posted
  const saysMore = description !== known.description || target_url !== known.target_url
  if (mayRepeat && state === known.status && saysMore) return
  const event = eventOfState[state]
  if (event === undefined || next(commitStatusStates, known.status, event) === undefined) {
    throw refused(refusal({ event: eventNames[state], from: known.status, to: state }))
  }
}

/** Returns the first branch by name that contains the commit. */
function branchHolding(store: Store, project: ProjectRecord, sha: ObjectId): string | undefined {
  return listBranches(repositoryOf(store, project)).find(({ id }) =>
    isAncestor(store.objects, sha, id),
  )?.name
}

function isFinished(state: CommitStatusState): boolean {
  return !Object.values(commitStatusStates).some(({ from }) =>
    from.some((allowed) => allowed === state),
  )
}

function changesOf(
  { viewer, now }: Context,
  { state, target_url, description, coverage }: PostedStatus,
  known: CommitStatusRecord | undefined,
) {
  return {
    status: state,
    author_id: viewer.signedIn().id,
    started_at: known?.started_at ?? (state === 'running' ? now : null),
    finished_at: isFinished(state) && state !== 'skipped' ? now : null,
    ...omitUndefined({ target_url, description, coverage }),
  }
}
