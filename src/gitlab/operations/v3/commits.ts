import { refused } from '../../../contract/errors.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { historyLength } from '../../../git/history/ancestry.ts'
import { log, logPage } from '../../../git/history/history.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { GitRefusal } from '../../../git/refusal.ts'
import { commitKey } from '../../../store/record-keys.ts'
import { omitUndefined } from '../../domain/changes.ts'
import { checkActions } from '../../domain/repositories/action-checks.ts'
import { readAction } from '../../domain/repositories/actions.ts'
import { checkCherryPick, cherryPickToBranch } from '../../domain/repositories/cherry-pick.ts'
import { checkCommit, commitToBranch } from '../../domain/repositories/commit.ts'
import { checkCommentText, commentOnCommit } from '../../domain/repositories/commit-comments.ts'
import { findCommit } from '../../domain/repositories/repositories.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitDetail, commitInList, commitResource } from '../../resources/v3/commit.ts'
import { commitComment } from '../../resources/v3/commit-comment.ts'
import { differenceResource } from '../../resources/v3/difference.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Commits. */
export const commits = {
  /** Lists commits; an unknown ref and an empty repository have none. */
  listCommits(context, { ref_name, since, until }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const { objects } = store
    const present = (commit: GitCommit) => commitInList(commit, project, context)
    const tip = findCommit(store, project, ref_name ?? 'HEAD')
    if (!tip) return list([], present)
    if (since !== undefined || until !== undefined) {
      return list(
        [
          ...log(
            objects,
            [tip.id],
            omitUndefined({ since: secondsOf(since), until: secondsOf(until) }),
          ),
        ],
        present,
      )
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

  /** Commits all actions or none. The error names the file at fault. */
  createCommit(context, { actions, ...attributes }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    checkCommit(context, attributes)
    const read = actions.map((action) => readAction(action, context.release))
    try {
      checkActions(context, attributes.branch_name, read)
      const commit = commitToBranch(context, project, attributes, read)
      return commitDetail(commit, project, context)
    } catch (error) {
      if (error instanceof GitRefusal) throw refused(error.message)
      throw error
    }
  },

  /** Cherry-picks a commit with its author and message. */
  cherryPickCommit(context, { sha, branch }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    const commit = commitAt(context, sha)
    checkCherryPick(context, branch)
    return commitResource(cherryPickToBranch(context, project, commit, branch))
  },

  listCommitDifferences(context, { sha }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, sha)
    const before = parentTree(store.objects, commit)
    const budget = createWorkBudget()
    return list(compareTrees(store.objects, before, commit.tree, { budget }), (difference) =>
      differenceResource(difference, store, budget),
    )
  },

  listCommitComments(context, { sha }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const key = commitKey(project.id, commitAt(context, sha).id)
    return list(store.notes.by('noteable', key), (comment) => commitComment(comment, context))
  },

  /** Comments on a commit: on a line, or on the whole commit where the line does not exist. */
  createCommitComment(context, { sha, ...comment }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, sha)
    checkCommentText(comment.note)
    return commitComment(commentOnCommit(context, project, commit, comment), context)
  },
} satisfies OperationsOf<'v3', 'Commits'>

/** Converts an ISO 8601 time to the seconds of git. */
function secondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time) / 1000
}
