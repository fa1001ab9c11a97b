import { notFound } from '../../contract/errors.ts'
import type { GitCommit } from '../../git/objects.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { findCommit } from './repositories.ts'

/** A project, whose code the caller may read, and where it is remembered. */
interface InProject {
  readonly store: Store
  readonly project: ProjectRecord
}

/**
 * The commit that a branch, a tag or an id (in full or its first digits) names; 404 for none. `what`
 * is the resource that was asked for.
 */
export function commitAt(
  { store, project }: InProject,
  revision: string,
  what = 'Commit',
): GitCommit {
  const commit = findCommit(store, project, revision)
  if (!commit) throw notFound(what)
  return commit
}
