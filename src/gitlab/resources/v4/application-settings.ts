import type { ApplicationSettings } from '../../../contract/generated/v4/contract.ts'
import type { ApplicationSettingsRecord } from '../../../store/models/application-settings.ts'
import { newerSettings } from '../../domain/newer-settings.ts'

/** The visibility levels 0, 1 and 2 in settings. */
const settingsVisibilities = ['private', 'internal', 'public'] as const

/** Returns the settings by their names in v4 and their older names, without two secrets. */
export function applicationSettingsResource(
  record: ApplicationSettingsRecord,
): ApplicationSettings {
  const { signin_enabled, newer } = record
  const {
    asset_proxy_secret_key: _proxy,
    eks_secret_access_key: _eks,
    ...shown
  } = { ...newerSettings, ...newer }
  const settings = {
    id: record.id,
    created_at: record.created_at,
    updated_at: record.updated_at,
    default_projects_limit: record.default_projects_limit,
    signup_enabled: record.signup_enabled,
    password_authentication_enabled_for_web: signin_enabled,
    signin_enabled,
    password_authentication_enabled: signin_enabled,
    gravatar_enabled: record.external_avatar_enabled,
    sign_in_text: record.sign_in_text,
    home_page_url: record.home_page_url,
    after_sign_out_path: record.after_sign_out_path,
    default_branch_protection: record.default_branch_protection,
    default_project_visibility: settingsVisibilities[record.default_project_visibility],
    default_snippet_visibility: settingsVisibilities[record.default_snippet_visibility],
    restricted_visibility_levels: (record.restricted_visibility_levels ?? []).map(
      (level) => settingsVisibilities[level],
    ),
    max_attachment_size: record.max_attachment_size,
    session_expire_delay: record.session_expire_delay,
    domain_allowlist: record.domain_whitelist ?? [],
    domain_denylist: record.domain_blacklist ?? [],
    domain_denylist_enabled: record.domain_blacklist_enabled,
    user_oauth_applications: record.user_oauth_applications,
    container_registry_token_expire_delay: record.container_registry_token_expire_delay,
    repository_storages_weighted: Object.fromEntries(
      record.repository_storages.map((storage) => [storage, 100]),
    ),
    enabled_git_access_protocol: onlyProtocol(record.enabled_git_access_protocol),
    plantuml_enabled: record.integration_b_enabled,
    plantuml_url: record.integration_b_url,
    disabled_oauth_sign_in_sources: record.disabled_oauth_sign_in_sources,
    terminal_max_session_time: record.terminal_max_session_time,
    ...shown,
  }
  return {
    ...settings,
    throttle_unauthenticated_web_enabled: settings.throttle_unauthenticated_enabled,
    throttle_unauthenticated_web_period_in_seconds:
      settings.throttle_unauthenticated_period_in_seconds,
    throttle_unauthenticated_web_requests_per_period:
      settings.throttle_unauthenticated_requests_per_period,
    admin_notification_email: settings.abuse_notification_email,
    allow_local_requests_from_hooks_and_services:
      settings.allow_local_requests_from_web_hooks_and_services,
  } as ApplicationSettings
}

function onlyProtocol(protocol: 'ssh' | 'http' | 'nil' | null): 'ssh' | 'http' | null {
  return protocol === 'nil' ? null : protocol
}
