import { basePaths } from '../../../contract/base-paths.ts'
import type {
  Project,
  ProjectBasic,
  ProjectForAnonymous,
  ProjectIdentity,
  ProjectWithAccess,
} from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import { issueListKey } from '../../../store/list-keys.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import { notificationLevels } from '../../../store/models/notification-setting.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { level } from '../../access/abilities.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import { hiddenIssues } from '../../access/tracker-visibility.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Presentation } from '../../domain/context.ts'
import { fullName, namespaceOf, ownerOf, pathWithNamespace } from '../../domain/lookups.ts'
import { notificationChoice } from '../../domain/notification-settings.ts'
import { licenseOfProject } from '../../domain/repositories/license.ts'
import { readmeOf } from '../../domain/repositories/readme.ts'
import { shownLevel } from './member.ts'
import { namespaceResource } from './namespace.ts'
import {
  featureLevels,
  importOf,
  isPackageRegistryOn,
  pipelineSettings,
  projectStatistics,
  sharedGroups,
} from './project-parts.ts'
import { descriptionHtml } from './text-html.ts'
import { userBasic } from './user.ts'

/** Returns the names of a project (`schemas/v4/resources/project-identity.json`). */
export function projectIdentity(
  project: ProjectRecord,
  presentation: Presentation,
): ProjectIdentity {
  const { id, name, path, description, created_at } = project
  const namespace = namespaceOf(presentation, project)
  return {
    id,
    description,
    name,
    name_with_namespace: `${fullName(presentation, namespace)} / ${name}`,
    path,
    path_with_namespace: pathWithNamespace(presentation, project),
    created_at,
  }
}

