import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp, visibilityLevel } from './fields.ts'

/** What v4 keeps of a group and answers again, and nothing here depends on. */
const groupSettingsModel = z.object({
  require_two_factor_authentication: z._default(z.boolean(), false),
  /** Hours. */
  two_factor_grace_period: z._default(z.int(), 48),
  auto_devops_enabled: z._default(z.nullable(z.boolean()), null),
  emails_enabled: z._default(z.boolean(), true),
  show_diff_preview_in_email: z._default(z.boolean(), true),
  mentions_disabled: z._default(z.nullable(z.boolean()), null),
  math_rendering_limits_enabled: z._default(z.boolean(), true),
  lock_math_rendering_limits_enabled: z._default(z.boolean(), false),
  default_branch_protection: z._default(z.int(), 2),
  /** The same in full; null where the level says it. */
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

/** Who may create projects in a group: from which level on, or administrators alone. */
const projectCreationLevels = [
  'noone',
  'owner',
  'maintainer',
  'developer',
  'administrator',
] as const

/**
 * What projects live in: a group, or the personal namespace of a user. Both kinds share their ids,
 * as the forge's `namespace` objects do; a group's id is its namespace's.
 */
export const namespaceModel = z.object({
  id: z.int(),
  kind: z.enum(['group', 'user']),
  name: z.string(),
  path: z.string(),
  /** The group that a subgroup is in; null for what stands at the root of addresses. */
  parent_id: z._default(z.nullable(z.int()), null),
  /** The full path of that group: `a/b` of `a/b/c`. It changes with it (`fullPath`). */
  parent_path: z._default(z.string(), ''),
  /** The user of a personal namespace; a group is owned by its members of that level. */
  owner_id: z._default(z.nullable(z.int()), null),
  description: z._default(z.string(), ''),
  visibility_level: z._default(visibilityLevel, 20),
  lfs_enabled: z._default(z.boolean(), true),
  request_access_enabled: z._default(z.boolean(), false),
  share_with_group_lock: z._default(z.boolean(), false),
  avatar_url: z._default(z.nullable(z.string()), null),
  project_creation_level: z._default(z.enum(projectCreationLevels), 'developer'),
  subgroup_creation_level: z._default(z.enum(['owner', 'maintainer']), 'maintainer'),
  /** What the first branch of its new projects is called; null for the instance's. */
  default_branch: z._default(z.nullable(z.string()), null),
  runners_token: z._default(z.string(), ''),
  /** The greatest iid of a milestone that was deleted: no iid is used again. */
  gone_milestone_iid: z._default(z.int(), 0),
  settings: z.prefault(groupSettingsModel, {}),
  /** What administrators keep of it, by keys of their own. */
  custom_attributes: z._default(z.record(z.string(), z.string()), {}),
  /** Whether nothing is made in it any more; what is in it is read-only. */
  is_archived: z._default(z.boolean(), false),
  /** The day on which its deletion was asked for; it goes some days later. */
  marked_for_deletion_on: z._default(z.nullable(day), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.namespaces`: a group, or the personal namespace of a user. */
export type NamespaceRecord = z.output<typeof namespaceModel>
