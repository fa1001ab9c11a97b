import type { Branch } from '../../../contract/generated/v4/contract.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canPush, developersCan, isProtected } from '../../access/protection.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'
import { isMergedIntoDefault } from '../../domain/repositories/branches.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { commitResource } from './commit.ts'

export function branchResource(
  { name, id }: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): Branch {
  const { store } = presentation
  return {
    name,
    commit: commitResource(readCommit(store.objects, id), project, presentation),
    merged: isMergedIntoDefault(store, project, id),
    protected: isProtected(store, project, name),
    developers_can_push: developersCan('push', store, project, name),
    developers_can_merge: developersCan('merge', store, project, name),
    can_push: canPush(presentation, project, name),
    default: repositoryOf(store, project).head === name,
    web_url: `${projectAddress(presentation, project.id)}/-/tree/${name}`,
  }
}
