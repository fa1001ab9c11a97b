import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

/** 0 private, 1 internal, 2 public: the settings' own scale (schemas/resources/application-settings.json). */
const settingsVisibility = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** The one record of the instance's settings (schemas/resources/application-settings.json). */
export const applicationSettingsModel = z.object({
  id: z.int(),
  default_projects_limit: z.int().default(10),
  signup_enabled: z.boolean().default(true),
  signin_enabled: z.boolean().default(true),
  external_avatar_enabled: z.boolean().default(true),
  sign_in_text: z.string().nullable().default(null),
  home_page_url: z.string().nullable().default(null),
  default_branch_protection: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(2),
  restricted_visibility_levels: z.array(settingsVisibility).nullable().default(null),
  max_attachment_size: z.int().default(10),
  session_expire_delay: z.int().default(10_080),
  default_project_visibility: settingsVisibility.default(0),
  default_snippet_visibility: settingsVisibility.default(0),
  domain_whitelist: z.array(z.string()).nullable().default(null),
  domain_blacklist_enabled: z.boolean().default(false),
  domain_blacklist: z.array(z.string()).nullable().default(null),
  user_oauth_applications: z.boolean().default(true),
  after_sign_out_path: z.string().nullable().default(null),
  container_registry_token_expire_delay: z.int().default(5),
  repository_storages: z.array(z.string()).default(['default']),
  enabled_git_access_protocol: z.enum(['ssh', 'http', 'nil']).nullable().default(null),
  integration_a_enabled: z.boolean().default(false),
  integration_a_url: z.string().nullable().default(null),
  integration_b_enabled: z.boolean().default(false),
  integration_b_url: z.string().nullable().default(null),
  disabled_oauth_sign_in_sources: z.array(z.string()).default([]),
  terminal_max_session_time: z.int().default(0),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
})

/** A record of `forge.db.settings`: the settings of the instance: there is one record. */
export type ApplicationSettingsRecord = z.output<typeof applicationSettingsModel>
