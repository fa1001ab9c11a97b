import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

const userStatusModel = z.object({
  emoji: z.string(),
  message: z._default(z.nullable(z.string()), null),
  availability: z._default(z.enum(['not_set', 'busy']), 'not_set'),
  /** The time at which the status is removed. */
  clear_status_at: z._default(z.nullable(timestamp), null),
})

const userPreferencesModel = z.object({
  view_diffs_file_by_file: z._default(z.boolean(), false),
  show_whitespace_in_diffs: z._default(z.boolean(), true),
  pass_user_identities_to_ci_jwt: z._default(z.boolean(), false),
  policy_advanced_editor: z._default(z.boolean(), false),
})

export const userModel = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** The new address until the user confirms it. */
  unconfirmed_email: z._default(z.nullable(z.string()), null),
  /**
   * The type of account: a person, the ghost user, who inherits contributions of removed users, or the bot of a token.
   */
  user_type: z._default(z.enum(['human', 'ghost', 'project_bot']), 'human'),
  state: z._default(
    z.enum(['active', 'blocked', 'deactivated', 'banned', 'blocked_pending_approval']),
    'active',
  ),
  /** Whether a directory (LDAP) blocked the account; then only the directory can change its state. */
  is_blocked_by_directory: z._default(z.boolean(), false),
  password: z._default(z.nullable(z.string()), null),
  /** Whether the account is locked after too many failed sign-ins. */
  is_locked: z._default(z.boolean(), false),
  /** Set when an administrator sets the password; the user must choose a new one on signing in. */
  password_expires_at: z._default(z.nullable(timestamp), null),
  is_admin: z._default(z.boolean(), false),
  is_external: z._default(z.boolean(), false),
  /** The public e-mail address. */
  public_email: z._default(z.nullable(z.string()), null),
  avatar_url: z._default(z.nullable(z.string()), null),
  bio: z._default(z.nullable(z.string()), null),
  location: z._default(z.nullable(z.string()), null),
  skype: z._default(z.nullable(z.string()), ''),
  linkedin: z._default(z.nullable(z.string()), ''),
  twitter: z._default(z.nullable(z.string()), ''),
  website_url: z._default(z.nullable(z.string()), ''),
  organization: z._default(z.nullable(z.string()), null),
  discord: z._default(z.nullable(z.string()), null),
  github: z._default(z.nullable(z.string()), null),
  job_title: z._default(z.nullable(z.string()), null),
  pronouns: z._default(z.nullable(z.string()), null),
  private_profile: z._default(z.boolean(), false),
  /** The status message; null for none. */
  status: z._default(z.nullable(userStatusModel), null),
  /** The display preferences. */
  preferences: z.prefault(userPreferencesModel, {}),
  /** The PIN by which support staff identify the user. */
  support_pin: z._default(z.nullable(z.object({ pin: z.string(), expires_at: timestamp })), null),
  /** The custom attributes that administrators set. */
  custom_attributes: z._default(z.record(z.string(), z.string()), {}),
  /** The administrators' note about the user. */
  note: z._default(z.nullable(z.string()), null),
  created_by_id: z._default(z.nullable(z.int()), null),
  preferred_language: z._default(z.string(), 'en'),
  /** The author address of commits made in the forge; null uses the primary address. */
  commit_email: z._default(z.nullable(z.string()), null),
  notification_email: z._default(z.nullable(z.string()), null),
  theme_id: z._default(z.int(), 2),
  color_scheme_id: z._default(z.int(), 1),
  projects_limit: z._default(z.int(), 10),
  can_create_group: z._default(z.boolean(), true),
  two_factor_enabled: z._default(z.boolean(), false),
  identities: z._default(z.array(z.object({ provider: z.string(), extern_uid: z.string() })), []),
  confirmed_at: z._default(z.nullable(timestamp), epoch),
  last_sign_in_at: z._default(z.nullable(timestamp), null),
  sign_in_count: z._default(z.int(), 0),
  last_activity_on: z._default(z.nullable(day), null),
  current_sign_in_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.users`: a user; their tokens are in `forge.db.credentials`. */
export type UserRecord = z.output<typeof userModel>
