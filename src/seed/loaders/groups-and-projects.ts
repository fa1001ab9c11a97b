import { visibilityLevels } from '../../contract/visibility-levels.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { recordEvent } from '../../gitlab/domain/events.ts'
import { findProject, splitPath } from '../../gitlab/domain/find.ts'
import { addGroup } from '../../gitlab/domain/groups/create.ts'
import { addProject } from '../../gitlab/domain/projects/create.ts'
import { shareProject } from '../../gitlab/domain/projects/group-links.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { folded, fullPath } from '../../store/record-keys.ts'
import type { SeedMemberships } from '../schema/fields.ts'
import type { SeedGroup } from '../schema/people.ts'
import type { SeedProject } from '../schema/projects.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading, levels } from './loading.ts'
import { byName, levelOf, loadGroupMembers, loadProjectMembers } from './members.ts'

export function loadGroups(loading: Loading, { groups }: ReadSeed): void {
  each(groups, 'groups', (group, path) => loadGroup(loading, group, path))
}

export function loadProjects(loading: Loading, { projects }: ReadSeed): void {
  each(projects, 'projects', (project, path) => loadProject(loading, project, path))
}

function loadGroup(loading: Loading, seed: SeedGroup, path: string): void {
  const { store, isTwice } = loading
  if (isTwice(store.namespaces.one('full_path', folded(seed.path)), seed.path, `${path}.path`)) {
    return
  }
  if (isTwice(store.namespaces.get(seed.id ?? 0), `namespace ${seed.id}`, `${path}.id`)) return
  const { visibility, members, created_at, name, archived, ...others } = seed
  const { milestones: _milestones, labels: _labels, boards: _boards, ...plain } = others
  const [parentPath, ownPath] = splitPath(seed.path)
  const parent = parentPath === '' ? undefined : loading.group(parentPath, `${path}.path`)
  if (parentPath !== '' && !parent) return
  const context = loading.alone(isoTime(created_at) ?? loading.timeWithin())
  const group = addGroup(context, {
    ...omitUndefined(plain),
    path: ownPath,
    name: name ?? ownPath,
    parent_id: parent?.id ?? null,
    parent_path: parent ? fullPath(parent) : '',
    ...omitUndefined({
      visibility_level: visibility && visibilityLevels[visibility],
      is_archived: archived,
    }),
  })
  loadGroupMembers(loading, group, byName(members), path)
}

function loadProject(loading: Loading, seed: SeedProject, path: string): void {
  const { store, isTwice } = loading
  const [namespacePath] = splitPath(seed.path)
  const namespace = store.namespaces.one('full_path', folded(namespacePath))
  if (!namespace) {
    const known = store.namespaces.all().map(fullPath)
    loading.unknown('user or group', namespacePath, `${path}.path`, known)
    return
  }
  const there =
    store.namespaces.one('full_path', folded(seed.path)) ?? findProject(store, seed.path)
  if (isTwice(there, seed.path, `${path}.path`)) return
  if (isTwice(store.projects.get(seed.id ?? 0), `project ${seed.id}`, `${path}.id`)) return
  const creator = seed.created_by ? loading.user(seed.created_by, `${path}.created_by`) : undefined
  const context = loading.alone(isoTime(seed.created_at) ?? loading.timeWithin())
  const project = addProject(context, {
    ...valuesOf(seed),
    namespace_id: namespace.id,
    creator_id: creator?.id ?? namespace.owner_id ?? firstMaster(loading, namespace, seed.members),
  })
  const maker = store.users.get(project.creator_id)
  if (seed.created_at !== undefined && maker) {
    recordEvent(loading.as(maker, project.created_at), 'created', project)
  }
  loadMembers(loading, project, namespace, seed, path)
  for (const [groupPath, level] of Object.entries(seed.shared_with ?? {})) {
    const group = loading.group(groupPath, `${path}.shared_with.${groupPath}`)
    if (group) shareProject(context, project, group, levels[level])
  }
}

function valuesOf(seed: SeedProject) {
  const {
    visibility,
    created_by: _creator,
    created_at: _created,
    archived,
    tags,
    forked_from: _origin,
    members: _members,
    shared_with: _shared,
    milestones: _milestones,
    labels: _labels,
    boards: _boards,
    issues: _issues,
    merge_requests: _mergeRequests,
    repository: _repository,
    snippets,
    ...plain
  } = seed
  const [namespace, path] = splitPath(seed.path)
  return {
    ...omitUndefined({ snippets_enabled: snippets && snippets.length > 0 }),
    ...omitUndefined(plain),
    path,
    name: seed.name ?? path,
    runners_token: seed.runners_token ?? `${namespace.replaceAll('/', '-')}-${path}-runners-token`,
    ...omitUndefined({
      visibility_level: visibility && visibilityLevels[visibility],
      is_archived: archived,
      tag_list: tags,
    }),
  }
}

function loadMembers(
  loading: Loading,
  project: ProjectRecord,
  namespace: NamespaceRecord,
  seed: SeedProject,
  path: string,
): void {
  const owner = loading.store.users.get(namespace.owner_id ?? 0)
  // The owner of a personal project is its first member, at the highest level.
  const first = owner ? { [owner.username]: 'master' as const } : {}
  loadProjectMembers(loading, project, { ...first, ...byName(seed.members) }, path)
}

/** Finds the origin of a fork. The fork may come before its origin in the seed. */
export function originOf(
  loading: Loading,
  seed: SeedProject,
  path: string,
): ProjectRecord | undefined {
  if (!seed.forked_from) return undefined
  return loading.project(seed.forked_from, `${path}.forked_from`)
}

/** Returns the first owner of a group, else the first master of the project or of the group. */
function firstMaster(
  { store }: Loading,
  { id }: NamespaceRecord,
  members: SeedMemberships = {},
): number {
  const ofGroup = store.members.by('source', `group:${id}`)
  const from = (level: number) => ofGroup.find(({ access_level }) => access_level >= level)?.user_id
  const own = Object.entries(byName(members)).find(
    ([, one]) => levels[levelOf(one)] === levels.master,
  )
  const master = own && store.users.one('username', folded(own[0]))
  const first = store.users.all()[0]
  return from(levels.owner) ?? master?.id ?? from(levels.master) ?? first?.id ?? 1
}
