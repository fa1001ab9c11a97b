import { notFound } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectContext } from '../context.ts'
import { findCommit } from './repositories.ts'

/**
 * The commit that a branch, a tag or an id (in full or its first digits) names; 404 for none. `what`
 * is the resource that was asked for.
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
