import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp, visibilityLevel } from './fields.ts'

/**
 * The access level of a feature of a project: nobody, its members, or everybody with access; `public` includes
 * everybody.
 */
const featureLevel = z.enum(['disabled', 'private', 'enabled', 'public'])

/** The default clean-up policy for the container images of a project. */
export const firstExpirationPolicy = {
  cadence: '1d',
  enabled: false,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: null,
}

/** The settings that v4 has beside those of v3: for merge requests and pipelines, and some that are only stored. */
const projectSettingsModel = z.object({
  merge_method: z._default(z.enum(['merge', 'rebase_merge', 'ff']), 'merge'),
  squash_option: z._default(
    z.enum(['never', 'always', 'default_on', 'default_off']),
    'default_off',
  ),
  allow_merge_on_skipped_pipeline: z._default(z.nullable(z.boolean()), null),
  remove_source_branch_after_merge: z._default(z.boolean(), true),
  printing_merge_request_link_enabled: z._default(z.boolean(), true),
  resolve_outdated_diff_discussions: z._default(z.boolean(), false),
  autoclose_referenced_issues: z._default(z.boolean(), true),
  suggestion_commit_message: z._default(z.nullable(z.string()), null),
  merge_commit_template: z._default(z.nullable(z.string()), null),
  squash_commit_template: z._default(z.nullable(z.string()), null),
  mr_default_title_template: z._default(z.nullable(z.string()), null),
  issue_branch_template: z._default(z.nullable(z.string()), null),
  mr_default_target_self: z._default(z.boolean(), false),
  packages_enabled: z._default(z.boolean(), true),
  pages_unique_domain_enabled: z._default(z.boolean(), true),
  pages_https_only: z._default(z.boolean(), false),
  pages_primary_domain: z._default(z.nullable(z.string()), null),
  service_desk_enabled: z._default(z.boolean(), false),
  emails_enabled: z._default(z.boolean(), true),
  show_default_award_emojis: z._default(z.boolean(), true),
  show_diff_preview_in_email: z._default(z.boolean(), true),
  warn_about_potentially_unwanted_characters: z._default(z.boolean(), true),
  enforce_auth_checks_on_uploads: z._default(z.boolean(), true),
  group_runners_enabled: z._default(z.boolean(), true),
  build_git_strategy: z._default(z.enum(['fetch', 'clone']), 'fetch'),
  /** In seconds. */
  build_timeout: z._default(z.int(), 3600),
  auto_cancel_pending_pipelines: z._default(z.enum(['enabled', 'disabled']), 'enabled'),
  ci_config_path: z._default(z.nullable(z.string()), null),
  auto_devops_enabled: z._default(z.boolean(), true),
  auto_devops_deploy_strategy: z._default(
    z.enum(['continuous', 'manual', 'timed_incremental']),
    'continuous',
  ),
  resource_group_default_process_mode: z._default(z.string(), 'unordered'),
  repository_object_format: z._default(z.enum(['sha1', 'sha256']), 'sha1'),
  ci_default_git_depth: z._default(z.nullable(z.int()), 20),
  keep_latest_artifact: z._default(z.boolean(), true),
  ci_forward_deployment_enabled: z._default(z.boolean(), true),
  ci_forward_deployment_rollback_allowed: z._default(z.boolean(), true),
  ci_allow_fork_pipelines_to_run_in_parent_project: z._default(z.boolean(), true),
  ci_separated_caches: z._default(z.boolean(), true),
  restrict_user_defined_variables: z._default(z.boolean(), true),
  ci_pipeline_variables_minimum_override_role: z._default(
    z.enum(['no_one_allowed', 'developer', 'maintainer', 'owner']),
    'developer',
  ),
  ci_push_repository_for_job_token_allowed: z._default(z.boolean(), false),
  ci_id_token_sub_claim_components: z._default(z.array(z.string()), [
    'project_path',
    'ref_type',
    'ref',
  ]),
  ci_delete_pipelines_in_seconds: z._default(z.nullable(z.int()), null),
  max_artifacts_size: z._default(z.nullable(z.int()), null),
  protect_merge_request_pipelines: z._default(z.boolean(), true),
  ci_display_pipeline_variables: z._default(z.boolean(), false),
  container_expiration_policy: z._default(
    z.object({
      cadence: z.string(),
      enabled: z.boolean(),
      keep_n: z.int(),
      older_than: z.string(),
      name_regex: z.string(),
      name_regex_keep: z.nullable(z.string()),
    }),
    firstExpirationPolicy,
  ),
})

