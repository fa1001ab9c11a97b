import { commitKey } from '../store/collections.ts'
import { combinedStatus, pipelineStatus, type State } from '../store/commit-state.ts'
import type { BuildRecord } from '../store/models/build.ts'
import type { PipelineRecord } from '../store/models/pipeline.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { tagTarget } from '../git/repository.ts'
import { repositoryOf } from '../store/repositories.ts'
import type { Store } from '../store/store.ts'
import type { Work } from './operation.ts'
import { pipelineSucceeded } from './pipeline-success.ts'

/** The newest pipeline of a commit on a ref; made where there is none. */
export function pipelineFor(
  { store, now }: Work,
  project: ProjectRecord,
  { ref, sha, userId }: { ref: string; sha: string; userId: number },
): PipelineRecord {
  const known = store.pipelines
    .by('commit', commitKey(project.id, sha))
    .filter((pipeline) => pipeline.ref === ref)
    .at(-1)
  if (known) return known
  return store.pipelines.insert({
    project_id: project.id,
    ref,
    sha,
    tag: tagTarget(repositoryOf(store, project), ref) !== undefined,
    status: 'created',
    user_id: userId,
    created_at: now,
  })
}

/** Lets a pipeline follow a change of its builds and statuses: next stages, then its own state. */
export function settlePipeline(work: Work, pipelineId: number): void {
  const { store, now } = work
  startStages(store, pipelineId)
  const pipeline = store.pipelines.get(pipelineId)
  const status = pipelineStatus(store, pipelineId)
  if (!pipeline || status === undefined || status === pipeline.status) return
  const isOver = overStates.has(status)
  const hasBegun = isOver || status === 'running'
  const settled = store.pipelines.replace(pipeline, {
    status,
    started_at: pipeline.started_at ?? (hasBegun ? now : null),
    finished_at: isOver ? now : null,
  })
  if (status === 'success') pipelineSucceeded(work, settled)
}

const overStates: ReadonlySet<State> = new Set(['success', 'failed', 'canceled', 'skipped'])

/**
 * A stage starts once the stages before it are over. Of its builds those begin to wait for a runner
 * whose `when` fits how that went; the others are skipped, manual ones until they are played.
 */
function startStages(store: Store, pipelineId: number): void {
  const builds = () => store.builds.by('pipeline_id', pipelineId)
  const waiting = builds().filter(({ status }) => status === 'created')
  const stages = new Set(waiting.map(({ stage_index }) => stage_index))
  for (const stage of [...stages].sort((a, b) => a - b)) {
    const before = combinedStatus(builds().filter(({ stage_index }) => stage_index < stage))
    if (!overStates.has(before)) return
    for (const build of waiting.filter(({ stage_index }) => stage_index === stage)) {
      store.builds.replace(build, { status: startsAfter[build.when](before) ? 'pending' : 'skipped' })
    }
  }
}

/** Whether a build starts after stages that came to a state: the rule of that release. */
const startsAfter: Readonly<Record<BuildRecord['when'], (before: State) => boolean>> = {
  on_success: (before) => before === 'success' || before === 'skipped',
  on_failure: (before) => before === 'failed',
  always: (before) => before !== 'canceled',
  manual: () => false,
}
