import { type Visibility, visibilityLevels } from '../../../contract/visibility-levels.ts'
import { firstExpirationPolicy, type ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../../domain/changes.ts'
import { featureChanges, reenabledLevels } from '../../domain/projects/feature-changes.ts'

type FeatureLevel = ProjectRecord['feature_levels'][string]
type Settings = ProjectRecord['settings']

/** The settings of a project that have the same name in requests. */
const settingNames = [
  'merge_method',
  'squash_option',
  'allow_merge_on_skipped_pipeline',
  'remove_source_branch_after_merge',
  'printing_merge_request_link_enabled',
  'resolve_outdated_diff_discussions',
  'autoclose_referenced_issues',
  'suggestion_commit_message',
  'merge_commit_template',
  'squash_commit_template',
  'mr_default_title_template',
  'issue_branch_template',
  'mr_default_target_self',
  'service_desk_enabled',
  'emails_enabled',
  'show_default_award_emojis',
  'show_diff_preview_in_email',
  'warn_about_potentially_unwanted_characters',
  'enforce_auth_checks_on_uploads',
  'group_runners_enabled',
  'build_git_strategy',
  'build_timeout',
  'auto_cancel_pending_pipelines',
  'ci_config_path',
  'auto_devops_enabled',
  'auto_devops_deploy_strategy',
  'resource_group_default_process_mode',
  'repository_object_format',
  'ci_default_git_depth',
  'keep_latest_artifact',
  'ci_forward_deployment_enabled',
  'ci_forward_deployment_rollback_allowed',
  'ci_allow_fork_pipelines_to_run_in_parent_project',
  'ci_separated_caches',
  'restrict_user_defined_variables',
  'ci_pipeline_variables_minimum_override_role',
  'ci_push_repository_for_job_token_allowed',
  'ci_id_token_sub_claim_components',
  'ci_delete_pipelines_in_seconds',
  'max_artifacts_size',
  'protect_merge_request_pipelines',
  'ci_display_pipeline_variables',
] as const satisfies readonly (keyof Settings)[]

type LevelOf<Part extends string> = { readonly [Name in `${Part}_access_level`]?: FeatureLevel }

type Part =
  | 'issues'
  | 'repository'
  | 'merge_requests'
  | 'forking'
  | 'wiki'
  | 'builds'
  | 'snippets'
  | 'pages'
  | 'analytics'
  | 'container_registry'
  | 'security_and_compliance'
  | 'releases'
  | 'environments'
  | 'feature_flags'
  | 'infrastructure'
  | 'monitor'
  | 'model_experiments'
  | 'model_registry'
  | 'package_registry'

/** The attributes of a project in a request (`createProject` and `updateProject` of schemas/v4/paths/projects.yaml). */
export interface ProjectRequest extends Partial<Settings>, LevelOf<Part> {
  readonly name?: string
  readonly path?: string
  readonly description?: string | null
  readonly default_branch?: string
  readonly visibility?: Visibility | undefined
  readonly topics?: readonly string[]
  readonly tag_list?: readonly string[]
  readonly issues_enabled?: boolean
  readonly merge_requests_enabled?: boolean
  readonly wiki_enabled?: boolean
  readonly jobs_enabled?: boolean
  readonly snippets_enabled?: boolean
  readonly container_registry_enabled?: boolean
  readonly shared_runners_enabled?: boolean
  readonly lfs_enabled?: boolean
  readonly public_jobs?: boolean
  readonly public_builds?: boolean
  readonly request_access_enabled?: boolean
  readonly only_allow_merge_if_pipeline_succeeds?: boolean
  readonly only_allow_merge_if_all_discussions_are_resolved?: boolean
  readonly emails_disabled?: boolean
  readonly repository_storage?: string
  readonly container_expiration_policy_attributes?: Partial<Settings['container_expiration_policy']>
}

/**
 * Converts the attributes to fields of the record, older names to current ones; `project` is the existing one in an
 * update.
 */
export function attributesOf(request: ProjectRequest, project?: ProjectRecord) {
  const { visibility, topics, tag_list = topics } = request
  const settings = { ...settingsOf(request), ...expirationPolicyOf(request, project) }
  const plain = omitUndefined({
    name: request.name,
    path: request.path,
    description: request.description,
    default_branch: request.default_branch,
    visibility_level: visibility && visibilityLevels[visibility],
    tag_list: tag_list && [...new Set(tag_list)],
    issues_enabled: request.issues_enabled,
    merge_requests_enabled: request.merge_requests_enabled,
    wiki_enabled: request.wiki_enabled,
    builds_enabled: request.jobs_enabled,
    snippets_enabled: request.snippets_enabled,
    container_registry_enabled: request.container_registry_enabled,
    shared_runners_enabled: request.shared_runners_enabled,
    lfs_enabled: request.lfs_enabled,
    public_builds: request.public_jobs ?? request.public_builds,
    request_access_enabled: request.request_access_enabled,
    only_allow_merge_if_build_succeeds: request.only_allow_merge_if_pipeline_succeeds,
    only_allow_merge_if_all_discussions_are_resolved:
      request.only_allow_merge_if_all_discussions_are_resolved,
  })
  const levels = {
    ...reenabledLevels(plain, project?.feature_levels),
    ...packageLevel(request),
    ...levelsOf(request),
  }
  return {
    ...plain,
    ...featureChanges(levels, project?.feature_levels),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
}

function settingsOf(request: ProjectRequest): Partial<Settings> {
  const named = settingNames.flatMap((name) =>
    request[name] === undefined ? [] : [[name, request[name]] as const],
  )
  const { emails_disabled: isSilent, emails_enabled } = request
  const emails =
    isSilent === undefined || emails_enabled !== undefined ? {} : { emails_enabled: !isSilent }
  return { ...Object.fromEntries(named), ...emails }
}

/** Returns the changed expiration policy; omitted attributes stay as they are. */
function expirationPolicyOf(
  { container_expiration_policy_attributes: changes }: ProjectRequest,
  project?: ProjectRecord,
): Partial<Settings> {
  if (!changes) return {}
  const before = project?.settings.container_expiration_policy ?? firstExpirationPolicy
  return { container_expiration_policy: { ...before, ...omitUndefined(changes) } }
}

/** Returns the level of the package registry from `packages_enabled`, its older parameter. */
function packageLevel({ packages_enabled: isOn }: ProjectRequest): Record<string, FeatureLevel> {
  return isOn === undefined ? {} : { package_registry: isOn ? 'enabled' : 'disabled' }
}

/** Returns the levels of the features that a request names. */
function levelsOf(request: ProjectRequest): Record<string, FeatureLevel> {
  const suffix = '_access_level'
  const named = Object.entries(request).flatMap(([name, level]) =>
    name.endsWith(suffix) && level !== undefined ? [[name.slice(0, -suffix.length), level]] : [],
  )
  return Object.fromEntries(named)
}
