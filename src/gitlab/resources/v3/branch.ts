import type { Branch } from '../../../contract/generated/v3/contract.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { protectionOf } from '../../access/protection.ts'
import type { Presentation } from '../../domain/context.ts'
import { isMergedIntoDefault } from '../../domain/repositories/branches.ts'
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
