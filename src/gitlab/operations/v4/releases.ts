import { basePaths } from '../../../contract/base-paths.ts'
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  protectedTagRefused,
  refused,
  tagGone,
  unprocessable,
} from '../../../contract/errors.ts'
import { tagTarget } from '../../../git/repository.ts'
import type { ReleaseLinkRecord, ReleaseRecord } from '../../../store/models/release.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import { canCreateTag } from '../../access/protection.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { checkTagCreation, PROTECTED_TAG } from '../../domain/repositories/push-checks.ts'
import {
  changeRelease,
  changeReleaseLink,
  createRelease,
  createReleaseLink,
  type LinkFields,
  linkErrors,
  linksOf,
  releaseOf,
  removeReleaseLink,
  withdrawRelease,
} from '../../domain/repositories/releases.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { createTag, targetOfNewTag } from '../../domain/repositories/tags.ts'
import { milestonesFor } from '../../domain/tracker/milestones.ts'
import { releaseLink, releaseResource, releaseSimple } from '../../resources/v4/release.ts'
import { htmlOfList } from '../../resources/v4/text-html.ts'
import { list, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Releases. */
export const releases = {
  listReleases(context, { order_by, sort, include_html_description, ...times }) {
    const { store, viewer, project } = context
    viewer.must('read_project', project)
    const { updated_before = '\uffff', updated_after = '' } = times
    const found = store.releases
      .by('project_id', project.id)
      .filter(({ updated_at }) => updated_at < updated_before && updated_at > updated_after)
    const sorted = found.toSorted((a, b) => compare(a[order_by], b[order_by]) || a.id - b.id)
    const htmlOf = include_html_description ? htmlOfList(project, context) : undefined
    return list(sort === 'desc' ? sorted.reverse() : sorted, (release) =>
      releaseResource(release, project, context, htmlOf),
    )
  },

  listGroupReleases(context, { sort, simple }) {
    const { store, viewer, group } = context
    const found = [group, ...descendantsOf(store, group)]
      .flatMap(({ id }) => [...store.projects.by('namespace_id', id)])
      .filter((project) => viewer.can('read_project', project) && viewer.sees(project))
      .flatMap((project) =>
        store.releases.by('project_id', project.id).map((release) => ({ release, project })),
      )
      .sort((a, b) => compare(a.release.released_at, b.release.released_at))
    const present = simple ? releaseSimple : releaseResource
    return list(sort === 'desc' ? found.reverse() : found, ({ release, project }) =>
      present(release, project, context),
    )
  },

  getRelease(context, { tag_name, include_html_description }) {
    const release = readableRelease(context, tag_name)
    const htmlOf = include_html_description ? htmlOfList(context.project, context) : undefined
    return releaseResource(release, context.project, context, htmlOf)
  },

  /** Creates a release. A missing tag is created first, with the consequences of a push. */
  createRelease(context, { tag_name, tag_message, ref, assets, milestones, ...texts }) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    if (!canCreateTag(context, project, tag_name)) throw protectedTagRefused(PROTECTED_TAG)
    if (releaseOf(store, project, tag_name)) throw conflict('Release already exists')
    const milestone_ids = milestoneIds(context, milestones, texts.milestone_ids)
    ensureTag(context, tag_name, ref, tag_message)
    const fields = { ...texts, tag_name, milestone_ids }
    const release = createRelease(context, project, fields, (made) => {
      for (const requested of assets?.links ?? []) addLink(context, made, requested)
    })
    return releaseResource(release, project, context)
  },

  updateRelease(context, { tag_name, milestones, name, description, released_at, ...given }) {
    const { store, project } = context
    const release = releaseToChange(context, tag_name)
    const milestone_ids = milestoneIds(context, milestones, given.milestone_ids)
    const changes = omitUndefined({ name, description, released_at, milestone_ids })
    if (Object.keys(changes).length === 0) throw refused('params is empty')
    if (!tagTarget(repositoryOf(store, project), tag_name)) throw tagGone()
    return releaseResource(changeRelease(context, release, changes), project, context)
  },

  /** Deletes a release; its tag stays. */
  deleteRelease(context, { tag_name }) {
    const release = releaseToChange(context, tag_name)
    const shown = releaseResource(release, context.project, context)
    withdrawRelease(context, release)
    return shown
  },

  redirectToLatestRelease(context, { include_html_description }) {
    const query = include_html_description ? '?include_html_description=true' : ''
    return elsewhere(`${addressOfLatest(context)}${query}`)
  },

  redirectBelowLatestRelease(context, { suffix_path }) {
    return elsewhere(`${addressOfLatest(context)}/${encodeURI(suffix_path)}`)
  },

  redirectToReleaseAsset(context, { tag_name, direct_asset_path }) {
    const release = readableRelease(context, tag_name)
    const path = `/${direct_asset_path}`
    const link = linksOf(context.store, release).find(({ filepath }) => filepath === path)
    if (!link) throw notFound()
    return elsewhere(new URL(link.url).href)
  },

  listReleaseLinks(context, { tag_name }) {
    const release = readableRelease(context, tag_name)
    return list(linksOf(context.store, release), (link) =>
      releaseLink(link, release, context.project, context),
    )
  },

  getReleaseLink(context, { tag_name, link_id }) {
    const release = readableRelease(context, tag_name)
    return releaseLink(linkOf(context, release, link_id), release, context.project, context)
  },

  createReleaseLink(context, { tag_name, ...requested }) {
    const release = releaseOfLinks(context, tag_name)
    const fields = fieldsOf(requested)
    const errors = linkErrors(context.store, release, fields)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const link = createReleaseLink(context, release, fields)
    return releaseLink(link, release, context.project, context)
  },

  updateReleaseLink(context, { tag_name, link_id, ...requested }) {
    const release = releaseOfLinks(context, tag_name)
    const link = linkOf(context, release, link_id)
    const fields = { ...link, ...fieldsOf({ name: link.name, url: link.url, ...requested }) }
    const errors = linkErrors(context.store, release, fields, link)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const changed = changeReleaseLink(context, link, fields)
    return releaseLink(changed, release, context.project, context)
  },

  deleteReleaseLink(context, { tag_name, link_id }) {
    const release = releaseOfLinks(context, tag_name)
    const link = linkOf(context, release, link_id)
    removeReleaseLink(context, link)
    return releaseLink(link, release, context.project, context)
  },
} satisfies OperationsOf<'v4', 'Releases'>

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
const elsewhere = (address: string) =>
  new Reply(undefined, { status: 302, headers: { Location: address } })

