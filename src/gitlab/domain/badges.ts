import { branchHead, listTags } from '../../git/repository.ts'
import type { BadgeRecord } from '../../store/models/badge.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { fullPath } from '../../store/record-keys.ts'
import { groupsAbove } from '../access/group-tree.ts'
import { omitUndefined } from './changes.ts'
import type { Presentation, SystemContext } from './context.ts'
import { namespaceOf, pathWithNamespace, type WithStore } from './lookups.ts'
import { selectReferences } from './repositories/reference-lists.ts'
import { repositoryOf } from './repositories/repositories.ts'
import { checkNoErrors } from './validation.ts'

/** The project or group that a badge belongs to. */
export type BadgeOwner =
  | { readonly project: ProjectRecord; readonly group?: undefined }
  | { readonly group: NamespaceRecord; readonly project?: undefined }

/** The attributes of a badge that can be written. */
export type BadgeAttributes = Partial<Pick<BadgeRecord, 'name' | 'link_url' | 'image_url'>>

/** Returns the badges of a group, or those of a project after the badges of the groups above it. */
export function badgesOf({ store }: WithStore, { project, group }: BadgeOwner): BadgeRecord[] {
  if (group) return [...store.badges.by('group_id', group.id)]
  const ofGroups = groupsAbove(store, project).flatMap(({ id }) => store.badges.by('group_id', id))
  return [...ofGroups, ...store.badges.by('project_id', project.id)]
}

/** Throws 400 for URLs that are not http or https. They may contain placeholders. */
export function checkBadge({ link_url, image_url }: BadgeAttributes): void {
  checkNoErrors({ link_url: addressErrors(link_url), image_url: addressErrors(image_url) })
}

function addressErrors(address: string | undefined): string[] {
  if (address === undefined) return []
  if (/^https?:\/\/[^\s/?#]/i.test(address)) return []
  return ['is blocked: Only allowed schemes are http, https']
}

export function addBadge(
  { store, now }: SystemContext,
  { project, group }: BadgeOwner,
  {
    name = null,
    link_url,
    image_url,
  }: Pick<BadgeRecord, 'link_url' | 'image_url'> & BadgeAttributes,
): BadgeRecord {
  return store.badges.insert({
    project_id: project?.id,
    group_id: group?.id,
    name,
    link_url,
    image_url,
    created_at: now,
    updated_at: now,
  })
}

/** Changes the given attributes of a badge. */
export function changeBadge(
  { store, now }: SystemContext,
  badge: BadgeRecord,
  { name, link_url, image_url }: BadgeAttributes,
): BadgeRecord {
  const changes = omitUndefined({ name, link_url, image_url })
  return store.badges.replace(badge, { ...changes, updated_at: now })
}

export function removeBadge({ store }: WithStore, badge: BadgeRecord): void {
  store.badges.remove(badge)
}

/**
 * Returns a function that fills in the placeholders of a badge URL for a project; a missing value, such as a commit,
 * becomes empty.
 * A group shows the URL unchanged (`build_rendered_url` in app/models/badge.rb). Each placeholder is computed once.
 */
export function addressRenderer(
  presentation: Presentation,
  project: ProjectRecord | undefined,
): (address: string) => string {
  if (!project) return (address) => address
  const known = new Map<string, string>()
  const shownFor = (name: string) => {
    const value = known.get(name) ?? placeholders[name]?.(presentation, project) ?? ''
    known.set(name, value)
    return value
  }
  return (address) =>
    address.replace(/%\{([a-z_]+)\}/g, (placeholder, name: string) =>
      Object.hasOwn(placeholders, name) ? shownFor(name) : placeholder,
    )
}

type Placeholder = (presentation: Presentation, project: ProjectRecord) => string | undefined

/** The `PLACEHOLDERS` of app/models/badge.rb. The forge serves no Pages, so `gitlab_pages_domain` has no value. */
const placeholders: Readonly<Record<string, Placeholder>> = {
  project_path: pathWithNamespace,
  project_title: (_, { name }) => name,
  project_name: (_, { path }) => path,
  project_id: (_, { id }) => String(id),
  project_namespace: pathWithNamespace,
  group_name: (presentation, project) => {
    const namespace = namespaceOf(presentation, project)
    return namespace.kind === 'group' ? fullPath(namespace) : undefined
  },
  gitlab_server: ({ addresses }) => addresses.host(),
  gitlab_pages_domain: () => undefined,
  default_branch: (_, { default_branch }) => default_branch,
  commit_sha: ({ store }, project) => {
    const repository = repositoryOf(store, project)
    return branchHead(repository, repository.head)
  },
  latest_tag: ({ store }, project) => {
    const tags = listTags(repositoryOf(store, project))
    return selectReferences(store, tags, { orderBy: 'updated', isDescending: true })[0]?.name
  },
}
