import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp, visibilityLevel } from './fields.ts'

/** Settings of a group that v4 stores and returns without any other effect. */
const groupSettingsModel = z.object({
  require_two_factor_authentication: z._default(z.boolean(), false),
  /** In hours. */
  two_factor_grace_period: z._default(z.int(), 48),
  auto_devops_enabled: z._default(z.nullable(z.boolean()), null),
  emails_enabled: z._default(z.boolean(), true),
  show_diff_preview_in_email: z._default(z.boolean(), true),
  mentions_disabled: z._default(z.nullable(z.boolean()), null),
  math_rendering_limits_enabled: z._default(z.boolean(), true),
  lock_math_rendering_limits_enabled: z._default(z.boolean(), false),
  default_branch_protection: z._default(z.int(), 2),
  /** The detailed form of the level; null derives it from the level. */
  default_branch_protection_defaults: z._default(
    z.nullable(
      z.object({
        allowed_to_push: z.array(z.object({ access_level: z.int() })),
        allow_force_push: z.boolean(),
        allowed_to_merge: z.array(z.object({ access_level: z.int() })),
        developer_can_initial_push: z.optional(z.boolean()),
        code_owner_approval_required: z.optional(z.boolean()),
      }),
    ),
    null,
  ),
  shared_runners_setting: z._default(
    z.enum(['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable']),
    'enabled',
  ),
  max_artifacts_size: z._default(z.nullable(z.int()), null),
  prevent_sharing_groups_outside_hierarchy: z._default(z.boolean(), false),
  enabled_git_access_protocol: z._default(z.enum(['ssh', 'http', 'all']), 'all'),
})

/** The minimum role that can create projects in a group, or only administrators. */
const projectCreationLevels = [
  'noone',
  'owner',
  'maintainer',
  'developer',
  'administrator',
] as const

/**
 * A namespace of projects: a group, or the personal namespace of a user. Both kinds share one sequence of ids, as the
 * `namespace` objects of the API do; the id of a group is that of its namespace.
 */
export const namespaceModel = z.object({
  id: z.int(),
  kind: z.enum(['group', 'user']),
  name: z.string(),
  path: z.string(),
  /** The parent group of a subgroup; null for top-level namespaces. */
  parent_id: z._default(z.nullable(z.int()), null),
  /** The full path of the parent group: `a/b` of `a/b/c`. It changes with the parent (`fullPath`). */
  parent_path: z._default(z.string(), ''),
  /** The user of a personal namespace; groups are owned by members with that role. */
  owner_id: z._default(z.nullable(z.int()), null),
  description: z._default(z.string(), ''),
  visibility_level: z._default(visibilityLevel, 20),
  lfs_enabled: z._default(z.boolean(), true),
  request_access_enabled: z._default(z.boolean(), false),
  share_with_group_lock: z._default(z.boolean(), false),
  avatar_url: z._default(z.nullable(z.string()), null),
  project_creation_level: z._default(z.enum(projectCreationLevels), 'developer'),
  subgroup_creation_level: z._default(z.enum(['owner', 'maintainer']), 'maintainer'),
  /** The name of the default branch of new projects; null uses that of the instance. */
  default_branch: z._default(z.nullable(z.string()), null),
  runners_token: z._default(z.string(), ''),
  /** The highest iid of a deleted milestone, so that no iid is reused. */
  gone_milestone_iid: z._default(z.int(), 0),
  settings: z.prefault(groupSettingsModel, {}),
  /** The custom attributes that administrators set. */
  custom_attributes: z._default(z.record(z.string(), z.string()), {}),
  /** Whether the group is archived: nothing new can be created in it, and its content is read-only. */
  is_archived: z._default(z.boolean(), false),
  /** The date of the request for its deletion; the group is deleted some days later. */
  marked_for_deletion_on: z._default(z.nullable(day), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.namespaces`: a group, or the personal namespace of a user. */
export type NamespaceRecord = z.output<typeof namespaceModel>