function readableRelease(
  { store, viewer, project }: ProjectContext,
  tagName: string,
): ReleaseRecord {
  viewer.must('download_code', project)
  const release = releaseOf(store, project, tagName)
  if (!release) throw notFound()
  return release
}

/** Returns a release for an update. Throws 403 where it is missing, as in GitLab 18. */
function releaseToChange({ store, viewer, project }: ProjectContext, tagName: string) {
  viewer.must('push_code', project)
  const release = releaseOf(store, project, tagName)
  if (!release) throw forbidden()
  return release
}

function releaseOfLinks({ store, viewer, project }: ProjectContext, tagName: string) {
  viewer.must('push_code', project)
  const release = releaseOf(store, project, tagName)
  if (!release) throw notFound()
  return release
}

function linkOf({ store }: ProjectContext, release: ReleaseRecord, id: number): ReleaseLinkRecord {
  const link = store.releaseLinks.get(id)
  if (link?.release_id !== release.id) throw notFound()
  return link
}

/** Returns the URL of the latest release, without the query: `order_by` would be removed in any case. */
function addressOfLatest({ store, viewer, project }: ProjectContext): string {
  viewer.must('download_code', project)
  const all = store.releases.by('project_id', project.id)
  const [latest] = all.toSorted((a, b) => compare(b.released_at, a.released_at) || b.id - a.id)
  if (!latest) throw notFound()
  const tag = encodeURIComponent(latest.tag_name)
  return `${basePaths.v4}/projects/${project.id}/releases/${tag}`
}

/** Returns the ids of milestones by title or by id; undefined where neither is given. */
function milestoneIds(
  { store, project }: ProjectContext,
  titles: readonly string[] | undefined,
  ids: readonly number[] | undefined,
): number[] | undefined {
  const own = milestonesFor(store, project)
  if (titles) {
    const unknown = titles.filter((title) => !own.some((one) => one.title === title))
    if (unknown.length > 0) throw refused(`Milestone(s) not found: ${unknown.join(', ')}`)
    return own.filter(({ title }) => titles.includes(title)).map(({ id }) => id)
  }
  const unknown = ids?.filter((id) => !own.some((one) => one.id === id)) ?? []
  if (unknown.length > 0) throw refused(`Milestone id(s) not found: ${unknown.join(', ')}`)
  return ids && own.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
}

function ensureTag(
  context: ProjectContext,
  name: string,
  ref: string | undefined,
  message: string | undefined,
): void {
  const { store, project } = context
  if (tagTarget(repositoryOf(store, project), name)) return
  if (!ref) throw unprocessable('Ref is not specified')
  const target = targetOfNewTag(context, name, ref)
  if (typeof target === 'string') throw refused(target)
  checkTagCreation(context, name)
  createTag(context, project, name, target, { message })
}

interface RequestedLink {
  readonly name: string
  readonly url: string
  readonly direct_asset_path?: string | undefined
  readonly filepath?: string | undefined
  readonly link_type?: ReleaseLinkRecord['link_type'] | undefined
}

function fieldsOf({
  name,
  url,
  direct_asset_path,
  filepath,
  link_type,
}: RequestedLink): LinkFields {
  const path = direct_asset_path || filepath || undefined
  return { name, url, ...omitUndefined({ filepath: path, link_type }) }
}

function addLink(context: ProjectContext, release: ReleaseRecord, requested: RequestedLink): void {
  const fields = fieldsOf(requested)
  const [first] = Object.entries(linkErrors(context.store, release, fields))
  if (first) throw refused(`Validation failed: Links ${first[0]} ${first[1]?.[0]}`)
  createReleaseLink(context, release, fields)
}
