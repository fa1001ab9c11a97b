import { z } from '../../shared/zod.ts'
import { applicationSettingsModel } from '../../store/models/application-settings.ts'

const { shape } = applicationSettingsModel

/**
 * Removes the default of a setting: where a seed is added to a world, settings that it does not name stay unchanged.
 */
function withoutDefault<Setting extends z.core.$ZodType>({ _zod }: z.core.$ZodDefault<Setting>) {
  return z.optional(_zod.def.innerType)
}

const levels = '0 private, 1 internal, 2 public'

/** The format of the settings of the instance, named as in `PUT /application/settings`. */
export const seedSettings = z.strictObject({
  default_projects_limit: withoutDefault(shape.default_projects_limit).check(
    z.describe('The maximum number of personal projects of new users.'),
  ),
  signup_enabled: withoutDefault(shape.signup_enabled).check(
    z.describe('Whether people can sign up.'),
  ),
  signin_enabled: withoutDefault(shape.signin_enabled).check(
    z.describe('Whether users can sign in with a password.'),
  ),
  external_avatar_enabled: withoutDefault(shape.external_avatar_enabled).check(
    z.describe('Whether avatars of an external service are shown.'),
  ),
  sign_in_text: withoutDefault(shape.sign_in_text).check(
    z.describe('The text of the sign-in page.'),
  ),
  home_page_url: withoutDefault(shape.home_page_url).check(
    z.describe('The address to which anonymous users are redirected.'),
  ),
  default_branch_protection: withoutDefault(shape.default_branch_protection).check(
    z.describe(
      'The protection of new default branches: 0 none, 1 developers can push, 2 masters only.',
    ),
  ),
  restricted_visibility_levels: withoutDefault(shape.restricted_visibility_levels).check(
    z.describe(`Levels that only administrators may use: ${levels}.`),
  ),
  max_attachment_size: withoutDefault(shape.max_attachment_size).check(z.describe('In megabytes.')),
  session_expire_delay: withoutDefault(shape.session_expire_delay).check(z.describe('In minutes.')),
  default_project_visibility: withoutDefault(shape.default_project_visibility).check(
    z.describe(`${levels}.`),
  ),
  default_snippet_visibility: withoutDefault(shape.default_snippet_visibility).check(
    z.describe(`${levels}.`),
  ),
  domain_whitelist: withoutDefault(shape.domain_whitelist).check(
    z.describe('The e-mail domains that can sign up; null allows all.'),
  ),
  domain_blacklist_enabled: withoutDefault(shape.domain_blacklist_enabled).check(
    z.describe('Whether domain_blacklist is in effect.'),
  ),
  domain_blacklist: withoutDefault(shape.domain_blacklist).check(
    z.describe('The e-mail domains that cannot sign up.'),
  ),
  user_oauth_applications: withoutDefault(shape.user_oauth_applications).check(
    z.describe('Whether users can register OAuth applications.'),
  ),
  after_sign_out_path: withoutDefault(shape.after_sign_out_path).check(
    z.describe('The address to which users are redirected after signing out.'),
  ),
  container_registry_token_expire_delay: withoutDefault(
    shape.container_registry_token_expire_delay,
  ).check(z.describe('In minutes.')),
  repository_storages: withoutDefault(shape.repository_storages).check(
    z.describe('The storages from which new projects get one.'),
  ),
  enabled_git_access_protocol: withoutDefault(shape.enabled_git_access_protocol).check(
    z.describe('The enabled protocol of git access; null enables both.'),
  ),
  integration_a_enabled: withoutDefault(shape.integration_a_enabled).check(
    z.describe('Stored and shown, without any other effect.'),
  ),
  integration_a_url: withoutDefault(shape.integration_a_url).check(
    z.describe('Stored and shown, without any other effect.'),
  ),
  integration_b_enabled: withoutDefault(shape.integration_b_enabled).check(
    z.describe('Stored and shown, without any other effect.'),
  ),
  integration_b_url: withoutDefault(shape.integration_b_url).check(
    z.describe('Stored and shown, without any other effect.'),
  ),
  disabled_oauth_sign_in_sources: withoutDefault(shape.disabled_oauth_sign_in_sources).check(
    z.describe('The OAuth providers that are disabled for signing in.'),
  ),
  terminal_max_session_time: withoutDefault(shape.terminal_max_session_time).check(
    z.describe('In seconds; 0 for no limit.'),
  ),
  newer: withoutDefault(shape.newer).check(
    z.describe('Settings newer than GitLab 8.15, by their names in v4.'),
  ),
  appearance: withoutDefault(shape.appearance).check(
    z.describe('The appearance of the instance, by the names in v4.'),
  ),
  plan_limits: withoutDefault(shape.plan_limits).check(
    z.describe('The limits of the default plan, by the names in v4.'),
  ),
  features: withoutDefault(shape.features).check(z.describe('The feature flags of the instance.')),
})
