import type { Tag } from '../../../contract/generated/v4/contract.ts'
import { getObject } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isProtectedTag } from '../../access/protection.ts'
import type { Presentation } from '../../domain/context.ts'
import { timeOf } from '../../domain/repositories/commit-text.ts'
import { releaseOf } from '../../domain/repositories/releases.ts'
import { commitOfTag } from '../../domain/repositories/tags.ts'
import { commitResource } from './commit.ts'

export function tagResource(
  tag: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): Tag {
  const { store } = presentation
  const object = getObject(store.objects, tag.id)
  const annotation = object?.type === 'tag' ? object : undefined
  const release = releaseOf(store, project, tag.name)
  return {
    name: tag.name,
    message: annotation ? annotation.message.replace(/\n$/, '') : null,
    target: tag.id,
    commit: commitResource(commitOfTag(store, tag), project, presentation),
    release: release ? { tag_name: release.tag_name, description: release.description } : null,
    protected: isProtectedTag(store, project, tag.name),
    created_at: annotation?.tagger ? timeOf(annotation.tagger) : null,
  }
}
