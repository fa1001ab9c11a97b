import type {
  Project,
  ProjectStatistics,
  SharedGroup,
} from '../../../contract/generated/v4/contract.ts'
import type { GroupLinkRecord } from '../../../store/models/group-link.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import { featureLevel } from '../../access/feature-levels.ts'
import type { Presentation } from '../../domain/context.ts'
import type { WithStore } from '../../domain/lookups.ts'
import { sizesOfProject } from '../../domain/projects/sizes.ts'

/** Returns the access levels of a project's features. */
export function featureLevels(project: ProjectRecord) {
  const of = (part: string) => featureLevel(project, part)
  return {
    issues_access_level: closed(of('issues')),
    repository_access_level: closed(of('repository')),
    merge_requests_access_level: closed(of('merge_requests')),
    forking_access_level: closed(of('forking')),
    wiki_access_level: closed(of('wiki')),
    builds_access_level: closed(of('builds')),
    snippets_access_level: closed(of('snippets')),
    pages_access_level: of('pages'),
    analytics_access_level: closed(of('analytics')),
    container_registry_access_level: closed(of('container_registry')),
    security_and_compliance_access_level: closed(of('security_and_compliance')),
    releases_access_level: closed(of('releases')),
    environments_access_level: closed(of('environments')),
    feature_flags_access_level: closed(of('feature_flags')),
    infrastructure_access_level: closed(of('infrastructure')),
    monitor_access_level: closed(of('monitor')),
    model_experiments_access_level: closed(of('model_experiments')),
    model_registry_access_level: closed(of('model_registry')),
    package_registry_access_level: of('package_registry'),
  }
}

/** Returns `enabled` for `public`, which means the same for features that are never open to others. */
function closed(level: ReturnType<typeof featureLevel>) {
  return level === 'public' ? 'enabled' : level
}

/** Whether the package registry of a project is enabled. */
export function isPackageRegistryOn(project: ProjectRecord): boolean {
  return (
    project.settings.packages_enabled && featureLevel(project, 'package_registry') !== 'disabled'
  )
}

/** Returns the import fields, which only maintainers get; the URL has no credentials. */
export function importOf({ import_url }: ProjectRecord): Partial<Project> {
  return {
    import_url: import_url && withoutCredentials(import_url),
    import_type: null,
    import_error: null,
  }
}

function withoutCredentials(address: string): string {
  const [scheme = '', rest = ''] = address.split('://', 2)
  const [host = '', ...path] = rest.split('/')
  return `${scheme}://${[host.slice(host.lastIndexOf('@') + 1), ...path].join('/')}`
}

/** Returns the CI/CD settings, which only maintainers get. */
export function pipelineSettings({ settings, runners_token }: ProjectRecord): Partial<Project> {
  return {
    ci_default_git_depth: settings.ci_default_git_depth,
    ci_delete_pipelines_in_seconds: settings.ci_delete_pipelines_in_seconds,
    ci_forward_deployment_enabled: settings.ci_forward_deployment_enabled,
    ci_forward_deployment_rollback_allowed: settings.ci_forward_deployment_rollback_allowed,
    ci_job_token_scope_enabled: false,
    ci_separated_caches: settings.ci_separated_caches,
    ci_allow_fork_pipelines_to_run_in_parent_project:
      settings.ci_allow_fork_pipelines_to_run_in_parent_project,
    ci_id_token_sub_claim_components: settings.ci_id_token_sub_claim_components,
    build_git_strategy: settings.build_git_strategy,
    keep_latest_artifact: settings.keep_latest_artifact,
    restrict_user_defined_variables: settings.restrict_user_defined_variables,
    ci_pipeline_variables_minimum_override_role:
      settings.ci_pipeline_variables_minimum_override_role,
    runner_token_expiration_interval: null,
    group_runners_enabled: settings.group_runners_enabled,
    resource_group_default_process_mode: settings.resource_group_default_process_mode,
    auto_cancel_pending_pipelines: settings.auto_cancel_pending_pipelines,
    build_timeout: settings.build_timeout,
    auto_devops_enabled: settings.auto_devops_enabled,
    auto_devops_deploy_strategy: settings.auto_devops_deploy_strategy,
    ci_push_repository_for_job_token_allowed: settings.ci_push_repository_for_job_token_allowed,
    protect_merge_request_pipelines: settings.protect_merge_request_pipelines,
    ci_display_pipeline_variables: settings.ci_display_pipeline_variables,
    runners_token,
  }
}

/** Returns the groups that a project is shared with and that the caller can see. */
export function sharedGroups(
  { id }: ProjectRecord,
  { store, viewer }: Presentation,
): SharedGroup[] {
  return store.groupLinks.by('project_id', id).flatMap((link) => {
    const group = store.namespaces.get(link.group_id)
    return group && viewer.seesGroup(group) ? [sharedGroup(group, link)] : []
  })
}

/** Returns a group with the terms of a share (`schemas/v4/resources/shared-group.json`). */
export function sharedGroup(
  group: NamespaceRecord,
  { group_access, expires_at }: Pick<GroupLinkRecord, 'group_access' | 'expires_at'>,
): SharedGroup {
  return {
    group_id: group.id,
    group_name: group.name,
    group_full_path: fullPath(group),
    group_access_level: group_access,
    expires_at,
  }
}

/** Returns the sizes of a project in bytes; the storage size is the sum of the others. */
export function projectStatistics(project: ProjectRecord, context: WithStore): ProjectStatistics {
  const { commits, repository, wiki, lfsObjects, artifacts, jobLogs, snippets, uploads } =
    sizesOfProject(context, project)
  return {
    commit_count: commits,
    storage_size: repository + wiki + lfsObjects + artifacts + jobLogs + snippets + uploads,
    repository_size: repository,
    wiki_size: wiki,
    lfs_objects_size: lfsObjects,
    job_artifacts_size: artifacts + jobLogs,
    pipeline_artifacts_size: 0,
    packages_size: 0,
    snippets_size: snippets,
    uploads_size: uploads,
    container_registry_size: 0,
  }
}
