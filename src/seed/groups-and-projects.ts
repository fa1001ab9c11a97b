import { folded } from '../store/collections.ts'
import { epoch } from '../store/models/fields.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { SeedMembership, SeedMemberships } from './fields.ts'
import { findProject, isoTime, type Loading, levels, visibilities, written } from './loading.ts'
import type { SeedGroup } from './person-schema.ts'
import type { SeedProject } from './project-schema.ts'

export function loadGroup(loading: Loading, seed: SeedGroup, path: string): void {
  const { store, isTwice } = loading
  if (isTwice(store.namespaces.one('path', folded(seed.path)), seed.path, `${path}.path`)) return
  if (isTwice(store.namespaces.get(seed.id ?? 0), `namespace ${seed.id}`, `${path}.id`)) return
  const { visibility, members, created_at, ...plain } = seed
  const since = isoTime(created_at) ?? epoch
  const group = store.namespaces.insert({
    ...written(plain),
    kind: 'group',
    path: seed.path,
    name: seed.name ?? seed.path,
    created_at: since,
    updated_at: since,
    ...written({ visibility_level: visibility && visibilities[visibility] }),
  })
  loadMembers(loading, 'group', group.id, members ?? {}, since, path)
}

export function loadProject(loading: Loading, seed: SeedProject, path: string): void {
  const { store, isTwice } = loading
  const [namespacePath = '', projectPath = ''] = seed.path.split('/')
  const namespace = store.namespaces.one('path', folded(namespacePath))
  if (!namespace) {
    const known = store.namespaces.all().map((one) => one.path)
    loading.unknown('user or group', namespacePath, `${path}.path`, known)
    return
  }
  if (isTwice(findProject(store, seed.path), seed.path, `${path}.path`)) return
  if (isTwice(store.projects.get(seed.id ?? 0), `project ${seed.id}`, `${path}.id`)) return

  const creator = seed.created_by ? loading.user(seed.created_by, `${path}.created_by`) : undefined
  const {
    visibility,
    created_by: _creator,
    created_at,
    archived,
    tags,
    forked_from: _origin,
    members,
    shared_with,
    milestones: _milestones,
    labels: _labels,
    issues: _issues,
    merge_requests: _mergeRequests,
    snippets,
    ...plain
  } = seed
  const since = isoTime(created_at) ?? epoch
  const project = store.projects.insert({
    ...written({ snippets_enabled: snippets && snippets.length > 0 }),
    ...written(plain),
    path: projectPath,
    name: seed.name ?? projectPath,
    namespace_id: namespace.id,
    creator_id: creator?.id ?? namespace.owner_id ?? firstMaster(loading, namespace, members) ?? 1,
    created_at: since,
    updated_at: since,
    last_activity_at: since,
    runners_token: seed.runners_token ?? `${namespacePath}-${projectPath}-runners-token`,
    ...written({
      visibility_level: visibility && visibilities[visibility],
      is_archived: archived,
      tag_list: tags,
    }),
  })
  const owner = namespace.owner_id === null ? undefined : store.users.get(namespace.owner_id)
  // Whoever makes a project of their own is its first member, at the highest level.
  const first = owner ? { [owner.username]: 'master' as const } : {}
  loadMembers(loading, 'project', project.id, { ...first, ...byName(members ?? {}) }, since, path)
  for (const [groupPath, level] of Object.entries(shared_with ?? {})) {
    const group = loading.group(groupPath, `${path}.shared_with.${groupPath}`)
    if (group) {
      const group_access = levels[level]
      store.groupLinks.insert({ project_id: project.id, group_id: group.id, group_access })
    }
  }
}

/** Where a fork comes from, once every project is there: it may stand before its origin. */
export function loadOrigin(loading: Loading, seed: SeedProject, path: string): void {
  const { store } = loading
  const fork = findProject(store, seed.path)
  if (!seed.forked_from || !fork) return
  const origin = loading.project(seed.forked_from, `${path}.forked_from`)
  if (origin) store.projects.replace(fork, { forked_from_project_id: origin.id })
}

/** The first owner of a group, else the first master of the project or of the group. */
function firstMaster(
  { store }: Loading,
  { id }: NamespaceRecord,
  members: SeedMemberships = {},
): number | undefined {
  const ofGroup = store.members.by('source', `group:${id}`)
  const from = (level: number) => ofGroup.find(({ access_level }) => access_level >= level)?.user_id
  const own = Object.entries(byName(members)).find(([, one]) => levelOf(one) === 'master')
  const master = own && store.users.one('username', folded(own[0]))
  return from(levels.owner) ?? master?.id ?? from(levels.master)
}

const levelOf = (membership: SeedMembership) =>
  typeof membership === 'string' ? membership : membership.level

function loadMembers(
  loading: Loading,
  source_type: 'group' | 'project',
  source_id: number,
  members: SeedMemberships,
  since: string,
  path: string,
): void {
  for (const [name, membership] of Object.entries(byName(members))) {
    const where = `${path}.members.${name}`
    const user = loading.user(name, where)
    const {
      level,
      expires_at = null,
      since: joined,
    } = typeof membership === 'string' ? { level: membership } : membership
    if (level === 'owner' && source_type === 'project') {
      loading.problems.push({
        path: where,
        reason: 'only a group has owners; the highest level is master',
      })
    } else if (user) {
      loading.store.members.insert({
        source_type,
        source_id,
        user_id: user.id,
        access_level: levels[level],
        expires_at,
        created_at: isoTime(joined) ?? since,
      })
    }
  }
}

/** A list of usernames makes developers of them. */
function byName(members: SeedMemberships) {
  if (!Array.isArray(members)) return members
  return Object.fromEntries(members.map((name) => [name, 'developer' as const]))
}
