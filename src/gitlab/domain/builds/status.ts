import type { ObjectId } from '../../../git/objects/objects.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { CommitStatusRecord } from '../../../store/models/commit-status.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { commitKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { isChild, pipelinesOfCommit } from './child-pipelines.ts'

/** A build or a commit status of an external service. */
export type StatusSource = BuildRecord | CommitStatusRecord

export type State = BuildRecord['status']

/** Returns the builds and commit statuses of a commit, oldest first, except those of child pipelines. */
export function jobsOfCommit(store: Store, project: ProjectRecord, sha: ObjectId): StatusSource[] {
  const key = commitKey(project.id, sha)
  const isOfChild = ({ pipeline_id }: StatusSource) =>
    isChild(store.pipelines.get(pipeline_id) ?? { source: 'push' })
  const builds = store.builds.by('commit', key).filter((build) => !isOfChild(build))
  return byAge([...builds, ...store.commitStatuses.by('commit', key)])
}

/** Returns the latest build or commit status of a commit for each name and ref. */
export function latestOfCommit(
  store: Store,
  project: ProjectRecord,
  sha: ObjectId,
): StatusSource[] {
  return latest(jobsOfCommit(store, project, sha))
}

/** Sorts by age. Builds and statuses share one counter of ids, so the id shows the age. */
function byAge(sources: StatusSource[]): StatusSource[] {
  return sources.sort((a, b) => a.id - b.id)
}

function latest(sources: readonly StatusSource[]): StatusSource[] {
  return lastOfEach(sources, ({ ref, name }) => `${ref}\0${name}`)
}

/** Returns the latest build or commit status for each name and pipeline. */
export function latestInPipelines(sources: readonly StatusSource[]): StatusSource[] {
  return lastOfEach(sources, ({ pipeline_id, name }) => `${pipeline_id}\0${name}`)
}

function lastOfEach(
  sources: readonly StatusSource[],
  keyOf: (source: StatusSource) => string,
): StatusSource[] {
  return byAge([...new Map(sources.map((source) => [keyOf(source), source])).values()])
}

/**
 * Returns the combined status of a commit's latest builds and statuses (`schemas/v3/resources/commit.json`); null where
 * there are none. A pipeline without jobs counts with its own status: skipped, or failed by its configuration.
 */
export function commitStatus(store: Store, project: ProjectRecord, sha: ObjectId): State | null {
  const sources = latestOfCommit(store, project, sha)
  const refs = new Set(sources.map(({ ref }) => ref))
  const withoutJobs = new Map<string, Stated>()
  for (const { ref, status } of pipelinesOfCommit(store, project, sha)) {
    if (!refs.has(ref)) withoutJobs.set(ref, { status, allow_failure: false })
  }
  const stated = [...sources, ...withoutJobs.values()]
  return stated.length === 0 ? null : combinedStatus(stated)
}

/** Returns the combined status of a pipeline's latest builds and statuses; undefined where it has none. */
export function pipelineStatus(store: Store, pipelineId: number): State | undefined {
  const sources = latestOfPipeline(store, pipelineId)
  return sources.length === 0 ? undefined : combinedStatus(sources)
}

/** Returns the latest build or commit status of a pipeline for each name. */
export function latestOfPipeline(store: Store, pipelineId: number): StatusSource[] {
  return latest(
    byAge([
      ...currentBuilds(store, pipelineId),
      ...store.commitStatuses.by('pipeline_id', pipelineId),
    ]),
  )
}

/** Returns the builds of a pipeline that were not retried by a copy. */
export function currentBuilds(store: Store, pipelineId: number): BuildRecord[] {
  return store.builds.by('pipeline_id', pipelineId).filter(({ is_retried }) => !is_retried)
}

/**
 * Returns the combined status of the jobs that a build waits for: needed ones, or earlier stages. Undefined while some
 * are unfinished.
 */
export function stateBefore(builds: readonly BuildRecord[], build: BuildRecord): State | undefined {
  const { needs, stage_index } = build
  if (needs === null) {
    const state = combinedStatus(builds.filter((one) => one.stage_index < stage_index))
    return overStates.has(state) ? state : undefined
  }
  const needed = builds.filter(({ name }) => needs.includes(name))
  if (!needed.every((one) => isOver(builds, one))) return undefined
  const isPassedOver = needed.some((one) => one.status === 'skipped')
  return isPassedOver ? 'failed' : combinedStatus(needed)
}

/** Whether a build is finished. A manual one that waits to be played is not, so jobs that need it wait too. */
function isOver(builds: readonly BuildRecord[], build: BuildRecord): boolean {
  return overStates.has(build.status) && !waitsToBePlayed(builds, build)
}

/**
 * Whether a manual build waits to be played: it is skipped after a success, while after a failure it is just skipped.
 */
export function waitsToBePlayed(builds: readonly BuildRecord[], build: BuildRecord): boolean {
  if (build.when !== 'manual' || build.status !== 'skipped' || build.is_retried) return false
  const before = stateBefore(builds, build)
  return before === 'success' || before === 'skipped'
}

export const overStates: ReadonlySet<State> = new Set(['success', 'failed', 'canceled', 'skipped'])

type Stated = Pick<StatusSource, 'status' | 'allow_failure'> & {
  readonly when?: BuildRecord['when']
}

/** Whether a status is ignored: an allowed failure, and a skipped manual or `on_failure` job. */
function isIgnored({ status, allow_failure, when }: Stated): boolean {
  if (status === 'skipped') return when === 'manual' || when === 'on_failure'
  return allow_failure && (status === 'failed' || status === 'canceled')
}

/** Returns the combined status of a stage, a pipeline or a commit, by the rule of GitLab 8.15. */
export function combinedStatus(stated: readonly Stated[]): State {
  const counted = stated.filter((each) => !isIgnored(each)).map(({ status }) => status)
  const isEach = (...statuses: State[]) => counted.every((status) => statuses.includes(status))
  if (stated.length > 0 && counted.length === 0) return 'success'
  if (isEach('skipped')) return 'skipped'
  if (isEach('success', 'skipped')) return 'success'
  if (isEach('created')) return 'created'
  if (isEach('success', 'skipped', 'canceled')) return 'canceled'
  if (isEach('created', 'skipped', 'pending')) return 'pending'
  if (counted.some((status) => ['running', 'pending', 'created'].includes(status))) return 'running'
  return 'failed'
}

/** Whether a commit has failed jobs all of which are allowed to fail (`schemas/v3/resources/commit.json`). */
export function isFailureAllowed(store: Store, project: ProjectRecord, sha: ObjectId): boolean {
  const failed = latestOfCommit(store, project, sha).filter(({ status }) => status === 'failed')
  return failed.length > 0 && failed.every(({ allow_failure }) => allow_failure)
}
