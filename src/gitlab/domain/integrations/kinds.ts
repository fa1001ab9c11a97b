/** The title of an integration, and the names of its fields. */
export interface IntegrationKind {
  readonly title: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** The integrations of a release by slug. */
export type Kinds = Readonly<Record<string, IntegrationKind>>

/** The fields of all chat integrations. */
const CHAT =
  'username channel notify_only_broken_pipelines notify_only_default_branch notify_only_when_pipeline_status_changes' +
  ' branches_to_be_notified labels_to_be_notified labels_to_be_notified_behavior' +
  ' push_channel issue_channel confidential_issue_channel merge_request_channel note_channel confidential_note_channel' +
  ' tag_push_channel deployment_channel incident_channel pipeline_channel wiki_page_channel alert_channel'

function kind(title: string, required: string, optional = ''): IntegrationKind {
  const names = (text: string) => (text === '' ? [] : text.split(' '))
  return { title, required: names(required), optional: names(optional) }
}

/** The integrations of GitLab 18 Free (`API::Helpers::IntegrationsHelpers` of GitLab). */
export const integrationKinds: Kinds = {
  'apple-app-store': kind(
    'Apple App Store Connect',
    'app_store_issuer_id app_store_key_id app_store_private_key app_store_private_key_file_name',
    'app_store_protected_refs',
  ),
  asana: kind('Asana', 'api_key', 'restrict_to_branch'),
  assembla: kind('Assembla', 'token', 'subdomain'),
  bamboo: kind(
    'Atlassian Bamboo',
    'bamboo_url build_key username password',
    'enable_ssl_verification',
  ),
  bugzilla: kind('Bugzilla', 'project_url issues_url', 'new_issue_url'),
  buildkite: kind('Buildkite', 'token project_url', 'enable_ssl_verification'),
  campfire: kind('Campfire', 'token', 'subdomain room'),
  clickup: kind('ClickUp', 'project_url issues_url'),
  confluence: kind('Confluence Workspace', 'confluence_url'),
  'custom-issue-tracker': kind('Custom issue tracker', 'project_url issues_url', 'new_issue_url'),
  datadog: kind(
    'Datadog',
    'api_key',
    'api_url archive_trace_events datadog_site datadog_service datadog_env datadog_tags datadog_ci_visibility',
  ),
  'diffblue-cover': kind(
    'Diffblue Cover',
    'diffblue_license_key diffblue_access_token_name diffblue_access_token_secret',
  ),
  discord: kind('Discord Notifications', 'webhook', CHAT),
  'drone-ci': kind('Drone', 'token drone_url', 'enable_ssl_verification'),
  'emails-on-push': kind(
    'Emails on push',
    'recipients',
    'disable_diffs send_from_committer_email branches_to_be_notified',
  ),
  ewm: kind('EWM', 'project_url issues_url new_issue_url'),
  'external-wiki': kind('External wiki', 'external_wiki_url'),
  'gitlab-slack-application': kind('GitLab for Slack app', '', CHAT),
  'google-play': kind(
    'Google Play',
    'package_name service_account_key service_account_key_file_name',
    'google_play_protected_refs',
  ),
  'hangouts-chat': kind('Google Chat', 'webhook', CHAT),
  harbor: kind('Harbor', 'url project_name username password'),
  irker: kind(
    'irker (IRC gateway)',
    'recipients',
    'default_irc_uri server_host server_port colorize_messages',
  ),
  jenkins: kind('Jenkins', 'jenkins_url project_name', 'username password enable_ssl_verification'),
  jira: kind(
    'Jira',
    'url password',
    'api_url username jira_auth_type jira_issue_prefix jira_issue_regex jira_issue_transition_automatic jira_issue_transition_id issues_enabled project_key project_keys',
  ),
  'jira-cloud-app': kind(
    'GitLab for Jira Cloud app',
    '',
    'jira_cloud_app_service_ids jira_cloud_app_enable_deployment_gating jira_cloud_app_deployment_gating_environments',
  ),
  linear: kind('Linear', 'workspace_url'),
  matrix: kind(
    'Matrix notifications',
    'token room',
    'hostname notify_only_broken_pipelines branches_to_be_notified',
  ),
  mattermost: kind('Mattermost notifications', 'webhook', CHAT),
  'mattermost-slash-commands': kind('Mattermost slash commands', 'token'),
  'microsoft-teams': kind('Microsoft Teams notifications', 'webhook', CHAT),
  packagist: kind('Packagist', 'username token', 'server'),
  phorge: kind('Phorge', 'project_url issues_url'),
  'pipelines-email': kind(
    'Pipeline status emails',
    'recipients',
    'notify_only_broken_pipelines notify_only_default_branch branches_to_be_notified',
  ),
  pivotaltracker: kind('Pivotal Tracker', 'token', 'restrict_to_branch'),
  pumble: kind('Pumble', 'webhook', CHAT),
  pushover: kind('Pushover', 'api_key user_key priority', 'device sound'),
  redmine: kind('Redmine', 'project_url issues_url', 'new_issue_url'),
  slack: kind('Slack notifications', 'webhook', CHAT),
  'squash-tm': kind('Squash TM', 'url', 'token'),
  teamcity: kind(
    'JetBrains TeamCity',
    'teamcity_url build_type username password',
    'enable_ssl_verification',
  ),
  telegram: kind(
    'Telegram',
    'token room',
    'hostname thread notify_only_broken_pipelines branches_to_be_notified',
  ),
  'unify-circuit': kind('Unify Circuit', 'webhook', CHAT),
  'webex-teams': kind('Webex Teams', 'webhook', CHAT),
  youtrack: kind('YouTrack', 'project_url issues_url'),
  zentao: kind('ZenTao', 'url api_token zentao_product_xid', 'api_url'),
}

/** The integrations of GitLab 8.15 (lib/api/services.rb). */
export const serviceKinds: Kinds = {
  asana: kind('Asana', 'api_key', 'restrict_to_branch'),
  assembla: kind('Assembla', 'token', 'subdomain'),
  bamboo: kind('Atlassian Bamboo CI', 'bamboo_url build_key username password'),
  bugzilla: kind('Bugzilla', 'new_issue_url issues_url project_url', 'description title'),
  buildkite: kind('Buildkite', 'token project_url', 'enable_ssl_verification'),
  'builds-email': kind('Builds emails', 'recipients', 'add_pusher notify_only_broken_builds'),
  campfire: kind('Campfire', 'token', 'subdomain room'),
  'custom-issue-tracker': kind(
    'Custom Issue Tracker',
    'new_issue_url issues_url project_url',
    'description title',
  ),
  'drone-ci': kind('Drone CI', 'token drone_url', 'enable_ssl_verification'),
  'emails-on-push': kind('Emails on push', 'recipients', 'disable_diffs send_from_committer_email'),
  'external-wiki': kind('External Wiki', 'external_wiki_url'),
  flowdock: kind('Flowdock', 'token'),
  gemnasium: kind('Gemnasium', 'api_key token'),
  hipchat: kind('HipChat', 'token', 'room color notify api_version server'),
  irker: kind(
    'Irker (IRC gateway)',
    'recipients',
    'default_irc_uri server_host server_port colorize_messages',
  ),
  jira: kind('JIRA', 'url project_key', 'username password jira_issue_transition_id'),
  kubernetes: kind('Kubernetes', 'namespace api_url token', 'ca_pem'),
  'mattermost-slash-commands': kind('Mattermost slash commands', 'token'),
  'slack-slash-commands': kind('Slack slash commands', 'token'),
  'pipelines-email': kind('Pipelines emails', 'recipients', 'notify_only_broken_builds'),
  pivotaltracker: kind('PivotalTracker', 'token', 'restrict_to_branch'),
  pushover: kind('Pushover', 'api_key user_key priority device sound'),
  redmine: kind('Redmine', 'new_issue_url project_url issues_url', 'description'),
  slack: kind('Slack notifications', 'webhook', 'new_issue_url channel'),
  mattermost: kind('Mattermost notifications', 'webhook'),
  teamcity: kind('JetBrains TeamCity CI', 'teamcity_url build_type username password'),
}

const secrets = new Set(
  'api_key api_token token password user_key webhook app_store_private_key service_account_key diffblue_license_key diffblue_access_token_secret'.split(
    ' ',
  ),
)

/** Whether a field is write-only. */
export const isSecret = (field: string): boolean => secrets.has(field)

/** The integrations that only projects can have. */
const ofProjectsAlone = new Set(['apple-app-store', 'diffblue-cover', 'google-play'])

export const isOfGroups = (slug: string): boolean => !ofProjectsAlone.has(slug)
