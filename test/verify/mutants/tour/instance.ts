import type { Chapter } from './explorer.ts'

export const applicationSettings: Chapter = async (api) => {
  const path = '/application/settings'
  for (const who of ['root', 'marta', null]) await api.get(path, {}, who)
  await api.put(path, { sign_in_text: 'Hello' }, 'marta')
  await api.put(path, {
    sign_in_text: 'Hello',
    default_project_visibility: 10,
  })
  await api.put(path, {
    sign_in_text: 'Hello',
    default_project_visibility: 1,
    restricted_visibility_levels: [2],
    domain_blacklist: ['nowhere.example'],
    terminal_max_session_time: 60,
    user_oauth_applications: false,
    session_expire_delay: 30,
    default_projects_limit: 7,
  })
  await api.get(path)
  await api.put(path, { default_branch_protection: 5 })
  await api.put(path, { integration_a_enabled: true })
  await api.put(path, { integration_b_enabled: true })
  await api.put(path, { domain_blacklist_enabled: true })
  const made = await api.post('/projects', { name: 'By default' }, 'marta')
  await api.get(`/projects/${made.body.id}`)
  await api.post('/projects', { name: 'Restricted', visibility_level: 20 }, 'marta')
  const person = { email: 'n@tidewater.example', password: 'a long password', username: 'nils' }
  const nils = await api.post('/users', { ...person, name: 'Nils' })
  await api.get(`/users/${nils.body.id}`)
  await api.put(path, { domain_blacklist: null })
  await api.put(path, { domain_blacklist_enabled: true })
}

export const notificationSettings: Chapter = async (api) => {
  const sources = ['', '/groups/12', '/projects/1']
  for (const source of sources) {
    const path = `${source}/notification_settings`
    await api.get(path, {}, 'marta')
    await api.get(path, {}, null)
    await api.put(path, { level: 'shouting' }, 'marta')
    await api.put(path, { level: 'disabled' }, 'marta')
    await api.get(path, {}, 'marta')
    const events = { new_note: true, merge_merge_request: true }
    await api.put(path, { level: 'custom', ...events }, 'marta')
    await api.get(path, {}, 'marta')
  }
  const notification_email = 'marta.lindqvist@posteo.example'
  await api.put('/notification_settings', { notification_email }, 'marta')
  await api.get('/notification_settings', {}, 'marta')
}

export const systemHooks: Chapter = async (api) => {
  for (const who of ['root', 'marta', null]) {
    await api.get('/hooks', {}, who)
    if (who !== 'root') await api.post('/hooks', { url: 'http://127.0.0.1:9/a/path' }, who)
  }
  await api.post('/hooks', {})
  const flags = { push_events: false, tag_push_events: true, enable_ssl_verification: false }
  const made = await api.post('/hooks', { url: 'http://127.0.0.1:9/a', token: 'secret', ...flags })
  await api.get('/hooks')
  await api.get('/hooks/1')
  await api.get('/hooks/4711')
  const id = made.body[0]?.id
  await api.delete(`/hooks/${id}`, {}, 'marta')
  for (let time = 0; time < 2; time++) await api.delete(`/hooks/${id}`)
  await api.get('/hooks')
}

export const conventions: Chapter = async (api) => {
  await api.get('/user')
  await api.get('/user', {}, null)
  await api.get('/user', {}, 'somebody')
  await api.get('/user', { private_token: 'marta-token' }, null)
  await api.get('/user', { access_token: 'ines-oauth-token' }, null)
  await api.request('/user', { authorization: 'Bearer ines-oauth-token' })
  await api.request('/user', { cookie: '_service_session=ines-session' })
  for (const token of ['jonas-old', 'jonas-badge', 'jonas-importer']) {
    for (const path of ['/user', '/projects']) await api.get(path, {}, token)
  }
  for (const sudo of ['2', 'marta', 'nobody']) {
    await api.get('/user', { sudo })
    await api.request('/user', { 'private-token': 'root-token', sudo })
  }
  await api.get('/user', { sudo: 'ines' }, 'marta')
  await api.get('/no/such/route')
  await api.post('/projects/1/issues', {})
  await api.post('/projects/1/issues', { title: 'A', assignee_id: 'text' })
  await api.post('/user/emails', { email: 'marta@tidewater.example' })
  await api.post('/projects/1/issues', { title: 'A' }, null)
  await api.put('/projects/1/issues/6', { title: 'A' }, null)
  const file = { file_path: 'a', content: 'a', branch_name: 'master', commit_message: 'a' }
  await api.post('/projects/1/repository/files', file, null)
  await api.post('/projects', { name: 'a' }, null)
  await api.post('/hooks', { url: 'http://127.0.0.1:9/' }, null)
  await api.post('/groups', { name: 'a', path: 'a' }, null)
}
