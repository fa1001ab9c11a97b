import { compareTrees } from '../../../git/diff/difference.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { selectCommits } from '../../domain/repositories/commit-lists.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitResource, commitTrailers, commitWithStats } from '../../resources/v4/commit.ts'
import { differenceResource } from '../../resources/v4/difference.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Commits. */
export const commits = {
  /** A ref that is not there has no commits, as an empty repository has none. */
  listCommits(context, { ref_name, first_parent, with_stats, trailers, ...selection }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const found = selectCommits(store, project, {
      ...selection,
      revision: ref_name || undefined,
      firstParent: first_parent,
    })
    const present = with_stats ? commitWithStats : commitResource
    const presented = (commit: GitCommit) => ({
      ...present(commit, project, context),
      ...(trailers ? commitTrailers(commit) : {}),
    })
    // One more than there are: GitLab does not count commits, and expects a page behind each that is full.
    return { total: found.total + 1, page: (from, to) => found.page(from, to).map(presented) }
  },

  listCommitDifferences(context, { sha, unidiff }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, sha)
    const before = parentTree(store.objects, commit)
    const budget = createWorkBudget()
    return list(compareTrees(store.objects, before, commit.tree, { budget }), (difference) =>
      differenceResource(difference, store, budget, unidiff),
    )
  },
} satisfies OperationsOf<'v4', 'Commits'>
