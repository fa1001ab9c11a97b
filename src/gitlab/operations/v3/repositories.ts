import { notFound } from '../../../contract/errors.ts'
import { archive } from '../../../git/archive.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { contributors } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { ahead, mergeBase } from '../../../git/history/ancestry.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { treePages } from '../../../git/objects/tree-page.ts'
import { trimSlashes } from '../../../git/path.ts'
import { findBlob, findCommit } from '../../domain/repositories/repositories.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitResource } from '../../resources/v3/commit.ts'
import { differenceResource } from '../../resources/v3/difference.ts'
import { treeEntry } from '../../resources/v3/tree-entry.ts'
import { list, listPage } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Repositories. */
export const repositories = {
  /** Lists a folder, subfolders first; a missing one has no entries. */
  listTree(context, { path, ref_name, recursive }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const { tree } = commitAt(context, ref_name ?? 'HEAD', 'Tree')
    const folder = trimSlashes(path ?? '')
    return listPage(treePages(store.objects, tree, { path: folder, recursive }), treeEntry)
  },

  getRawFile(context, { sha, filepath }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const blob = blobAt(store.objects, commitAt(context, sha).tree, filepath)
    if (!blob) throw notFound('File')
    return { body: blob.bytes, type: 'text/plain' }
  },

  getRawBlob({ store, viewer, project }, { sha }) {
    viewer.must('download_code', project)
    const blob = findBlob(store, project, sha)
    if (!blob) throw notFound('Blob')
    return { body: blob.bytes, type: 'text/plain' }
  },

  /** Returns an archive with one folder, which has the name of the archive: project, ref and SHA. */
  getArchive(context, { sha }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, sha ?? 'HEAD', 'File')
    const ref = (sha ?? project.default_branch).replaceAll('/', '-')
    const name = `${project.path}-${ref}-${commit.id}`
    return {
      body: archive(store.objects, 'tar.gz', { commit: commit.id, topFolder: name }),
      type: 'application/octet-stream',
      name: `${name}.tar.gz`,
    }
  },

  /**
   * Compares two revisions: the commits of `to` that `from` lacks, newest last, and the changes since their merge base,
   * as `git diff from...to` does.
   */
  compareRevisions(context, { from, to }) {
    const { store, viewer, project } = context
    const { objects } = store
    viewer.must('download_code', project)
    const base = commitAt(context, from)
    const head = commitAt(context, to)
    const between = ahead(objects, base.id, head.id)
    const [newest] = between
    const budget = createWorkBudget()
    const parting = mergeBase(objects, base.id, head.id) ?? base
    return {
      commit: newest ? commitResource(newest) : null,
      commits: between.map(commitResource).reverse(),
      diffs: compareTrees(objects, parting.tree, head.tree, { budget }).map((difference) =>
        differenceResource(difference, store, budget),
      ),
      compare_timeout: false,
      compare_same_ref: base.id === head.id,
    }
  },

  /** Lists the contributors of the default branch; an empty repository has none. */
  listContributors({ store, viewer, project }) {
    viewer.must('download_code', project)
    const tip = findCommit(store, project, 'HEAD')
    const found = tip ? contributors(store.objects, tip.id) : []
    return list(found, (contributor) => ({ ...contributor }))
  },
} satisfies OperationsOf<'v3', 'Repositories'>
