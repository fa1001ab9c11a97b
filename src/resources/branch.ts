import { protectionOf } from '../access/protection.ts'
import type { Branch } from '../contract/generated/contract.ts'
import type { Presentation } from '../domain/context.ts'
import { isInHistoryOf, repositoryOf } from '../domain/repositories/repositories.ts'
import { readCommit } from '../git/database.ts'
import { branchHead, type Reference } from '../git/repository.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { commitReference } from './commit.ts'

export function branchResource(
  { name, id }: Reference,
  project: ProjectRecord,
  { store }: Presentation,
): Branch {
  const protection = protectionOf(store, project, name)
  return {
    name,
    merged: isMergedIntoDefault(store, project, id),
    protected: protection !== undefined,
    developers_can_push: protection?.developers_can_push ?? false,
    developers_can_merge: protection?.developers_can_merge ?? false,
    commit: commitReference(readCommit(store.objects, id)),
  }
}

/**
 * Whether the default branch has everything of a branch. One that stands where the default branch
 * stands has nothing to merge and counts as not merged, as in that release: so does the default
 * branch itself, and a branch that was just made.
 */
export function isMergedIntoDefault(store: Store, project: ProjectRecord, tip: string): boolean {
  const repository = repositoryOf(store, project)
  const target = branchHead(repository, repository.head)
  return target !== undefined && target !== tip && isInHistoryOf(store, project, target, tip)
}
