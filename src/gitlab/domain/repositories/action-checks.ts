import { type CommitAction, checkPathComponents } from '../../../git/commit.ts'
import { readCommit } from '../../../git/objects/database.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { checkPath } from '../../../git/path.ts'
import { GitRefusal } from '../../../git/refusal.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectContext } from '../context.ts'
import type { Release } from '../release.ts'
import { repositoryOf } from './repositories.ts'

/** Returns the error of a new file's path; undefined for a valid one. */
export function pathFault({ filePaths }: Release, path: string): string | undefined {
  if (!filePaths.mayHaveDots && path.includes('..')) return 'cannot include directory traversal'
  return filePaths.pattern.test(path) ? undefined : filePaths.rule
}

/**
 * Throws a GitRefusal for invalid paths, and for actions that do not fit the files of the branch before the commit,
 * as GitLab does before it writes.
 * So no action can depend on another one of the same commit.
 */
export function checkActions(
  { store, project, release }: ProjectContext,
  branch: string,
  actions: readonly CommitAction[],
): void {
  checkPathComponents(actions)
  const head = branchHead(repositoryOf(store, project), branch)
  const tree = head === undefined ? undefined : readCommit(store.objects, head).tree
  const exists = (path: string) =>
    tree !== undefined && blobAt(store.objects, tree, path) !== undefined
  for (const action of actions) {
    checkActionPath(release, action.path)
    const source = action.action === 'move' ? action.previousPath : action.path
    checkActionPath(release, source)
    if (action.action !== 'create' && !exists(source)) {
      throw new GitRefusal('file-missing', `There is no file '${source}'.`, source)
    }
    if (action.action === 'move' && exists(action.path)) {
      throw new GitRefusal('file-exists', `A file '${action.path}' exists already.`, action.path)
    }
  }
}

function checkActionPath(release: Release, path: string): void {
  checkPath(path)
  const fault = pathFault(release, path)
  if (fault) throw new GitRefusal('path-invalid', `The file path '${path}' ${fault}.`, path)
}
