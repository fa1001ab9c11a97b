import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/**
 * 0 private, 1 internal, 2 public: the scale of the application settings
 * (schemas/v3/resources/application-settings.json).
 */
const settingsVisibility = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** A feature flag of the instance: on for everybody, for a percentage of time, or for some actors. */
const featureModel = z.object({
  name: z.string().check(z.describe('The name of the feature flag.')),
  boolean: z._default(z.boolean(), false).check(z.describe('Whether it is on for everybody.')),
  percentage_of_time: z
    ._default(z.nullable(z.int()), null)
    .check(z.describe('The percentage of time in which it is on.')),
  percentage_of_actors: z
    ._default(z.nullable(z.int()), null)
    .check(z.describe('The percentage of actors for whom it is on.')),
  actors: z
    ._default(z.array(z.string()), [])
    .check(z.describe('The actors for whom it is on, by kind and id, such as `User:1`.')),
  groups: z
    ._default(z.array(z.string()), [])
    .check(z.describe('The feature groups for which it is on.')),
})

/** The settings of the instance, of which there is a single record (schemas/v3/resources/application-settings.json). */
export const applicationSettingsModel = z.object({
  id: z.int(),
  default_projects_limit: z._default(z.int(), 10),
  signup_enabled: z._default(z.boolean(), true),
  signin_enabled: z._default(z.boolean(), true),
  external_avatar_enabled: z._default(z.boolean(), true),
  sign_in_text: z._default(z.nullable(z.string()), null),
  home_page_url: z._default(z.nullable(z.string()), null),
  default_branch_protection: z._default(
    z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    2,
  ),
  restricted_visibility_levels: z._default(z.nullable(z.array(settingsVisibility)), null),
  max_attachment_size: z._default(z.int(), 10),
  session_expire_delay: z._default(z.int(), 10_080),
  default_project_visibility: z._default(settingsVisibility, 0),
  default_snippet_visibility: z._default(settingsVisibility, 0),
  domain_whitelist: z._default(z.nullable(z.array(z.string())), null),
  domain_blacklist_enabled: z._default(z.boolean(), false),
  domain_blacklist: z._default(z.nullable(z.array(z.string())), null),
  user_oauth_applications: z._default(z.boolean(), true),
  after_sign_out_path: z._default(z.nullable(z.string()), null),
  container_registry_token_expire_delay: z._default(z.int(), 5),
  repository_storages: z._default(z.array(z.string()), ['default']),
  enabled_git_access_protocol: z._default(z.nullable(z.enum(['ssh', 'http', 'nil'])), null),
  integration_a_enabled: z._default(z.boolean(), false),
  integration_a_url: z._default(z.nullable(z.string()), null),
  integration_b_enabled: z._default(z.boolean(), false),
  integration_b_url: z._default(z.nullable(z.string()), null),
  disabled_oauth_sign_in_sources: z._default(z.array(z.string()), []),
  terminal_max_session_time: z._default(z.int(), 0),
  /** The registration token of instance runners; empty where none can register. */
  runners_registration_token: z._default(z.string(), ''),
  /**
   * The settings newer than GitLab 8.15 that were set, by name; domain/newer-settings.ts has the defaults of the
   * others.
   */
  newer: z._default(z.record(z.string(), z.unknown()), {}),
  /** The settings of the instance's appearance that were set. */
  appearance: z._default(z.record(z.string(), z.unknown()), {}),
  /** The limits of the default plan that were set. */
  plan_limits: z._default(z.record(z.string(), z.int()), {}),
  /** The feature flags that were set. */
  features: z._default(z.array(featureModel), []),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.settings`: the settings of the instance, of which there is a single record. */
export type ApplicationSettingsRecord = z.output<typeof applicationSettingsModel>
