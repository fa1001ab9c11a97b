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
    z.describe('How many personal projects a new user may have.'),
  ),
  signup_enabled: withoutDefault(shape.signup_enabled).check(
    z.describe('Whether people may sign up.'),
  ),
  signin_enabled: withoutDefault(shape.signin_enabled).check(
    z.describe('Whether people sign in with a password.'),
  ),
  external_avatar_enabled: withoutDefault(shape.external_avatar_enabled).check(
    z.describe('Whether pictures of an outside service are shown.'),
  ),
  sign_in_text: withoutDefault(shape.sign_in_text).check(z.describe('What the sign-in page says.')),
  home_page_url: withoutDefault(shape.home_page_url).check(
    z.describe('Where those go who are not signed in.'),
  ),
  default_branch_protection: withoutDefault(shape.default_branch_protection).check(
    z.describe('Of a new default branch: 0 none, 1 developers may push, 2 masters only.'),
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
    z.describe('Domains that may sign up; all where null.'),
  ),
  domain_blacklist_enabled: withoutDefault(shape.domain_blacklist_enabled).check(
    z.describe('Whether domain_blacklist counts.'),
  ),
  domain_blacklist: withoutDefault(shape.domain_blacklist).check(
    z.describe('Domains that may not sign up.'),
  ),
  user_oauth_applications: withoutDefault(shape.user_oauth_applications).check(
    z.describe('Whether users may register applications.'),
  ),
  after_sign_out_path: withoutDefault(shape.after_sign_out_path).check(
    z.describe('Where those go who sign out.'),
  ),
  container_registry_token_expire_delay: withoutDefault(
    shape.container_registry_token_expire_delay,
  ).check(z.describe('In minutes.')),
  repository_storages: withoutDefault(shape.repository_storages).check(
    z.describe('The storages of which a new project gets one.'),
  ),
  enabled_git_access_protocol: withoutDefault(shape.enabled_git_access_protocol).check(
    z.describe('Both where null.'),
  ),
  integration_a_enabled: withoutDefault(shape.integration_a_enabled).check(
    z.describe('Shown, without effect.'),
  ),
  integration_a_url: withoutDefault(shape.integration_a_url).check(
    z.describe('Shown, without effect.'),
  ),
  integration_b_enabled: withoutDefault(shape.integration_b_enabled).check(
    z.describe('Shown, without effect.'),
  ),
  integration_b_url: withoutDefault(shape.integration_b_url).check(
    z.describe('Shown, without effect.'),
  ),
  disabled_oauth_sign_in_sources: withoutDefault(shape.disabled_oauth_sign_in_sources).check(
    z.describe('Services that nobody may sign in with.'),
  ),
  terminal_max_session_time: withoutDefault(shape.terminal_max_session_time).check(
    z.describe('In seconds; 0 for no end.'),
  ),
  newer: withoutDefault(shape.newer).check(
    z.describe('Settings that came after GitLab 8.15, by the names that v4 has for them.'),
  ),
  appearance: withoutDefault(shape.appearance).check(
    z.describe('Texts and colours of the instance, by the names that v4 has for them.'),
  ),
  plan_limits: withoutDefault(shape.plan_limits).check(
    z.describe('Limits of the plan, by the names that v4 has for them.'),
  ),
  features: withoutDefault(shape.features).check(z.describe('Switches of the instance.')),
})
