import { conflict, notFound } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseRecord } from '../../../store/models/release.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, ProjectContext } from '../context.ts'

/** The release notes of a tag; a tag has at most one. */
export function releaseOf(
  store: Store,
  project: ProjectRecord,
  tagName: string,
): ReleaseRecord | undefined {
  return store.releases.by('project_id', project.id).find(({ tag_name }) => tag_name === tagName)
}

/** Throws 404 where a tag has no release. */
export function existingRelease(
  { store, project }: ProjectContext,
  tagName: string,
): ReleaseRecord {
  const release = releaseOf(store, project, tagName)
  if (!release) throw notFound('Release')
  return release
}

export function checkNewRelease({ store, project }: ProjectContext, tagName: string): void {
  if (releaseOf(store, project, tagName)) throw conflict('Release already exists')
}

export function createRelease(
  { store }: Context,
  project: ProjectRecord,
  { tag_name, description }: Pick<ReleaseRecord, 'tag_name' | 'description'>,
): ReleaseRecord {
  return store.releases.insert({ project_id: project.id, tag_name, description })
}

/** Changes the release notes of a tag. */
export function changeRelease(
  { store }: Context,
  release: ReleaseRecord,
  description: string,
): ReleaseRecord {
  return store.releases.replace(release, { description })
}
