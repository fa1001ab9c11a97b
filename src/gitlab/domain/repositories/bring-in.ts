import { addObjects, type ObjectDatabase } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { branchHead, branchReference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'
import { protectDefaultBranch, setDefaultBranch } from './default-branch.ts'
import { repositoryOf } from './repositories.ts'

/** An imported repository. */
export interface ImportedRepository {
  /** All objects that are reachable from the refs. */
  readonly objects: ObjectDatabase
  /** The branches, which point to commits, and the tags, by their full names. */
  readonly refs: ReadonlyMap<string, ObjectId>
  /** The branch that HEAD names, whether or not it exists. */
  readonly head: string | undefined
}

/**
 * Imports a repository into a project without one. Its HEAD becomes the default branch, and the import has no
 * consequences of a push.
 */
export function importRepository(
  context: SystemContext,
  project: ProjectRecord,
  { objects, refs, head }: ImportedRepository,
): void {
  const { store } = context
  addObjects(store.objects, objects)
  store.repositories.insert({ id: project.id, refs })
  if (head !== undefined) setDefaultBranch(context, project, head)
}

/** Protects the default branch of an imported repository, as a first push does. */
export function protectImportedBranch(context: SystemContext, project: ProjectRecord): void {
  const repository = repositoryOf(context.store, project)
  const ref = branchReference(repository.head)
  const after = branchHead(repository, repository.head)
  protectDefaultBranch(context, { project, ref, before: undefined, after })
}
