import { retryFailedJob } from './builds/automatic-retry.ts'
import { stopEnvironmentOfJob } from './builds/deployments-of-jobs.ts'
import { followDownstream, startDownstreams } from './builds/downstream.ts'
import { passResourceOn } from './builds/pass-resource-on.ts'
import { settlePipeline } from './builds/pipelines.ts'
import { createPipelinesOfPush } from './builds/pipelines-of-push.ts'
import { cancelAfterFailure } from './builds/redundant-pipelines.ts'
import { stopEnvironmentsOfBranch } from './builds/stop-environment.ts'
import type { Consequences } from './context.ts'
import { submitReview } from './discussions/drafts.ts'
import { keepActive } from './events.ts'
import { fireProjectHooks } from './hooks/fire-project-hooks.ts'
import { announceGroupRemoval, announceUserRemoval } from './hooks/system-messages.ts'
import { closeIssuesOf } from './issues/closing.ts'
import { followCommitMessage } from './issues/commit-message.ts'
import { afterIssueState } from './issues/state-change.ts'
import { remindOfConflicts, remindOfFirstConflict } from './merge-requests/conflict-reminders.ts'
import { remindOfFailure } from './merge-requests/failed-pipeline.ts'
import { followMergeRequests } from './merge-requests/follow-push.ts'
import {
  fireMerge,
  noteMerge,
  recordMerge,
  recordMergedState,
  settleTodosOfMerge,
} from './merge-requests/merge-completion.ts'
import { mergeWhatWaitsFor } from './merge-requests/schedule.ts'
import {
  fireMergeRequestState,
  noteMergeRequestState,
  recordMergeRequestState,
  recordMergeRequestStateEvent,
  settleTodosOfClosedMergeRequest,
} from './merge-requests/state-change.ts'
import {
  forgetWhoRan,
  removeAccount,
  removeCommitStatuses,
  removeGroupMembers,
  removePersonalNamespace,
  removeProjectMembers,
  removeProjectsOfNamespace,
  removeRepository,
} from './remove.ts'
import { adoptDefaultBranch, protectDefaultBranch } from './repositories/default-branch.ts'
import { recordPush } from './repositories/record-push.ts'
import {
  removePlanningOfGroup,
  removeTrackerOfProject,
  removeTrackerOfUser,
} from './tracker/remove.ts'
import { removeGroupBots, removeProjectBots } from './users/resource-tokens.ts'

/**
 * The consequences of each event, in order. A push creates a pipeline, a successful pipeline merges merge requests
 * that wait for it, and a merge pushes to its target branch: this cycle is closed here, so that the imports have
 * none.
 */
export const consequences: Consequences = {
  eventRecorded: [keepActive],
  pushed: [
    adoptDefaultBranch,
    protectDefaultBranch,
    recordPush,
    followMergeRequests,
    remindOfConflicts,
    createPipelinesOfPush,
    stopEnvironmentsOfBranch,
  ],
  mergeRequestCreated: [remindOfFirstConflict],
  reviewSubmitted: [submitReview],
  committed: [followCommitMessage],
  merged: [noteMerge, recordMerge, recordMergedState, closeIssuesOf, settleTodosOfMerge, fireMerge],
  issueStateChanged: afterIssueState,
  mergeRequestStateChanged: [
    noteMergeRequestState,
    recordMergeRequestState,
    recordMergeRequestStateEvent,
    settleTodosOfClosedMergeRequest,
    fireMergeRequestState,
  ],
  happened: [fireProjectHooks],

  buildMoved: [
    stopEnvironmentOfJob,
    retryFailedJob,
    cancelAfterFailure,
    settlePipeline,
    passResourceOn,
  ],
  commitStatusPosted: [settlePipeline],
  bridgesStarted: [startDownstreams],
  pipelineMoved: [followDownstream, remindOfFailure],
  pipelineSucceeded: [mergeWhatWaitsFor],

  userRemoved: [
    announceUserRemoval,
    removePersonalNamespace,
    removeTrackerOfUser,
    removeAccount,
    forgetWhoRan,
    removeCommitStatuses,
  ],
  groupRemoved: [
    announceGroupRemoval,
    removeProjectsOfNamespace,
    removePlanningOfGroup,
    removeGroupBots,
    removeGroupMembers,
  ],
  projectRemoved: [
    removeProjectBots,
    removeProjectMembers,
    removeTrackerOfProject,
    removeRepository,
  ],
}
