import type { Branch } from '../../../contract/generated/v3/contract.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { developersCan, isProtected } from '../../access/protection.ts'
import type { Presentation } from '../../domain/context.ts'
import { isMergedIntoDefault } from '../../domain/repositories/branches.ts'
import { commitReference } from './commit.ts'

export function branchResource(
  { name, id }: Reference,
  project: ProjectRecord,
  { store }: Presentation,
): Branch {
  return {
    name,
    merged: isMergedIntoDefault(store, project, id),
    protected: isProtected(store, project, name),
    developers_can_push: developersCan('push', store, project, name),
    developers_can_merge: developersCan('merge', store, project, name),
    commit: commitReference(readCommit(store.objects, id)),
  }
}
