import type {
  Release,
  ReleaseLink,
  ReleaseMilestone,
  ReleaseSimple,
} from '../../../contract/generated/v4/contract.ts'
import { tagTarget } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseLinkRecord, ReleaseRecord } from '../../../store/models/release.ts'
import type { Context, Presentation } from '../../domain/context.ts'
import { pathWithNamespace, projectAddress } from '../../domain/lookups.ts'
import { linksOf, releaseSources } from '../../domain/repositories/releases.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { commitOfTag } from '../../domain/repositories/tags.ts'
import { commitResource } from './commit.ts'
import { milestoneResource } from './milestone.ts'
import { userBasic } from './user.ts'

/**
 * Returns a release, with its description as HTML where `htmlOf` makes that; the fields about code are omitted for
 * callers who may not read it (`schemas/v4/resources/release.json`).
 */
export function releaseResource(
  release: ReleaseRecord,
  project: ProjectRecord,
  context: Context,
  htmlOf?: (description: string) => string,
): Release {
  const { store, viewer, now } = context
  const { tag_name, description, released_at } = release
  const author = release.author_id === null ? undefined : store.users.get(release.author_id)
  const milestones = milestonesOf(release, context)
  const isReadable = viewer.can('download_code', project)
  const links = linksOf(store, release).map((link) => releaseLink(link, release, project, context))
  const sources = isReadable
    ? releaseSources(projectAddress(context, project.id), project, tag_name)
    : undefined
  return {
    name: release.name ?? tag_name,
    description,
    ...(htmlOf ? { description_html: htmlOf(description ?? '') } : {}),
    created_at: release.created_at,
    released_at,
    upcoming_release: released_at > now,
    ...(author ? { author: userBasic(author, context) } : {}),
    ...(isReadable ? codeOf(release, project, context) : {}),
    ...(milestones.length > 0 ? { milestones } : {}),
    assets: {
      count: links.length + (sources?.length ?? 0),
      ...(sources ? { sources } : {}),
      links,
    },
    evidences: [],
    _links: addressesOf(release, project, context),
  }
}

/** Returns the short form of a release (`schemas/v4/resources/release-simple.json`). */
export function releaseSimple(
  release: ReleaseRecord,
  project: ProjectRecord,
  context: Context,
): ReleaseSimple {
  const {
    assets: _,
    evidences: _e,
    _links,
    milestones: _m,
    ...little
  } = releaseResource(release, project, context)
  return little
}

/** Returns the tag of a release, with its commit where the tag exists. */
function codeOf({ tag_name }: ReleaseRecord, project: ProjectRecord, presentation: Presentation) {
  const { store } = presentation
  const path = `/${pathWithNamespace(presentation, project)}/-`
  const id = tagTarget(repositoryOf(store, project), tag_name)
  if (id === undefined) return { tag_name }
  const commit = commitOfTag(store, { name: tag_name, id })
  return {
    tag_name,
    commit: commitResource(commit, project, presentation),
    commit_path: `${path}/commit/${commit.id}`,
    tag_path: `${path}/tags/${tag_name}`,
  }
}

function milestonesOf(
  { milestone_ids }: ReleaseRecord,
  presentation: Presentation,
): ReleaseMilestone[] {
  const { store } = presentation
  return milestone_ids.flatMap((id) => {
    const milestone = store.milestones.get(id)
    if (!milestone) return []
    const issues = store.issues
      .by('project_id', milestone.project_id)
      .filter((issue) => issue.milestone_id === id && issue.deleted_at === null)
    const closed = issues.filter(({ state }) => state === 'closed').length
    const issue_stats = { total: issues.length, closed }
    return [{ ...milestoneResource(milestone, presentation), issue_stats }]
  })
}

function addressesOf(
  { tag_name }: ReleaseRecord,
  project: ProjectRecord,
  context: Context,
): Release['_links'] {
  const web = `${projectAddress(context, project.id)}/-`
  const tag = encodeURIComponent(tag_name)
  const self = `${web}/releases/${tag}`
  const listOf = (what: string, state: string) =>
    `${web}/${what}?release_tag=${tag}&scope=all&state=${state}`
  return {
    closed_issues_url: listOf('issues', 'closed'),
    closed_merge_requests_url: listOf('merge_requests', 'closed'),
    ...(context.viewer.can('push_code', project) ? { edit_url: `${self}/edit` } : {}),
    merged_merge_requests_url: listOf('merge_requests', 'merged'),
    opened_issues_url: listOf('issues', 'opened'),
    opened_merge_requests_url: listOf('merge_requests', 'opened'),
    self,
  }
}

export function releaseLink(
  { id, name, url, filepath, link_type }: ReleaseLinkRecord,
  { tag_name }: ReleaseRecord,
  project: ProjectRecord,
  presentation: Presentation,
): ReleaseLink {
  const release = `${projectAddress(presentation, project.id)}/-/releases/${encodeURIComponent(tag_name)}`
  const direct_asset_url = filepath === null ? url : `${release}/downloads${filepath}`
  return { id, name, url, direct_asset_url, link_type }
}
