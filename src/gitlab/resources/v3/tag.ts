import type { Release, Tag, TagInList } from '../../../contract/generated/v3/contract.ts'
import { getObject, readCommit } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { Reference } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseRecord } from '../../../store/models/release.ts'
import type { Store } from '../../../store/store.ts'
import type { Presentation } from '../../domain/context.ts'
import { releaseOf } from '../../domain/repositories/releases.ts'
import { commitReference, tagCommitReference } from './commit.ts'

export function releaseResource({ tag_name, description }: ReleaseRecord): Release {
  return { tag_name, description }
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

/** A tag may name any object; the forge makes none that does not lead to a commit. */
function commitOf({ id, name }: Reference, { objects }: Store): GitCommit {
  const commit = peelToCommit(objects, id)
  if (commit === undefined) throw new Error(`The tag ${name} does not lead to a commit.`)
  return readCommit(objects, commit)
}

export function tagResource(
  tag: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): Tag {
  return {
    ...withoutCommit(tag, project, presentation),
    commit: commitReference(commitOf(tag, presentation.store)),
  }
}

/** The form of the list and of the answer to a tag's creation. */
export function tagInList(
  tag: Reference,
  project: ProjectRecord,
  presentation: Presentation,
): TagInList {
  return {
    ...withoutCommit(tag, project, presentation),
    commit: tagCommitReference(commitOf(tag, presentation.store)),
  }
}