/** Returns a project for other records (`schemas/v4/resources/project-basic.json`). */
export function projectBasic(project: ProjectRecord, presentation: Presentation): ProjectBasic {
  const { store, viewer, addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  const topics = [...project.tag_list].sort()
  const readsCode = viewer.can('download_code', project)
  return Object.assign(projectIdentity(project, presentation), {
    default_branch: readsCode ? project.default_branch : undefined,
    tag_list: topics,
    topics,
    ssh_url_to_repo: addresses.cloneBySsh(namespace, project),
    http_url_to_repo: addresses.cloneByHttp(namespace, project),
    web_url: addresses.project(namespace, project),
    readme_url: readsCode ? readmeAddress(project, presentation) : undefined,
    forks_count: readsCode
      ? store.projects.by('forked_from_project_id', project.id).length
      : undefined,
    avatar_url: addresses.avatar(project.avatar_url),
    star_count: store.stars.by('project_id', project.id).length,
    last_activity_at: project.last_activity_at,
    visibility: visibilityNames[project.visibility_level],
    namespace: namespaceResource(namespace, presentation),
    repository_storage: viewer.isAdmin ? project.repository_storage : undefined,
  })
}

function readmeAddress(project: ProjectRecord, presentation: Presentation): string | null {
  const readme = readmeOf(presentation, project)
  if (readme === undefined) return null
  const home = presentation.addresses.project(namespaceOf(presentation, project), project)
  return `${home}/-/blob/${project.default_branch}/${readme}`
}

/** Returns the licence of a project, for callers who may read its code. */
export function projectLicense(
  project: ProjectRecord,
  presentation: Presentation,
): Pick<ProjectBasic, 'license' | 'license_url'> {
  const readsCode = presentation.viewer.can('download_code', project)
  const found = readsCode ? licenseOfProject(presentation, project) : undefined
  if (!found) return { license_url: null, license: null }
  const home = presentation.addresses.project(namespaceOf(presentation, project), project)
  const { key, name, nickname, html_url, source_url } = found.license ?? otherLicense
  return {
    license_url: `${home}/-/blob/${project.default_branch}/${found.path}`,
    license: { key, name, nickname, html_url, source_url },
  }
}

const otherLicense = {
  key: 'other',
  name: 'Other',
  nickname: null,
  html_url: null,
  source_url: null,
}

/**
 * Returns a project (`schemas/v4/resources/project.json`), without the fields for maintainers where the caller is none.
 */
export function projectResource(
  project: ProjectRecord,
  presentation: Presentation,
  { withStatistics = false }: { readonly withStatistics?: boolean } = {},
): Project {
  const { store, viewer } = presentation
  const { settings } = project
  const namespace = namespaceOf(presentation, project)
  const owner = ownerOf(presentation, namespace)
  const origin = store.projects.get(project.forked_from_project_id ?? 0)
  const isMaintainer = viewer.can('admin_project', project)
  const isReporter = viewer.isAdmin || viewer.projectLevel(project) >= level.reporter
  const readsCode = viewer.can('download_code', project)
  return Object.assign(projectBasic(project, presentation), {
    _links: linksOf(project, presentation),
    marked_for_deletion_at: project.marked_for_deletion_on,
    marked_for_deletion_on: project.marked_for_deletion_on,
    packages_enabled: isPackageRegistryOn(project),
    empty_repo: (store.repositories.get(project.id)?.refs.size ?? 0) === 0,
    archived: isArchived(project),
    resolve_outdated_diff_discussions: settings.resolve_outdated_diff_discussions,
    container_expiration_policy: expirationPolicy(project),
    repository_object_format: settings.repository_object_format,
    issues_enabled: usesPart(viewer, project, 'issues'),
    merge_requests_enabled: usesPart(viewer, project, 'merge_requests'),
    wiki_enabled: usesPart(viewer, project, 'wiki'),
    jobs_enabled: usesPart(viewer, project, 'builds'),
    snippets_enabled: usesPart(viewer, project, 'snippets'),
    container_registry_enabled: usesPart(viewer, project, 'container_registry'),
    service_desk_enabled: settings.service_desk_enabled,
    can_create_merge_request_in: viewer.can('create_merge_request', project),
    emails_disabled: !settings.emails_enabled,
    emails_enabled: settings.emails_enabled,
    show_diff_preview_in_email: settings.show_diff_preview_in_email,
    shared_runners_enabled: project.shared_runners_enabled,
    lfs_enabled: project.lfs_enabled,
    creator_id: project.creator_id,
    import_status: importStatus(project, origin),
    description_html: descriptionHtml(project, presentation),
    updated_at: project.updated_at,
    public_jobs: project.public_builds,
    shared_with_groups: sharedGroups(project, presentation),
    only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_build_succeeds,
    allow_merge_on_skipped_pipeline: settings.allow_merge_on_skipped_pipeline,
    request_access_enabled: project.request_access_enabled,
    only_allow_merge_if_all_discussions_are_resolved:
      project.only_allow_merge_if_all_discussions_are_resolved,
    remove_source_branch_after_merge: settings.remove_source_branch_after_merge,
    printing_merge_request_link_enabled: settings.printing_merge_request_link_enabled,
    merge_method: settings.merge_method,
    squash_option: settings.squash_option,
    enforce_auth_checks_on_uploads: settings.enforce_auth_checks_on_uploads,
    warn_about_potentially_unwanted_characters: settings.warn_about_potentially_unwanted_characters,
    autoclose_referenced_issues: settings.autoclose_referenced_issues,
    suggestion_commit_message: settings.suggestion_commit_message,
    merge_commit_template: settings.merge_commit_template,
    squash_commit_template: settings.squash_commit_template,
    mr_default_title_template: settings.mr_default_title_template,
    issue_branch_template: settings.issue_branch_template,
    max_artifacts_size: settings.max_artifacts_size,
    ...(origin && viewer.sees(origin)
      ? {
          forked_from_project: projectBasic(origin, presentation),
          mr_default_target_self: settings.mr_default_target_self,
        }
      : {}),
    ...(owner ? { owner: userBasic(owner, presentation) } : {}),
    ...featureLevels(project),
    ...(usesPart(viewer, project, 'issues')
      ? { open_issues_count: openIssuesCount(project, presentation) }
      : {}),
    ...(isMaintainer ? pipelineSettings(project) : {}),
    ...(isMaintainer ? importOf(project) : {}),
    ...(isReporter ? { service_desk_address: null } : {}),
    ...(readsCode ? { ci_config_path: settings.ci_config_path } : {}),
    ...(withStatistics && isReporter
      ? { statistics: projectStatistics(project, presentation) }
      : {}),
  })
}

/** Returns a project with the caller's memberships (`schemas/v4/resources/project-with-access.json`). */
export function projectWithAccess(
  project: ProjectRecord,
  presentation: Presentation,
  extras: { readonly withStatistics?: boolean } = {},
): ProjectWithAccess {
  return Object.assign(projectResource(project, presentation, extras), {
    permissions: permissionsOf(project, presentation),
  })
}

/** Returns the caller's membership of a project, and the highest of those of its groups. */
export function permissionsOf(
  project: ProjectRecord,
  presentation: Presentation,
): NonNullable<ProjectWithAccess['permissions']> {
  const { store, viewer } = presentation
  const ofProject = viewer.membership('project', project.id)
  const namespace = namespaceOf(presentation, project)
  const around = namespace.kind === 'group' ? [namespace, ...ancestorsOf(store, namespace)] : []
  const [highest] = around
    .flatMap(({ id }) => viewer.membership('group', id) ?? [])
    .sort((one, other) => other.access_level - one.access_level)
  return {
    project_access: ofProject ? accessOf(ofProject, presentation) : null,
    group_access: highest ? accessOf(highest, presentation) : null,
  }
}

/** Returns a project for anonymous callers (`schemas/v4/resources/project-for-anonymous.json`). */
export function projectForAnonymous(
  project: ProjectRecord,
  presentation: Presentation,
): ProjectForAnonymous {
  const origin = presentation.store.projects.get(project.forked_from_project_id ?? 0)
  return {
    ...projectBasic(project, presentation),
    ...(origin && presentation.viewer.sees(origin)
      ? { forked_from_project: projectBasic(origin, presentation) }
      : {}),
  }
}

/** Returns a membership with its notification level, which defaults to the global one of the user. */
function accessOf(member: MemberRecord, presentation: Presentation) {
  const { level } = notificationChoice(presentation.store, { id: member.user_id }, member)
  return {
    access_level: shownLevel(member, presentation),
    notification_level: notificationLevels.indexOf(level),
  }
}

function linksOf(project: ProjectRecord, { addresses, viewer }: Presentation): Project['_links'] {
  const self = `${addresses.origin}${basePaths.v4}/projects/${project.id}`
  return {
    self,
    ...(usesPart(viewer, project, 'issues') ? { issues: `${self}/issues` } : {}),
    ...(usesPart(viewer, project, 'merge_requests')
      ? { merge_requests: `${self}/merge_requests` }
      : {}),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    cluster_agents: `${self}/cluster_agents`,
  }
}

/** Returns the import status. Imports and forks are finished within their request. */
function importStatus(
  { import_url }: ProjectRecord,
  origin: ProjectRecord | undefined,
): Project['import_status'] {
  return import_url === null && !origin ? 'none' : 'finished'
}

/** Returns the expiration policy, which has no effect: Forgery has no container registry. */
function expirationPolicy({
  created_at,
  settings,
}: ProjectRecord): Project['container_expiration_policy'] {
  const nextDay = new Date(Date.parse(created_at) + 86_400_000).toISOString()
  return { ...settings.container_expiration_policy, next_run_at: nextDay }
}

function openIssuesCount(project: ProjectRecord, presentation: Presentation): number {
  const hidden = hiddenIssues(presentation, project).filter(({ state }) => state === 'opened')
  const open = presentation.store.issues.by('listed_in', issueListKey(project.id, 'opened'))
  return open.length - hidden.length
}
