import type { Release, Tag, TagInList } from '../../../contract/generated/v3/contract.ts'
import { getObject } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseRecord } from '../../../store/models/release.ts'
import type { Presentation } from '../../domain/context.ts'
import { releaseOf } from '../../domain/repositories/releases.ts'
import { commitOfTag } from '../../domain/repositories/tags.ts'
import { commitReference, tagCommitReference } from './commit.ts'

export function releaseResource({ tag_name, description }: ReleaseRecord): Release {
  return { tag_name, description: description ?? '' }
}

function withoutCommit(reference: Reference, project: ProjectRecord, { store }: Presentation) {
  const object = getObject(store.objects, reference.id)
  const release = releaseOf(store, project, reference.name)
  return {
    name: reference.name,
    message: object?.type === 'tag' ? object.message.replace(/\n$/, '') : null,
    release: release ? releaseResource(release) : null,
  }
}

export function tagResource(
  tag: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): Tag {
  return {
    ...withoutCommit(tag, project, presentation),
    commit: commitReference(commitOfTag(presentation.store, tag)),
  }
}

/** Returns a tag for the list, and after its creation. */
export function tagInList(
  tag: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): TagInList {
  return {
    ...withoutCommit(tag, project, presentation),
    commit: tagCommitReference(commitOfTag(presentation.store, tag)),
  }
}
