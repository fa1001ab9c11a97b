import { tagTarget } from '../../../../../git/repository.ts'
import type { ReleaseRecord } from '../../../../../store/models/release.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, projectAddress } from '../../../lookups.ts'
import { linksOf, releaseSources } from '../../../repositories/releases.ts'
import { repositoryOf } from '../../../repositories/repositories.ts'
import { commitOfTag } from '../../../repositories/tags.ts'
import type { HookEvent } from '../../hook-event.ts'
import { spacedTime } from '../times.ts'
import { commitAttributes, projectAttributes } from './attributes.ts'

/** Returns the payload of a release that was created, updated or deleted (`Gitlab::HookData::ReleaseBuilder`). */
export function releasePayload(
  { release, action }: HookEvent<'release'>,
  presentation: PayloadContext,
) {
  const { tag_name, description } = release
  const project = existingProject(presentation, release.project_id)
  const web = projectAddress(presentation, project.id)
  const links = linksOf(presentation.store, release).map(({ id, link_type, name, url }) => ({
    id,
    link_type,
    name,
    url,
  }))
  const sources = releaseSources(web, project, tag_name)
  return {
    id: release.id,
    created_at: spacedTime(release.created_at),
    description,
    name: release.name ?? tag_name,
    released_at: spacedTime(release.released_at),
    tag: tag_name,
    object_kind: 'release',
    project: projectAttributes(project, presentation),
    url: `${web}/-/releases/${encodeURIComponent(tag_name)}`,
    action,
    assets: { count: links.length + sources.length, links, sources },
    commit: commitOf(release, presentation),
  }
}

function commitOf({ project_id, tag_name }: ReleaseRecord, presentation: PayloadContext) {
  const { store } = presentation
  const project = existingProject(presentation, project_id)
  const id = tagTarget(repositoryOf(store, project), tag_name)
  if (id === undefined) return null
  return commitAttributes(commitOfTag(store, { name: tag_name, id }), project, presentation)
}
