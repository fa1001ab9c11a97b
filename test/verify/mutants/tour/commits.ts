import type { Chapter } from './explorer.ts'

const base = '/projects/1/repository'

export const commits: Chapter = async (api) => {
  const path = `${base}/commits`
  for (const who of ['root', null]) await api.get(path, {}, who)
  await api.get('/projects/8/repository/commits', {}, 'lena')
  for (const ref_name of ['redesign', 'master']) await api.get(path, { ref_name, per_page: 5 })
  await api.get(path, { since: '2016-11-01T00:00:00Z' })
  await api.get(path, { until: '2016-06-01T00:00:00Z' })
  await api.get(path, { page: 2, per_page: 2 })
  for (const sha of ['master', 'redesign', '0'.repeat(40)]) {
    await api.get(`${path}/${sha}`)
    await api.get(`${path}/${sha}/diff`)
  }
  const actions = [
    { action: 'create', file_path: 'a/b.txt', content: 'Yg==', encoding: 'base64' },
    { action: 'create', file_path: 'c.txt', content: 'c\n' },
    { action: 'update', file_path: 'README.md', content: 'read\nme\n' },
  ]
  const commit = { branch_name: 'redesign', commit_message: 'Many\n\nof them', actions }
  const author = { author_name: 'A. Author', author_email: 'author@example.com' }
  for (const name of ['branch_name', 'commit_message'] as const) {
    const { [name]: _left, ...rest } = commit
    await api.post(path, rest)
  }
  const made = await api.post(path, { ...commit, ...author })
  const sha = made.body.id
  for (const part of ['', '/diff']) await api.get(`${path}/${sha}${part}`)
  await api.post(path, {
    ...commit,
    actions: [
      { action: 'delete', file_path: 'c.txt' },
      { action: 'update', file_path: 'a/b.txt', content: 'bb\n' },
    ],
  })
  await api.get(`${path}/redesign`)
  await api.get(`${path}/redesign/diff`)
  await api.post(`${base}/branches`, { branch_name: 'picked', ref: 'production' })
  await api.post(`${path}/${sha}/cherry_pick`, {})
  await api.post(`${path}/${'0'.repeat(40)}/cherry_pick`, { branch: 'picked' })
  await api.post(`${path}/${sha}/cherry_pick`, { branch: 'picked' })
  await api.post(`${path}/${sha}/cherry_pick`, { branch: 'redesign' })
  await api.get(`${path}/picked`)
  const easy = { branch_name: 'redesign', commit_message: 'Easy' }
  const created = { action: 'create', file_path: 'easy.txt', content: 'easy\n' }
  const easily = await api.post(path, { ...easy, actions: [created] })
  await api.post(`${path}/${easily.body.id}/cherry_pick`, { branch: 'picked' })
  await api.get(`${path}/picked`)
}

export const comments: Chapter = async (api) => {
  const path = `${base}/commits`
  const list = await api.get(path, { per_page: 1 })
  const sha = list.body[0]?.id
  const difference = await api.get(`${path}/${sha}/diff`)
  const place = { path: difference.body[0]?.new_path, line: 1, line_type: 'new' }
  await api.post(`${path}/${sha}/comments`, {})
  await api.post(`${path}/${sha}/comments`, { note: 'Two words' })
  await api.post(`${path}/${sha}/comments`, { note: 'Placed', ...place })
  await api.post(`${path}/${sha}/comments`, { note: 'Placed', ...place, line_type: 'sideways' })
  await api.post(`${path}/${sha}/comments`, { note: 'Nowhere', ...place, path: 'no/such/file' })
  await api.get(`${path}/${sha}/comments`)
}

export const statuses: Chapter = async (api) => {
  const list = await api.get(`${base}/commits`, { ref_name: 'redesign', per_page: 1 })
  const sha = list.body[0]?.id
  const read = `${base}/commits/${sha}/statuses`
  const write = `/projects/1/statuses/${sha}`
  await api.post(write, {})
  await api.post(write, { state: 'done' })
  await api.post(write, { state: 'success' })
  const more = { target_url: 'https://ci.example.com/1', description: 'Well done' }
  await api.post(write, { state: 'failed', name: 'lint', ref: 'redesign', ...more })
  await api.post(write, { state: 'canceled', context: 'spell' })
  await api.post(write, { state: 'success', name: 'lint', ref: 'redesign' })
  await api.post(`/projects/1/statuses/${'0'.repeat(40)}`, { state: 'success' })
  await api.post(`${base}/branches`, { branch_name: 'same', ref: sha })
  await api.post(write, { state: 'success', name: 'other', ref: 'same' })
  for (const query of [{}, { all: true }, { name: 'lint' }, { ref: 'same' }]) {
    await api.get(read, query)
  }
  for (const who of ['lena', null]) await api.get(read, {}, who)
  const built = `${base}/commits/9c3ec33f52be5c69e620f664e5c866cd137731db/statuses`
  for (const query of [{}, { stage: 'test' }, { all: true }]) await api.get(built, query)
  const secret = await api.get('/projects/8/repository/commits', { per_page: 1 })
  await api.get(`/projects/8/repository/commits/${secret.body[0]?.id}/statuses`, {}, 'lena')
}

export const builds: Chapter = async (api) => {
  const path = '/projects/1/builds'
  for (const who of ['root', null]) await api.get(path, {}, who)
  for (const scope of ['success', 'canceled']) await api.get(path, { scope })
  await api.get(path, { scope: ['failed', 'running'] })
  await api.get('/projects/8/builds', {}, 'lena')
  await api.get('/projects/8/builds/21', {}, 'lena')
  const ofCommit = `${base}/commits/9c3ec33f52be5c69e620f664e5c866cd137731db/builds`
  for (const query of [{}, { scope: 'failed' }]) await api.get(ofCommit, query)
  await api.get(`${base}/commits/${'0'.repeat(40)}/builds`)
  for (const id of [1, 5, 6, 4711]) {
    await api.get(`${path}/${id}`)
    await api.get(`${path}/${id}/artifacts`)
    for (const who of ['root', null]) await api.get(`${path}/${id}/trace`, {}, who)
    await api.post(`${path}/${id}/artifacts/keep`)
  }
  for (const job of ['pages', 'nothing']) {
    await api.get(`${path}/artifacts/master/download`, { job })
  }
  await api.get(`${path}/artifacts/master/download`)
  const calls = ['13/cancel', '6/retry', '5/erase', '8/play']
  for (const call of calls) {
    const id = call.split('/')[0]
    await api.post(`${path}/${call}`)
    await api.get(`${path}/${id}`)
    for (const part of ['trace', 'artifacts']) await api.get(`${path}/${id}/${part}`)
    await api.get(path)
  }
}

export const deployments: Chapter = async (api) => {
  const path = '/projects/1/deployments'
  for (const who of ['root', null]) await api.get(path, {}, who)
  for (const id of [2, 4711]) await api.get(`${path}/${id}`)
  await api.get('/projects/8/deployments', {}, 'lena')
  await api.get('/projects/8/deployments/4', {}, 'lena')
}
