import { at } from '../verify/story/bodies.ts'
import { type RecordedProject, type Recording, withoutAddress } from './recording.ts'

/** Records a project with its namespace, its members, and the groups that it is shared with. */
export async function recordProject(
  recording: Recording,
  idOrPath: number | string,
): Promise<RecordedProject | undefined> {
  const { reader, collected } = recording
  const project = await reader.get('getProject', { id: String(idOrPath) })
  if (project?.id === undefined || !project.path_with_namespace) return undefined
  await recordNamespace(recording, project.namespace)
  const { id, path_with_namespace: path } = project
  recording.stars.set(id, project.star_count ?? 0)
  const flags = Object.fromEntries(flagNames.map((name) => [name, project[name]]))
  collected.add('projects', {
    id,
    namespace_id: project.namespace?.id,
    creator_id: project.creator_id,
    name: project.name,
    path: project.path,
    description: project.description,
    visibility_level: project.visibility_level,
    default_branch: project.default_branch ?? undefined,
    is_archived: project.archived,
    tag_list: project.tag_list,
    ...flags,
    lfs_enabled: 'lfs_enabled' in project ? project.lfs_enabled : undefined,
    avatar_url: withoutAddress(recording, project.avatar_url),
    runners_token: project.runners_token,
    created_at: project.created_at,
    updated_at: at(project, 'updated_at') ?? project.last_activity_at,
    last_activity_at: project.last_activity_at,
  })
  for (const { id: user_id } of await reader.list('listProjectMembers', { id: String(id) })) {
    const member = await reader.get('getProjectMember', { id: String(id), user_id })
    addMember(recording, { source_type: 'project', source_id: id }, member)
  }
  for (const { group_id, group_access_level } of project.shared_with_groups ?? []) {
    collected.add('group_links', { project_id: id, group_id, group_access: group_access_level })
  }
  return { id, path }
}

const flagNames = [
  'issues_enabled',
  'merge_requests_enabled',
  'builds_enabled',
  'wiki_enabled',
  'snippets_enabled',
  'container_registry_enabled',
  'shared_runners_enabled',
  'public_builds',
  'only_allow_merge_if_build_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'request_access_enabled',
] as const

interface SeenNamespace {
  readonly id?: number
  readonly name?: string
  readonly path?: string
  readonly owner_id?: number | null
  readonly created_at?: string
  readonly updated_at?: string
  readonly share_with_group_lock?: boolean
}

async function recordNamespace(recording: Recording, namespace: SeenNamespace | undefined) {
  const { id, owner_id } = namespace ?? {}
  if (namespace === undefined || id === undefined) return
  if (typeof owner_id !== 'number') return recordGroup(recording, id, namespace)
  const { name, path, created_at, updated_at } = namespace
  recording.collected.add('namespaces', {
    id,
    kind: 'user',
    name,
    path,
    owner_id,
    created_at,
    updated_at,
  })
}

/** Records the groups that projects are shared with and that contain no recorded project. */
export async function recordSharedGroups(recording: Recording): Promise<void> {
  for (const { group_id } of recording.collected.entries('group_links')) {
    await recordGroup(recording, Number(group_id), {})
  }
}

/** Records a group with its members, and with the fields that only the namespace of a project shows. */
async function recordGroup(
  recording: Recording,
  id: number,
  namespace: SeenNamespace,
): Promise<void> {
  const { reader, collected } = recording
  if (collected.has('namespaces', id)) return
  const group = await reader.get('getGroup', { id: String(id) })
  const { created_at, updated_at, share_with_group_lock } = namespace
  // The parent of a subgroup comes first; v3 shows only its path.
  const parent_path = parentOf(at(group ?? namespace, 'full_path'))
  const parent = parent_path === '' ? undefined : await reader.get('getGroup', { id: parent_path })
  const parent_id = at(group ?? namespace, 'parent_id') ?? parent?.id
  if (typeof parent_id === 'number') await recordGroup(recording, parent_id, {})
  collected.add('namespaces', {
    id,
    kind: 'group',
    ...(typeof parent_id === 'number' ? { parent_id, parent_path } : {}),
    name: group?.name ?? namespace.name,
    path: group?.path ?? namespace.path ?? `group-${id}`,
    description: group?.description ?? '',
    visibility_level: group?.visibility_level,
    lfs_enabled: group?.lfs_enabled,
    request_access_enabled: group?.request_access_enabled,
    avatar_url: withoutAddress(recording, group?.avatar_url),
    created_at: at(group, 'created_at') ?? created_at,
    updated_at,
    share_with_group_lock,
  })
  for (const { id: user_id } of await reader.list('listGroupMembers', { id: String(id) })) {
    const member = await reader.get('getGroupMember', { id: String(id), user_id })
    addMember(recording, { source_type: 'group', source_id: id }, member)
  }
}

/** Returns `a/b` of `a/b/c`. */
function parentOf(fullPath: unknown = ''): string {
  return String(fullPath).split('/').slice(0, -1).join('/')
}

interface SeenMember {
  readonly id?: number
  readonly access_level?: number
  readonly expires_at?: string | null
}

/** Records a member. Only the response for a single member shows the expiry date of the membership. */
function addMember({ collected }: Recording, source: object, member: SeenMember | undefined): void {
  if (member?.id === undefined) return
  const { id: user_id, access_level, expires_at } = member
  collected.add('members', {
    ...source,
    user_id,
    access_level,
    expires_at: expires_at ?? undefined,
    created_at: at(member, 'joined_at'),
  })
}
