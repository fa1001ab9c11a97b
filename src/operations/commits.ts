import { notFound, refused } from '../contract/errors.ts'
import { followCommitMessage } from '../domain/issues/commit-message.ts'
import { commitToBranch } from '../domain/repositories/commit.ts'
import { mustPush, push } from '../domain/repositories/push.ts'
import { findCommit, repositoryOf } from '../domain/repositories/repositories.ts'
import { commitAt } from '../domain/repositories/revisions.ts'
import { callerSignature } from '../domain/repositories/signatures.ts'
import { compareTrees } from '../git/difference.ts'
import { log, logPage } from '../git/history.ts'
import { historyLength } from '../git/history-length.ts'
import { cherryPick } from '../git/merge.ts'
import type { GitCommit } from '../git/objects.ts'
import { GitRefusal } from '../git/refusal.ts'
import { branchHead, branchReference } from '../git/repository.ts'
import { parentTree } from '../git/statistics.ts'
import { commitDetail, commitInList, commitResource } from '../resources/commit.ts'
import { differenceResource } from '../resources/difference.ts'
import { list } from './answers.ts'
import { createCommitComment, listCommitComments } from './commit-comments.ts'
import type { ContextOf, OperationsOf } from './operation.ts'

/** Document 3, Commits, but for the statuses. */
export const commits = {
  /** A ref that is not there has no commits, as an empty repository has none. */
  listCommits(context, { ref_name, since, until }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const { objects } = store
    const present = (commit: GitCommit) => commitInList(commit, project, context)
    const tip = findCommit(store, project, ref_name ?? 'HEAD')
    if (!tip) return list([], present)
    if (since !== undefined || until !== undefined) {
      return list([...log(objects, [tip.id], { ...after(since), ...before(until) })], present)
    }
    return {
      total: historyLength(objects, tip.id),
      page: (from, to) => logPage(objects, tip.id, from, to).map(present),
    }
  },

  getCommit(context, { sha }) {
    context.viewer.must('download_code', context.project)
    return commitDetail(commitAt(context, sha), context.project, context)
  },

  /** All of the actions are done or none; the message names the file at fault. */
  createCommit(context, { actions, ...attributes }) {
    const { project } = context
    try {
      const commit = commitToBranch(context, project, attributes, actions)
      return commitDetail(commit, project, context)
    } catch (error) {
      if (error instanceof GitRefusal) throw refused(error.message)
      throw error
    }
  },

  cherryPickCommit,

  listCommitDifferences(context, { sha }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, sha)
    const before = parentTree(store.objects, commit)
    return list(compareTrees(store.objects, before, commit.tree), (difference) =>
      differenceResource(difference, store),
    )
  },

  listCommitComments,

  createCommitComment,
} satisfies OperationsOf<'Commits'>

function after(since: string | undefined) {
  return since === undefined ? {} : { since: Date.parse(since) / 1000 }
}

function before(until: string | undefined) {
  return until === undefined ? {} : { until: Date.parse(until) / 1000 }
}

/** Keeps author and message; a conflict, and a change that is there already, are both 400. */
function cherryPickCommit(
  context: ContextOf<'cherryPickCommit'>,
  { sha, branch }: { sha: string; branch: string },
) {
  const { store, project } = context
  mustPush(context, project, branch)
  const picked = commitAt(context, sha)
  const onto = branchHead(repositoryOf(store, project), branch)
  if (onto === undefined) throw notFound('Branch')
  const committer = callerSignature(context)
  const outcome = cherryPick(store.objects, picked.id, onto, { committer })
  if (outcome.kind !== 'picked') {
    throw refused(
      'Sorry, we cannot cherry-pick this commit automatically. It may have already been ' +
        'cherry-picked, or a more recent commit may have updated some of its content.',
    )
  }
  push(context, project, branchReference(branch), outcome.commit.id)
  followCommitMessage(context, project, branch, outcome.commit)
  return commitResource(outcome.commit)
}
