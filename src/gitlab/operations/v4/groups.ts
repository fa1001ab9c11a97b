import { notFound, refused } from '../../../contract/errors.ts'
import { type Visibility, visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { ancestorsOf, descendantsOf } from '../../access/group-tree.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { deleteGroup, restoreGroup } from '../../domain/deletion.ts'
import {
  checkGroupArchiving,
  checkGroupUnarchiving,
  setGroupArchived,
} from '../../domain/groups/archiving.ts'
import { branchProtection } from '../../domain/groups/branch-protection.ts'
import { changeGroup, createGroup, mustCreateGroup } from '../../domain/groups/create.ts'
import { checkGroup, newGroupErrors } from '../../domain/groups/validation.ts'
import { checkAvatar, setAvatar } from '../../domain/uploads.ts'
import { groupDetail } from '../../resources/v4/group.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { withAttributes } from './custom-attribute-requests.ts'
import { afterCursor, availableGroups, listGroupsAmong } from './group-lists.ts'
import { listProjectsIn } from './project-lists.ts'

/** The operations of schemas/v4/paths/groups.yaml. */
export const groups = {
  listGroups(context, filters) {
    const isTop = ({ parent_id }: NamespaceRecord) => !filters.top_level_only || parent_id === null
    const among = afterCursor(availableGroups(context, filters).filter(isTop), filters.cursor)
    return listGroupsAmong(context, among, filters)
  },

  createGroup(context, { parent_id, avatar, ...request }) {
    const parent = parent_id === undefined ? undefined : parentNamed(context, parent_id)
    mustCreateGroup(context, parent)
    const attributes = { ...attributesOf(request), name: request.name, path: request.path }
    const errors = newGroupErrors(context, attributes, parent)
    const words = asRuby(errors)
    if (words !== undefined) throw refused(`Failed to save group ${words}`)
    checkAvatar(context, avatar)
    const group = createGroup(context, attributes, parent)
    setAvatar(context, { kind: 'group', record: group }, avatar)
    return groupDetail(context.store.namespaces.get(group.id) ?? group, context)
  },

  getGroup(context, { with_projects, ...asked }) {
    const { group } = context
    return withAttributes(groupDetail(group, context, with_projects), group, context, asked)
  },

  updateGroup(context, { id: _, avatar, ...request }) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    const attributes = attributesOf(request, group)
    checkGroup(context, attributes, group)
    checkAvatar(context, avatar)
    const changed = changeGroup(context, group, attributes)
    setAvatar(context, { kind: 'group', record: changed }, avatar)
    return groupDetail(context.store.namespaces.get(group.id) ?? changed, context, true)
  },

  deleteGroup(context, removal) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    mustBeUnmodified(context, group.updated_at)
    deleteGroup(context, group, removal)
    return { message: '202 Accepted' }
  },

  restoreGroup(context) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    return groupDetail(restoreGroup(context, group), context)
  },

  archiveGroup(context) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    checkGroupArchiving(context, group)
    return groupDetail(setGroupArchived(context, group, true), context)
  },

  unarchiveGroup(context) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    checkGroupUnarchiving(context, group)
    return groupDetail(setGroupArchived(context, group, false), context)
  },

  listSubgroups(context, filters) {
    const { store, group } = context
    return listGroupsAmong(context, store.namespaces.by('parent_id', group.id), filters)
  },

  listDescendantGroups(context, filters) {
    return listGroupsAmong(context, descendantsOf(context.store, context.group), filters)
  },

  listGroupProjects(context, filters) {
    const { store, group } = context
    const around = filters.include_ancestor_groups ? ancestorsOf(store, group) : []
    const within = filters.include_subgroups ? descendantsOf(store, group) : []
    const ids = new Set([group, ...around, ...within].map(({ id }) => id))
    const links = filters.with_shared ? store.groupLinks.by('group_id', group.id) : []
    const shared = new Set(links.map(({ project_id }) => project_id))
    const isListed = ({ id, namespace_id }: ProjectRecord) =>
      ids.has(namespace_id) || shared.has(id)
    return listProjectsIn(context, isListed, filters, false)
  },
} satisfies OperationsOf<'v4', 'Groups'>

