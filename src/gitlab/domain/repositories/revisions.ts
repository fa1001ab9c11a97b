import { notFound } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectContext } from '../context.ts'
import { findCommit } from './repositories.ts'

/**
 * Returns the commit that a branch, a tag or an id (full or abbreviated) names. Throws 404 where it is missing; `what`
 * names the resource in the error.
 */
export function commitAt(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  revision: string,
  what = 'Commit',
): GitCommit {
  const commit = findCommit(store, project, revision)
  if (!commit) throw notFound(what)
  return commit
}
