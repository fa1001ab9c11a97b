import type {
  Group,
  GroupDetail,
  GroupStatistics,
  RootStorageStatistics,
  SharedGroup,
} from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import { projectsBelow } from '../../access/group-tree.ts'
import type { Presentation } from '../../domain/context.ts'
import { isArchivedGroup } from '../../domain/groups/archiving.ts'
import { branchProtection } from '../../domain/groups/branch-protection.ts'
import { fullName } from '../../domain/lookups.ts'
import { projectResource } from './project.ts'
import { projectStatistics, sharedGroup } from './project-parts.ts'

/** Returns a group for lists (`schemas/v4/resources/group.json`). */
export function groupResource(
  group: NamespaceRecord,
  presentation: Presentation,
  withStatistics = false,
): Group {
  const { addresses } = presentation
  const { settings } = group
  return {
    id: group.id,
    web_url: addresses.group(group),
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: visibilityNames[group.visibility_level],
    share_with_group_lock: group.share_with_group_lock,
    require_two_factor_authentication: settings.require_two_factor_authentication,
    two_factor_grace_period: settings.two_factor_grace_period,
    project_creation_level: group.project_creation_level,
    auto_devops_enabled: settings.auto_devops_enabled,
    subgroup_creation_level: group.subgroup_creation_level,
    emails_disabled: !settings.emails_enabled,
    emails_enabled: settings.emails_enabled,
    show_diff_preview_in_email: settings.show_diff_preview_in_email,
    mentions_disabled: settings.mentions_disabled,
    lfs_enabled: group.lfs_enabled,
    archived: isArchivedGroup(presentation, group),
    math_rendering_limits_enabled: settings.math_rendering_limits_enabled,
    lock_math_rendering_limits_enabled: settings.lock_math_rendering_limits_enabled,
    default_branch: group.default_branch,
    default_branch_protection: settings.default_branch_protection,
    default_branch_protection_defaults:
      settings.default_branch_protection_defaults ??
      branchProtection(settings.default_branch_protection),
    avatar_url: addresses.avatar(group.avatar_url),
    request_access_enabled: group.request_access_enabled,
    full_name: fullName(presentation, group),
    full_path: fullPath(group),
    created_at: group.created_at,
    parent_id: group.parent_id,
    organization_id: 1,
    shared_runners_setting: settings.shared_runners_setting,
    max_artifacts_size: settings.max_artifacts_size,
    marked_for_deletion_on: group.marked_for_deletion_on,
    ...(withStatistics ? { statistics: groupStatistics(group, presentation) } : {}),
    ...(withStatistics && group.parent_id === null
      ? { root_storage_statistics: rootStatistics(group, presentation) }
      : {}),
  }
}

/**
 * Returns a single group (`schemas/v4/resources/group-detail.json`), optionally with at most 100 own and 100 shared
 * projects.
 */
export function groupDetail(
  group: NamespaceRecord,
  presentation: Presentation,
  withProjects = false,
): GroupDetail {
  const { viewer } = presentation
  const isOwner = viewer.canInGroup('admin_group', group)
  const isRoot = group.parent_id === null
  const { settings, runners_token } = group
  return Object.assign(groupResource(group, presentation), {
    shared_with_groups: sharedWithGroups(group, presentation),
    ...(isOwner ? { runners_token } : {}),
    ...(isOwner && isRoot
      ? { enabled_git_access_protocol: settings.enabled_git_access_protocol }
      : {}),
    ...(isRoot
      ? {
          prevent_sharing_groups_outside_hierarchy:
            settings.prevent_sharing_groups_outside_hierarchy,
        }
      : {}),
    ...(withProjects ? projectsOf(group, presentation) : {}),
  })
}

/** Returns the groups that were invited to a group and that the caller can see. */
function sharedWithGroups({ id }: NamespaceRecord, { store, viewer }: Presentation): SharedGroup[] {
  return store.groupShares.by('group_id', id).flatMap((share) => {
    const group = store.namespaces.get(share.invited_group_id)
    return group && viewer.seesGroup(group) ? [sharedGroup(group, share)] : []
  })
}

const MAX_SHOWN_PROJECTS = 100

function projectsOf({ id }: NamespaceRecord, presentation: Presentation) {
  const { store, viewer } = presentation
  const shown = (projects: readonly Parameters<typeof projectResource>[0][]) =>
    projects
      .filter((project) => viewer.sees(project))
      .slice(0, MAX_SHOWN_PROJECTS)
      .map((project) => projectResource(project, presentation))
  const shared = store.groupLinks
    .by('group_id', id)
    .flatMap(({ project_id }) => store.projects.get(project_id) ?? [])
  return {
    projects: shown(store.projects.by('namespace_id', id)),
    shared_projects: shown(shared),
  }
}

/** Returns the sizes of a group's projects in bytes. */
function groupStatistics({ id }: NamespaceRecord, context: Presentation): GroupStatistics {
  return sizesOf(context.store.projects.by('namespace_id', id), context)
}

/** Returns the sizes of a group's projects, including those of its descendants. */
function rootStatistics(group: NamespaceRecord, context: Presentation): RootStorageStatistics {
  const { job_artifacts_size, ...sizes } = sizesOf(projectsBelow(context.store, group), context)
  return {
    ...sizes,
    build_artifacts_size: job_artifacts_size,
    container_registry_size: 0,
    registry_size_estimated: false,
    dependency_proxy_size: 0,
  }
}

function sizesOf(projects: readonly ProjectRecord[], context: Presentation): GroupStatistics {
  const each = projects.map((project) => projectStatistics(project, context))
  const sum = (name: keyof GroupStatistics) => each.reduce((total, one) => total + one[name], 0)
  return {
    storage_size: sum('storage_size'),
    repository_size: sum('repository_size'),
    wiki_size: sum('wiki_size'),
    lfs_objects_size: sum('lfs_objects_size'),
    job_artifacts_size: sum('job_artifacts_size'),
    pipeline_artifacts_size: sum('pipeline_artifacts_size'),
    packages_size: sum('packages_size'),
    snippets_size: sum('snippets_size'),
    uploads_size: sum('uploads_size'),
  }
}
