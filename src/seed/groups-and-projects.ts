import { folded } from '../store/collections.ts'
import { epoch } from '../store/models/fields.ts'
import { findPlanted, isoTime, levels, type Planting, visibilities, written } from './planting.ts'
import type { SeedGroup, SeedMembership, SeedProject } from './schema.ts'

export function plantGroup(planting: Planting, seed: SeedGroup, path: string): void {
  const { store, isTwice } = planting
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
  plantMembers(planting, 'group', group.id, members ?? {}, since, path)
}

export function plantProject(planting: Planting, seed: SeedProject, path: string): void {
  const { store, problems, isTwice } = planting
  const [namespacePath = '', projectPath = ''] = seed.path.split('/')
  const namespace = store.namespaces.one('path', folded(namespacePath))
  if (!namespace) {
    problems.push({ path: `${path}.path`, reason: `there is no user or group "${namespacePath}"` })
    return
  }
  if (isTwice(findPlanted(store, seed.path), seed.path, `${path}.path`)) return
  if (isTwice(store.projects.get(seed.id ?? 0), `project ${seed.id}`, `${path}.id`)) return

  const creator = seed.created_by ? planting.user(seed.created_by, `${path}.created_by`) : undefined
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
    creator_id: creator?.id ?? namespace.owner_id ?? firstOwner(planting, namespace.id) ?? 1,
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
  plantMembers(planting, 'project', project.id, { ...first, ...members }, since, path)
  for (const [groupPath, level] of Object.entries(shared_with ?? {})) {
    const group = planting.group(groupPath, `${path}.shared_with.${groupPath}`)
    if (group) {
      const group_access = levels[level]
      store.groupLinks.insert({ project_id: project.id, group_id: group.id, group_access })
    }
  }
}

/** Where a fork comes from, once every project is planted: it may stand before its origin. */
export function plantOrigin(planting: Planting, seed: SeedProject, path: string): void {
  const { store } = planting
  const fork = findPlanted(store, seed.path)
  if (!seed.forked_from || !fork) return
  const origin = planting.project(seed.forked_from, `${path}.forked_from`)
  if (origin) store.projects.replace(fork, { forked_from_project_id: origin.id })
}

function firstOwner({ store }: Planting, groupId: number): number | undefined {
  const members = store.members.by('source', `group:${groupId}`)
  return members.find(({ access_level }) => access_level === levels.owner)?.user_id
}

function plantMembers(
  planting: Planting,
  source_type: 'group' | 'project',
  source_id: number,
  members: Readonly<Record<string, SeedMembership>>,
  since: string,
  path: string,
): void {
  for (const [name, membership] of Object.entries(members)) {
    const where = `${path}.members.${name}`
    const user = planting.user(name, where)
    const {
      level,
      expires_at = null,
      since: joined,
    } = typeof membership === 'string' ? { level: membership } : membership
    if (level === 'owner' && source_type === 'project') {
      planting.problems.push({
        path: where,
        reason: 'only a group has owners; the highest level is master',
      })
    } else if (user) {
      planting.store.members.insert({
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
