import type { Forge } from '../../../src/forge/forge.ts'
import type { ApplicationSettingsRecord } from '../../../src/store/models/application-settings.ts'
import { outOfStep } from './clocks.ts'
import { busy, populous } from './crowds.ts'
import { sparseIds } from './ids.ts'
import type { Variant } from './variant.ts'

export const instances: readonly Variant[] = [
  { name: 'is ours, with the demo' },
  { name: 'is ours, with an administrator and nothing else', world: 'empty' },
  { name: 'has a second user at hand', verify: { userToken: 'lena-token' } },
  { name: 'has a second user who is external', verify: { userToken: 'noor-token' } },
  { name: 'has large ids with gaps', alter: sparseIds() },
  { name: 'has 500 users', prepare: populous },
  { name: 'is busy with 500 users while it is judged', prepare: populous, alter: busy() },
  { name: 'has a clock five minutes fast', forge: outOfStep(5) },
  { name: 'has a clock five minutes slow', forge: outOfStep(-5) },
  withSettings('has its sign-up closed', { signup_enabled: false, signin_enabled: false }),
  withSettings('lets administrators alone be public', { restricted_visibility_levels: [2] }),
  withSettings('lets administrators alone be internal', { restricted_visibility_levels: [1] }),
  withSettings('lets others be private alone', { restricted_visibility_levels: [1, 2] }),
  withSettings('makes projects public by default', {
    default_project_visibility: 2,
    default_snippet_visibility: 2,
  }),
  withSettings('makes projects internal by default', { default_project_visibility: 1 }),
  withSettings('protects no branch by default', { default_branch_protection: 0 }),
  withSettings('protects branches in part by default', { default_branch_protection: 1 }),
  withSettings('allows two projects to a user', { default_projects_limit: 2 }),
  withSettings('allows no personal projects', { default_projects_limit: 0 }),
  withSettings('allows a thousand projects to a user', { default_projects_limit: 1000 }),
  withSettings('takes addresses of one domain alone', { domain_whitelist: ['example.com'] }),
  withSettings('has many settings that are not the default', {
    sign_in_text: 'Bonjour',
    home_page_url: 'https://example.com',
    max_attachment_size: 100,
    session_expire_delay: 60,
    enabled_git_access_protocol: 'ssh',
    user_oauth_applications: false,
    repository_storages: ['default', 'second'],
    terminal_max_session_time: 600,
    integration_a_enabled: true,
    integration_a_url: 'https://a.example.com',
  }),
]

function withSettings(name: string, changes: Partial<ApplicationSettingsRecord>): Variant {
  return { name, prepare: (forge) => changeSettings(forge, changes) }
}

function changeSettings({ db }: Forge, changes: Partial<ApplicationSettingsRecord>): void {
  for (const settings of db.settings.all().slice()) db.settings.replace(settings, changes)
}