/** The sizes that are added to those of what the world holds (domain/projects/sizes.ts), in bytes. */
const statisticsModel = z.object({
  commit_count: z._default(z.int(), 0),
  repository_size: z._default(z.int(), 0),
  lfs_objects_size: z._default(z.int(), 0),
  build_artifacts_size: z._default(z.int(), 0),
})

export const projectModel = z.object({
  id: z.int(),
  namespace_id: z.int(),
  creator_id: z.int(),
  name: z.string(),
  path: z.string(),
  description: z._default(z.nullable(z.string()), null),
  visibility_level: z._default(visibilityLevel, 0),
  default_branch: z._default(z.string(), 'master'),
  is_archived: z._default(z.boolean(), false),
  /** Whether an ancestor group is archived (domain/groups/archiving.ts). */
  archived_with_group: z._default(z.boolean(), false),
  tag_list: z._default(z.array(z.string()), []),
  issues_enabled: z._default(z.boolean(), true),
  merge_requests_enabled: z._default(z.boolean(), true),
  builds_enabled: z._default(z.boolean(), true),
  wiki_enabled: z._default(z.boolean(), true),
  snippets_enabled: z._default(z.boolean(), false),
  container_registry_enabled: z._default(z.boolean(), true),
  shared_runners_enabled: z._default(z.boolean(), true),
  lfs_enabled: z._default(z.boolean(), true),
  public_builds: z._default(z.boolean(), true),
  only_allow_merge_if_build_succeeds: z._default(z.boolean(), false),
  only_allow_merge_if_all_discussions_are_resolved: z._default(z.boolean(), false),
  request_access_enabled: z._default(z.boolean(), false),
  avatar_url: z._default(z.nullable(z.string()), null),
  import_url: z._default(z.nullable(z.string()), null),
  runners_token: z._default(z.string(), ''),
  repository_storage: z._default(z.string(), 'default'),
  statistics: z.prefault(statisticsModel, {}),
  forked_from_project_id: z._default(z.nullable(z.int()), null),
  /**
   * Whether the project uses an external issue tracker: closed issues are then keys of that tracker, not records here.
   */
  external_issue_tracker: z._default(z.boolean(), false),
  /** The highest iids of records that were deleted together with their authors, so that no iid is reused. */
  gone_issue_iid: z._default(z.int(), 0),
  gone_merge_request_iid: z._default(z.int(), 0),
  gone_pipeline_iid: z._default(z.int(), 0),
  gone_milestone_iid: z._default(z.int(), 0),
  settings: z.prefault(projectSettingsModel, {}),
  /**
   * The access levels of features, by a name such as `issues` or `pages`. A feature that is switched off by its flag
   * above is disabled for everybody. Features without an entry have the default of GitLab.
   */
  feature_levels: z._default(z.record(z.string(), featureLevel), {}),
  /** The custom attributes that administrators set. */
  custom_attributes: z._default(z.record(z.string(), z.string()), {}),
  /** The full paths of the project before it was renamed or moved, which redirect to it. */
  former_paths: z._default(z.array(z.string()), []),
  /** The date of the request for its deletion; the project is deleted some days later. */
  marked_for_deletion_on: z._default(z.nullable(day), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  last_activity_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.projects`: a project; its branches and tags are in `forge.db.repositories`. */
export type ProjectRecord = z.output<typeof projectModel>
