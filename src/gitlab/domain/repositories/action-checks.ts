import type { CommitAction } from '../../../git/commit.ts'
import { readCommit } from '../../../git/objects/database.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { checkPath } from '../../../git/path.ts'
import { GitRefusal } from '../../../git/refusal.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectContext } from '../context.ts'
import { repositoryOf } from './repositories.ts'

/** Letters and digits of any script, and `_ - @ . /`: the file paths that GitLab 8.15 took. */
const pathPattern = /^[\p{Alphabetic}\p{M}\p{Nd}_\-@./]*$/u

/** What is wrong with the path of a file that is to be created; undefined where nothing is. */
export function pathFault(path: string): string | undefined {
  if (path.includes('..')) return 'cannot include directory traversal'
  if (pathPattern.test(path)) return undefined
  return "can contain only letters, digits, '_', '-', '@' and '.'; separate directories with a '/'"
}

/**
 * Throws a GitRefusal for what GitLab 8.15 refused before it wrote anything: paths with other
 * characters, and actions that do not fit the files of the branch as they are before the commit. So no
 * action may build upon another one of the same commit.
 */
export function checkActions(
  { store, project }: ProjectContext,
  branch: string,
  actions: readonly CommitAction[],
): void {
  const head = branchHead(repositoryOf(store, project), branch)
  const tree = head === undefined ? undefined : readCommit(store.objects, head).tree
  const exists = (path: string) =>
    tree !== undefined && blobAt(store.objects, tree, path) !== undefined
  for (const action of actions) {
    checkActionPath(action.path)
    const source = action.action === 'move' ? action.previousPath : action.path
    checkActionPath(source)
    if (action.action !== 'create' && !exists(source)) {
      throw new GitRefusal('file-missing', `There is no file '${source}'.`, source)
    }
    if (action.action === 'move' && exists(action.path)) {
      throw new GitRefusal('file-exists', `A file '${action.path}' exists already.`, action.path)
    }
  }
}

function checkActionPath(path: string): void {
  checkPath(path)
  const fault = pathFault(path)
  if (fault) throw new GitRefusal('path-invalid', `The file path '${path}' ${fault}.`, path)
}
