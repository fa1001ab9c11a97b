import { partOnDemand } from '../../shared/part-on-demand.ts'
import { openListKey } from '../../store/list-keys.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { Store } from '../../store/store.ts'
import { deployBuild } from './builds/deployments.ts'
import { settlePipeline } from './builds/pipelines.ts'
import { applyConsequences, type Consequences } from './context.ts'
import { keepActive } from './events.ts'

/** The whole table of `consequences.ts`: most suites push nothing and remove nothing. */
export const allConsequences = partOnDemand('What follows a push or a removal', async () => {
  const { consequences } = await import('./consequences.ts')
  return consequences
})

export const afterIssueState = partOnDemand('What follows the state of an issue', async () => {
  const { afterIssueState } = await import('./issues/state-change.ts')
  return afterIssueState
})

const all = () => allConsequences.loaded()

/** The whole table has it: a build that merges what waits for it may close issues without a wait. */
const ofIssueState = () =>
  allConsequences.isLoaded() ? all().issueStateChanged : afterIssueState.loaded()

/**
 * What follows from what, as in `consequences.ts`. What follows a build that moves is here, as a suite moves
 * builds in a synchronous step that cannot be repeated (`forge.advance`); the rest is loaded when it follows.
 */
export const consequencesOnDemand: Consequences = {
  eventRecorded: [keepActive],
  pushed: [(context, push) => applyConsequences(all().pushed, context, push)],
  committed: [(context, commit) => applyConsequences(all().committed, context, commit)],
  merged: [(context, merged) => applyConsequences(all().merged, context, merged)],
  issueStateChanged: [(context, change) => applyConsequences(ofIssueState(), context, change)],
  mergeRequestStateChanged: [
    (context, change) => applyConsequences(all().mergeRequestStateChanged, context, change),
  ],

  buildMoved: [deployBuild, settlePipeline],
  commitStatusPosted: [settlePipeline],
  pipelineSucceeded: [
    (context, pipeline) => {
      if (!isAwaited(context.store, pipeline)) return
      applyConsequences(all().pipelineSucceeded, context, pipeline)
    },
  ],

  userRemoved: [(context, user) => applyConsequences(all().userRemoved, context, user)],
  groupRemoved: [(context, group) => applyConsequences(all().groupRemoved, context, group)],
  projectRemoved: [(context, project) => applyConsequences(all().projectRemoved, context, project)],
}

/**
 * Whether a merge request waits for a pipeline. In a project without a commit none can; where there is one
 * the table is loaded, be it by the push that brought it or with the world (`preparePipelines`).
 */
function isAwaited(
  { mergeRequests, repositories }: Store,
  { project_id, ref }: PipelineRecord,
): boolean {
  const hasRefs = (repositories.get(project_id)?.refs.size ?? 0) > 0
  const from = openListKey(project_id, ref)
  return hasRefs && mergeRequests.by('open_from', from).some((one) => one.merge_when_build_succeeds)
}