/** Formats errors as a Ruby hash, which GitLab's message contains; undefined where there are none. */
function asRuby(errors: Readonly<Record<string, readonly string[]>>): string | undefined {
  const wrong = Object.entries(errors).filter(([, found]) => found.length > 0)
  if (wrong.length === 0) return undefined
  const texts = wrong.map(([name, found]) => {
    return `:${name}=>[${found.map((text) => JSON.stringify(text)).join(', ')}]`
  })
  return `{${texts.join(', ')}}`
}

/** Returns the parent of a new group. Throws 404 for one that the caller cannot see. */
function parentNamed({ store, viewer }: Context, id: number): NamespaceRecord {
  const parent = store.namespaces.get(id)
  if (parent?.kind !== 'group' || !viewer.seesGroup(parent)) throw notFound('Group')
  return parent
}

/** Converts the attributes of a request to fields of the record and to settings. */
function attributesOf(request: GroupRequest, group?: NamespaceRecord) {
  const { name, path, description, visibility, emails_disabled, default_branch } = request
  const { lfs_enabled, request_access_enabled, share_with_group_lock } = request
  const { project_creation_level, subgroup_creation_level } = request
  const settings = omitUndefined({
    require_two_factor_authentication: request.require_two_factor_authentication,
    two_factor_grace_period: request.two_factor_grace_period,
    auto_devops_enabled: request.auto_devops_enabled,
    emails_enabled:
      request.emails_enabled ?? (emails_disabled === undefined ? undefined : !emails_disabled),
    show_diff_preview_in_email: request.show_diff_preview_in_email,
    mentions_disabled: request.mentions_disabled,
    default_branch_protection: request.default_branch_protection,
    default_branch_protection_defaults: protectionOf(request, group),
    enabled_git_access_protocol: request.enabled_git_access_protocol,
    shared_runners_setting: request.shared_runners_setting,
    prevent_sharing_groups_outside_hierarchy: request.prevent_sharing_groups_outside_hierarchy,
    math_rendering_limits_enabled: request.math_rendering_limits_enabled,
    lock_math_rendering_limits_enabled: request.lock_math_rendering_limits_enabled,
    max_artifacts_size: request.max_artifacts_size,
  })
  return omitUndefined({
    name,
    path,
    description: description === null ? '' : description,
    visibility_level: visibility && visibilityLevels[visibility],
    lfs_enabled,
    request_access_enabled,
    share_with_group_lock,
    project_creation_level,
    subgroup_creation_level,
    default_branch,
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  })
}

/**
 * Returns the full branch protection of a request. Undefined leaves it as it is; null, for a level alone, resets it.
 */
function protectionOf(
  { default_branch_protection: level, default_branch_protection_defaults: given }: GroupRequest,
  group?: NamespaceRecord,
) {
  if (given === undefined) return level === undefined ? undefined : null
  const before = group?.settings
  const ofLevel = branchProtection(level ?? before?.default_branch_protection ?? 2)
  return { ...ofLevel, ...before?.default_branch_protection_defaults, ...omitUndefined(given) }
}

type GroupSettings = Omit<
  Partial<NamespaceRecord['settings']>,
  'default_branch_protection_defaults'
>
type Protection = NonNullable<NamespaceRecord['settings']['default_branch_protection_defaults']>
type GroupFields = Partial<
  Pick<
    NamespaceRecord,
    | 'name'
    | 'path'
    | 'lfs_enabled'
    | 'request_access_enabled'
    | 'share_with_group_lock'
    | 'project_creation_level'
    | 'subgroup_creation_level'
    | 'default_branch'
  >
>

interface GroupRequest extends GroupSettings, GroupFields {
  readonly description?: string | null
  readonly visibility?: Visibility
  readonly emails_disabled?: boolean
  readonly default_branch_protection_defaults?: Partial<Protection>
}
