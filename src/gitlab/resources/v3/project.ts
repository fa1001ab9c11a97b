import type {
  MemberAccess,
  Project,
  ProjectPermissions,
  ProjectSimple,
  SharedGroup,
} from '../../../contract/generated/v3/contract.ts'
import { issueListKey } from '../../../store/list-keys.ts'
import type { GroupLinkRecord } from '../../../store/models/group-link.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { notificationLevels } from '../../../store/models/notification-setting.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath, sourceKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import { hiddenIssues } from '../../access/tracker-visibility.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Presentation } from '../../domain/context.ts'
import { fullName, namespaceOf, ownerOf } from '../../domain/lookups.ts'
import { shownLevel } from './member.ts'
import { namespaceResource } from './namespace.ts'
import { projectStatistics } from './project-statistics.ts'
import { userBrief } from './user.ts'

/** The optional fields of a project in a response. */
export interface ProjectExtras {
  /** Whether to include the caller's memberships; the field is missing for anonymous callers. */
  readonly withPermissions?: boolean
  /** Whether to include the registration token of runners, for callers who may read it. */
  readonly withRunnersToken?: boolean
  readonly withStatistics?: boolean | undefined
}

/**
 * Returns a project (`schemas/v3/resources/project.json`). Undefined fields are omitted from the JSON; spreading
 * optional fields in instead would make lists slower by a fifth.
 */
export function projectResource(
  project: ProjectRecord,
  presentation: Presentation,
  extras: ProjectExtras = {},
): Project {
  const { store, viewer, addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  const owner = ownerOf(presentation, namespace)
  const showsPermissions = extras.withPermissions && viewer.user
  const showsToken = extras.withRunnersToken && viewer.can('read_runners_token', project)
  return {
    id: project.id,
    description: project.description,
    default_branch: project.default_branch,
    tag_list: project.tag_list,
    public: project.visibility_level === 20,
    archived: isArchived(project),
    visibility_level: project.visibility_level,
    ssh_url_to_repo: addresses.cloneBySsh(namespace, project),
    http_url_to_repo: addresses.cloneByHttp(namespace, project),
    web_url: addresses.project(namespace, project),
    owner: owner && { ...userBrief(owner, presentation), created_at: owner.created_at },
    name: project.name,
    name_with_namespace: nameWithNamespace(project, namespace, presentation),
    path: project.path,
    path_with_namespace: `${fullPath(namespace)}/${project.path}`,
    container_registry_enabled: project.container_registry_enabled,
    issues_enabled: project.issues_enabled,
    merge_requests_enabled: project.merge_requests_enabled,
    wiki_enabled: project.wiki_enabled,
    builds_enabled: project.builds_enabled,
    snippets_enabled: project.snippets_enabled,
    created_at: project.created_at,
    last_activity_at: project.last_activity_at,
    shared_runners_enabled: project.shared_runners_enabled,
    lfs_enabled: project.lfs_enabled,
    creator_id: project.creator_id,
    namespace: namespaceResource(namespace),
    avatar_url: addresses.avatar(project.avatar_url),
    forked_from_project: originOf(project, presentation),
    star_count: store.stars.by('project_id', project.id).length,
    forks_count: store.projects.by('forked_from_project_id', project.id).length,
    open_issues_count: hasIssues(project) ? openIssuesCount(project, presentation) : undefined,
    runners_token: showsToken ? project.runners_token : undefined,
    public_builds: project.public_builds,
    shared_with_groups: sharedGroups(project, presentation),
    only_allow_merge_if_build_succeeds: project.only_allow_merge_if_build_succeeds,
    only_allow_merge_if_all_discussions_are_resolved:
      project.only_allow_merge_if_all_discussions_are_resolved,
    request_access_enabled: project.request_access_enabled,
    permissions: showsPermissions
      ? projectPermissions(project, namespace, presentation)
      : undefined,
    statistics: extras.withStatistics ? projectStatistics(project, presentation) : undefined,
  }
}

/** Returns a project for lists with `simple` (`schemas/v3/resources/project.json`). */
export function projectSimple(
  project: ProjectRecord,
  presentation: Presentation,
): Required<ProjectSimple> {
  const { addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  return {
    id: project.id,
    http_url_to_repo: addresses.cloneByHttp(namespace, project),
    web_url: addresses.project(namespace, project),
    name: project.name,
    name_with_namespace: nameWithNamespace(project, namespace, presentation),
    path: project.path,
    path_with_namespace: `${fullPath(namespace)}/${project.path}`,
  }
}

/** Returns the origin of a fork, where the caller can see it. */
function originOf(
  { forked_from_project_id: id }: ProjectRecord,
  presentation: Presentation,
): ProjectSimple | undefined {
  const origin = id === null ? undefined : presentation.store.projects.get(id)
  return origin && presentation.viewer.sees(origin)
    ? projectSimple(origin, presentation)
    : undefined
}

function nameWithNamespace(
  project: ProjectRecord,
  namespace: NamespaceRecord,
  presentation: Presentation,
) {
  return `${fullName(presentation, namespace)} / ${project.name}`
}

function hasIssues({ issues_enabled, external_issue_tracker }: ProjectRecord): boolean {
  return issues_enabled && !external_issue_tracker
}

function sharedGroups({ id }: ProjectRecord, { store }: Presentation): SharedGroup[] {
  return store.groupLinks.by('project_id', id).map(({ group_id, group_access }) => ({
    group_id,
    group_name: store.namespaces.get(group_id)?.name ?? '',
    group_access_level: sharedLevel(group_access),
  }))
}

/** Returns the level of a share with a group, which v3 limits to master. */
function sharedLevel(group_access: GroupLinkRecord['group_access']) {
  const shown = shownLevel({ access_level: group_access })
  return shown === level.owner ? level.master : shown
}

/** Returns the number of open issues that the caller can see. */
function openIssuesCount(project: ProjectRecord, presentation: Presentation): number {
  const { store, viewer } = presentation
  if (!project.issues_enabled || !viewer.sees(project)) return 0
  const hidden = hiddenIssues(presentation, project).filter(({ state }) => state === 'opened')
  return store.issues.by('listed_in', issueListKey(project.id, 'opened')).length - hidden.length
}

/** Returns the caller's memberships of a project and of its group; null where there is none. */
function projectPermissions(
  project: ProjectRecord,
  namespace: NamespaceRecord,
  { store, viewer }: Presentation,
): ProjectPermissions {
  const ofProject = viewer.membership('project', project.id)
  const ofGroup = viewer.membership('group', namespace.id)
  return {
    project_access: ofProject ? memberAccess(store, ofProject) : null,
    group_access: ofGroup ? memberAccess(store, ofGroup) : null,
  }
}

function memberAccess(store: Store, member: MemberRecord): MemberAccess {
  const setting = store.notificationSettings
    .by('source', sourceKey(member.source_type, member.source_id))
    .find(({ user_id }) => user_id === member.user_id)
  return {
    access_level: shownLevel(member),
    notification_level: notificationLevels.indexOf(setting?.level ?? 'global'),
  }
}
