import { recordNotFound } from '../../../contract/errors.ts'
import { gitDiff } from '../../../git/diff/patch.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { mustReadBuilds } from '../../access/builds.ts'
import {
  checkPipelineOfMergeRequest,
  mustRunMergeRequest,
} from '../../domain/builds/pipeline-of-merge-request.ts'
import { runPipeline } from '../../domain/builds/pipeline-of-ref.ts'
import { mustChangeMergeRequest } from '../../domain/merge-requests/change.ts'
import { maxChangedFiles } from '../../domain/merge-requests/changed-files.ts'
import {
  addContextCommits,
  checkContextCommits,
  checkGoneContextCommits,
  checkNewContextCommits,
  contextCommitsOf,
  removeContextCommits,
} from '../../domain/merge-requests/context-commits.ts'
import { commitsOf, differencesOf, pipelinesOf } from '../../domain/merge-requests/range.ts'
import { versionsOf } from '../../domain/merge-requests/versions.ts'
import { commitResource } from '../../resources/v4/commit.ts'
import { differenceResource } from '../../resources/v4/difference.ts'
import {
  mergeRequestVersion,
  mergeRequestVersionDetail,
  mergeRequestWithChanges,
} from '../../resources/v4/merge-request-parts.ts'
import { pipelineBasic, pipelineResource } from '../../resources/v4/pipeline.ts'
import { list, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Merge request changes, of schemas/v4/paths/merge-requests.yaml. */
export const mergeRequestChanges = {
  listMergeRequestCommits(context) {
    const { store, project, mergeRequest } = context
    return list(commitsOf(store, mergeRequest), (commit) =>
      commitResource(commit, project, context),
    )
  },

  getMergeRequestChanges: (context, { unidiff, access_raw_diffs }) =>
    mergeRequestWithChanges(context.mergeRequest, context, {
      isUnified: unidiff,
      isWhole: access_raw_diffs,
    }),

  listMergeRequestDifferences(context, { unidiff }) {
    const { store, mergeRequest } = context
    const budget = createWorkBudget()
    const listed = differencesOf(store, mergeRequest, budget).slice(0, maxChangedFiles(context))
    return list(listed, (difference) => differenceResource(difference, store, budget, unidiff))
  },

  getRawMergeRequestDifferences({ store, mergeRequest }) {
    const body = gitDiff(store.objects, differencesOf(store, mergeRequest))
    return { body, type: 'text/plain' }
  },

  listMergeRequestVersions(context) {
    const versions = versionsOf(context.store, context.mergeRequest).toReversed()
    return list(versions, (version) => mergeRequestVersion(version, context))
  },

  getMergeRequestVersion(context, { version_id, unidiff }) {
    const { store, mergeRequest } = context
    const version = versionsOf(store, mergeRequest).find(({ id }) => id === version_id)
    if (!version) throw recordNotFound()
    return mergeRequestVersionDetail(version, context, unidiff)
  },

  listMergeRequestPipelines(context) {
    const { store, mergeRequest } = context
    mustReadBuilds(context)
    return list(pipelinesOf(store, mergeRequest), (pipeline) => pipelineBasic(pipeline, context))
  },

  createMergeRequestPipeline(context, { async: isAsync }) {
    mustChangeMergeRequest(context)
    mustRunMergeRequest(context)
    const planned = checkPipelineOfMergeRequest(context, context.mergeRequest)
    const made = runPipeline(context, planned)
    return isAsync ? new Reply(202, { status: 202 }) : pipelineResource(made, context)
  },

  listContextCommits: (context) =>
    list(contextCommitsOf(context), (commit) => commitResource(commit, context.project, context)),

  createContextCommits(context, { commits: shas }) {
    mustChangeMergeRequest(context)
    const commits = checkContextCommits(context, shas)
    checkNewContextCommits(context, commits)
    addContextCommits(context, commits)
    return commits.map((commit) => commitResource(commit, context.project, context))
  },

  deleteContextCommits(context, { commits: shas }) {
    mustChangeMergeRequest(context)
    const commits = checkContextCommits(context, shas)
    checkGoneContextCommits(context, commits)
    removeContextCommits(context, commits)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Merge request changes'>
