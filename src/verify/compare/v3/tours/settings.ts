import type { Values } from '../../../reproduction/history.ts'
import { eachAfterEach } from '../../orders.ts'
import { addAccount, addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { accessLevels, ref, type World } from '../world.ts'

/** Settings without an effect, with new values. */
const shown = [
  { home_page_url: 'http://forgery.invalid/' },
  { after_sign_out_path: 'http://forgery.invalid/out' },
  { sign_in_text: 'Größer & <lt>b> – 日本' },
  { sign_in_text: '' },
  { max_attachment_size: 11 },
  { session_expire_delay: 10_081 },
  { container_registry_token_expire_delay: 6 },
  { terminal_max_session_time: 30 },
  { user_oauth_applications: false },
  { user_oauth_applications: true },
  { external_avatar_enabled: false },
  { external_avatar_enabled: true },
  { default_snippet_visibility: 1 },
  { default_snippet_visibility: 0 },
  { signup_enabled: false },
]

/** All values of settings that have only a few. */
const valuesOfSettings = {
  enabled_git_access_protocol: ['ssh', 'http', 'nil'],
  default_branch_protection: [0, 1, 2],
  default_project_visibility: [0, 1, 2],
  default_snippet_visibility: [0, 1, 2],
  user_oauth_applications: [true, false],
  external_avatar_enabled: [true, false],
}

/** Settings with an effect on new records, and values that are no defaults. */
const away = {
  restricted_visibility_levels: [1],
  default_project_visibility: 1,
  default_snippet_visibility: 2,
  default_branch_protection: 1,
  default_projects_limit: 7,
}

/** Settings of the instance: each is changed alone, with its effect on new records. */
export function settings(world: World): void {
  const { draw, projects } = world
  const [main] = projects
  if (!main) return
  const write = (values: Values, way: { open?: string } = {}) => {
    add(world, 'admin', 'updateApplicationSettings', values, way)
    add(world, 'admin', 'getApplicationSettings')
  }
  for (const values of shown) write(values)
  for (const [name, all] of Object.entries(valuesOfSettings))
    for (const value of eachAfterEach<string | number | boolean>(all)) write({ [name]: value })
  // Behind others that are no defaults, each leaves them so.
  write(away)
  for (const values of shown.slice(1, 6)) write(values)
  write({ default_project_visibility: 2 })
  write({ default_snippet_visibility: 0 })
  write({ default_branch_protection: 2 })
  write({ default_projects_limit: 8 })
  write({ restricted_visibility_levels: [] })
  for (const name of ['domain_whitelist', 'domain_blacklist'])
    for (const way of [{}, { form: true }, { inQuery: 'all' }] as const) {
      const values = { [name]: ['a.example.com', `*.${way.form ? 'b' : 'c'}.example.com`] }
      add(world, 'admin', 'updateApplicationSettings', values, way)
      add(world, 'admin', 'getApplicationSettings')
    }
  // If one is refused, none is written.
  write({ sign_in_text: 'Half', default_branch_protection: 7, user_oauth_applications: false })
  // Whether a project may be more visible than its group is not stated.
  const home = addGroup(world, world.levels.at(-1) ?? 0)
  const access_level = accessLevels.developer
  const member = { id: ref(home.symbol), user_id: ref('developer'), access_level }
  add(world, 'owner', 'addGroupMember', member)
  home.members.set('developer', access_level)
  const inGroup = { namespace_id: ref(home.symbol), shared_runners_enabled: false }
  const make = (as: string, values: Values = {}, way: { open?: string } = {}) => {
    const symbol = world.fresh('project')
    const name = `<${symbol}.name>`
    const sent = { name, path: name, ...inGroup, ...values }
    add(world, as, 'createProject', sent, { ...way, makes: symbol })
    add(world, 'owner', 'getProject', { id: ref(symbol) })
    return ref(symbol)
  }
  // These levels are counted 0, 1, 2.
  for (const level of world.levels) {
    write({ default_project_visibility: level / 10 })
    make('owner')
    const symbol = world.fresh('project')
    const sent = { user_id: ref('owner'), name: `<${symbol}.name>` }
    add(world, 'admin', 'createProjectForUser', sent, { makes: symbol })
    add(world, 'owner', 'getProject', { id: ref(symbol) })
  }
  write({ restricted_visibility_levels: [1] })
  for (const as of ['owner', 'admin'])
    for (const level of [10, 0]) make(as, { visibility_level: level })
  write({ restricted_visibility_levels: [2] })
  for (const as of ['owner', 'admin'])
    for (const values of [{ visibility_level: 20 }, { public: true }]) make(as, values)
  const snippet = { title: 'Drips', file_name: 'drips.rb', code: 'puts 1\n' }
  for (const visibility_level of [20, 0])
    add(world, 'owner', 'createSnippet', { id: ref(main.symbol), ...snippet, visibility_level })
  write({ restricted_visibility_levels: [] })
  make('owner', { visibility_level: 10 })
  for (const protection of [0, 1, 2]) {
    write({ default_branch_protection: protection })
    const id = make('owner', { visibility_level: 0 })
    // No two commits are alike: within one second they would be one commit, and two where a second ends between them.
    const begin = `Begin under protection ${protection}`
    const file = { file_path: 'README.md', content: 'Once\n', commit_message: begin }
    add(world, 'owner', 'createFile', { id, branch_name: 'master', ...file })
    add(world, 'owner', 'getBranch', { id, branch: 'master' })
    const more = { file_path: 'more.md', content: 'More\n', commit_message: `${begin}, and more` }
    add(world, 'developer', 'createFile', { id, branch_name: 'master', ...more })
  }
  for (const limit of [0, 1]) {
    write({ default_projects_limit: limit })
    for (const own of [{}, { projects_limit: 2 }]) {
      const symbol = addAccount(world, own)
      add(world, 'admin', 'getUser', { id: ref(symbol) })
      const name = `<${world.fresh('project')}.name>`
      add(world, symbol, 'createProject', { name, path: name })
    }
  }
  add(world, draw.one(['owner', 'nobody']), 'updateApplicationSettings', { signup_enabled: true })
  add(world, 'admin', 'getApplicationSettings')
  hooks(world)
  // A server that takes one of these goes on otherwise.
  write({ restricted_visibility_levels: [2] })
  const lowered = 'whether a default that is restricted is lowered is not stated'
  for (const as of ['admin', 'owner']) make(as, {}, { open: lowered })
  write({ restricted_visibility_levels: [] })
  const negative = 'whether a size below zero is refused is not stated'
  write({ sign_in_text: 'Half', max_attachment_size: -1 }, { open: negative })
}

/** System hooks: creation with each of their flags, the list, and removal. */
function hooks(world: World): void {
  const flags = ['push_events', 'tag_push_events', 'enable_ssl_verification'] as const
  const sent = [{}, ...flags.flatMap((flag) => [{ [flag]: true }, { [flag]: false }])]
  const made: string[] = []
  for (const way of [{}, { form: true }, { inQuery: 'all' }] as const)
    for (const values of [...sent, { token: 'a-token-of-a-hook' }]) {
      const symbol = world.fresh('hook')
      const url = `http://<${symbol}.name>.invalid/`
      add(world, 'admin', 'createSystemHook', { url, ...values }, { ...way, makes: symbol })
      made.push(symbol)
    }
  add(world, 'admin', 'listSystemHooks', { per_page: 100 })
  for (const as of ['owner', 'nobody']) {
    add(world, as, 'listSystemHooks')
    add(world, as, 'createSystemHook', { url: 'http://forgery.invalid/' })
  }
  for (const symbol of made) {
    add(world, 'owner', 'deleteSystemHook', { id: ref(symbol) })
    add(world, 'admin', 'deleteSystemHook', { id: ref(symbol) })
    add(world, 'admin', 'deleteSystemHook', { id: ref(symbol) })
  }
  add(world, 'admin', 'listSystemHooks', { per_page: 100 })
}
