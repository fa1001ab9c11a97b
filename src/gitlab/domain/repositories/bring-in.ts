import { addObjects, type ObjectDatabase } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { branchHead, branchReference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'
import { protectDefaultBranch, setDefaultBranch } from './default-branch.ts'
import { repositoryOf } from './repositories.ts'

/** A repository that was made elsewhere. */
export interface BroughtRepository {
  /** Whole: what the refs lead to is there. */
  readonly objects: ObjectDatabase
  /** Branches, which lead to commits, and tags, by their full names. */
  readonly refs: ReadonlyMap<string, ObjectId>
  /** The branch that HEAD names, be it there or not. */
  readonly head: string | undefined
}

/**
 * Gives a project without a repository one that was made elsewhere, as an import does: its default branch is that of
 * HEAD, and nothing follows of what was pushed there once.
 */
export function bringInRepository(
  context: SystemContext,
  project: ProjectRecord,
  { objects, refs, head }: BroughtRepository,
): void {
  const { store } = context
  addObjects(store.objects, objects)
  store.repositories.insert({ id: project.id, refs })
  if (head !== undefined) setDefaultBranch(context, project, head)
}

/** Protects its default branch, as that of a first push. */
export function protectBroughtBranch(context: SystemContext, project: ProjectRecord): void {
  const repository = repositoryOf(context.store, project)
  const ref = branchReference(repository.head)
  const after = branchHead(repository, repository.head)
  protectDefaultBranch(context, { project, ref, before: undefined, after })
}
