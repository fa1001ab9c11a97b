import type { Chapter } from './explorer.ts'

export const groups: Chapter = async (api) => {
  const zebra = { name: 'Zebra', path: 'aardvark', description: 'Stripes' }
  const settings = { visibility_level: 10, lfs_enabled: false, request_access_enabled: true }
  await api.get('/groups', {}, 'marta')
  const made = await api.post('/groups', { ...zebra, ...settings })
  await api.get(`/groups/${made.body.id}`)
  await api.get('/groups/aardvark')
  await api.get('/groups')
  await api.get('/groups', { order_by: 'path', sort: 'desc' })
  await api.get('/groups', { search: 'tide' })
  await api.get('/groups', { skip_groups: [12] })
  await api.get('/groups', { all_available: true }, 'jonas')
  await api.get('/groups', { all_available: true }, 'lena')
  await api.get('/groups', { statistics: true })
  await api.get('/groups', { per_page: 1, page: 2 })
  await api.get('/groups/owned', {}, 'marta')
  await api.get('/groups/owned', {}, 'jonas')
  await api.post('/groups', { name: 'Name alone' })
  await api.post('/groups', { path: 'path-alone' })
  await api.post('/groups', { ...zebra, path: 'five', visibility_level: 5 })
  await api.post('/groups', { name: 'No', path: 'no' }, 'noor')
  await api.post('/groups', { name: 'No', path: 'no' }, null)
  await api.get('/groups/13', {}, 'lena')
  await api.get('/groups/14', {}, 'lena')
  await api.put('/groups/12', { name: 'Tidal', description: 'Water' }, 'jonas')
  await api.put('/groups/12', { name: 'Tidal', description: 'Water' }, 'marta')
  await api.get('/groups/12')
  for (const visibility of ['public', 'internal'])
    await api.get('/groups/12/projects', { visibility })
  await api.get('/groups/12/projects', { archived: true })
  await api.get('/groups/12/projects', { search: 'guide' })
  await api.get('/groups/12/projects', { order_by: 'name' })
  await api.get('/groups/12/projects')
  await api.get('/groups/13/projects', {}, 'lena')
  await api.post('/groups/14/projects/10', {}, 'marta')
  await api.post('/groups/14/projects/10')
  await api.get('/projects/10')
  for (let time = 0; time < 2; time++) await api.delete('/groups/14')
  await api.get('/groups/14')
  await api.get('/projects/8')
  await api.get('/groups')
}

const sources = ['groups/12', 'projects/1', 'projects/10', 'groups/14'] as const

export const members: Chapter = async (api) => {
  for (const source of sources) {
    const path = `/${source}/members`
    await api.get(path)
    await api.get(path, { query: 'jon' })
    await api.get(path, {}, 'lena')
    await api.get(path, {}, null)
    await api.get(`${path}/4`)
    await api.get(`${path}/2`)
    await api.get(`${path}/4711`)
    await api.post(path, { user_id: 9 })
    await api.post(path, { user_id: 9, access_level: 35 })
    await api.post(path, { user_id: 9, access_level: 20, expires_at: '2030-05-01' })
    await api.get(`${path}/9`)
    await api.get(path)
    await api.put(`${path}/9`, {})
    await api.put(`${path}/9`, { access_level: 35 })
    await api.put(`${path}/9`, { access_level: 30, expires_at: '2031-05-01' })
    await api.get(`${path}/9`)
    for (let time = 0; time < 2; time++) await api.delete(`${path}/9`)
    await api.get(`${path}/9`)
  }
}

const lists = ['/projects', '/projects/visible', '/projects/owned', '/projects/starred'] as const

export const projectLists: Chapter = async (api) => {
  for (const path of [...lists, '/projects/all'] as const) {
    const who = path === '/projects/all' ? 'root' : 'marta'
    await api.get(path, {}, who)
    for (const visibility of ['public', 'private']) await api.get(path, { visibility }, who)
    await api.get(path, { archived: true }, who)
    await api.get(path, { search: 'web' }, who)
    await api.get(path, { order_by: 'name' }, who)
    await api.get(path, { sort: 'asc' }, who)
    await api.get(path, { statistics: true }, who)
    await api.get(path, { page: 2, per_page: 2 }, who)
    await api.get(path, { page: 99 }, who)
    await api.get(path, {}, 'ines')
  }
  await api.get('/projects/1/users')
  await api.get('/projects/1/users', { search: 'jon' })
  await api.get('/projects/1/users', {}, null)
  await api.get('/projects/1/events', {}, null)
  await api.get('/projects/1/events', { per_page: 500 })
  await api.get('/projects/1/events', { page: 2, per_page: 2 })
  await api.get('/projects/8/events', {}, 'lena')
}

const project = { name: 'New thing', description: 'Shiny', issues_enabled: false, path: 'shiny' }
const further = { public_builds: false, only_allow_merge_if_build_succeeds: true }

export const projects: Chapter = async (api) => {
  for (const id of ['1', '8', 'tidewater%2Fwebsite', '4711']) {
    for (const who of ['root', 'lena', null]) await api.get(`/projects/${id}`, {}, who)
  }
  await api.post('/projects', {})
  await api.post('/projects', { name: 'Level', visibility_level: 15 })
  const values = { ...project, ...further, visibility_level: 10, wiki_enabled: false }
  const made = await api.post('/projects', { ...values, namespace_id: 12 })
  await api.get(`/projects/${made.body.id}`)
  await api.get(`/projects/${made.body.id}/events`)
  await api.post('/projects', { name: 'Open', public: true })
  await api.post('/projects', { name: 'No' }, 'noor')
  await api.post('/projects', { name: 'No' }, null)
  await api.post('/projects/user/4', { name: 'Hers' }, 'marta')
  await api.post('/projects/user/4', { name: 'Hers' })
  await api.post('/projects/user/4711', { name: 'Nobody' })
  await api.get('/projects/all')
}

export const events: Chapter = async (api) => {
  const issue = await api.post('/projects/1/issues', { title: 'A thing' }, 'marta')
  await api.get('/projects/1/events', { per_page: 1 })
  await api.post(`/projects/1/issues/${issue.body.id}/notes`, { body: 'A word' }, 'marta')
  await api.get('/projects/1/events', { per_page: 1 })
  await api.put(`/projects/1/issues/${issue.body.id}`, { state_event: 'close' }, 'marta')
  await api.get('/projects/1/events', { per_page: 1 })
  const actions = [{ action: 'create', file_path: 'an-event.txt', content: 'one' }]
  const commit = { branch_name: 'master', commit_message: 'An event', actions }
  await api.post('/projects/1/repository/commits', commit, 'marta')
  await api.get('/projects/1/events', { per_page: 1 })
}
