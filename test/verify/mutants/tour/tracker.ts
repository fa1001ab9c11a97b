import type { Chapter } from './explorer.ts'

export const issueLists: Chapter = async (api) => {
  const lists = ['/issues', '/groups/12/issues', '/groups/13/issues', '/projects/1/issues']
  for (const path of [...lists, '/projects/8/issues']) {
    await api.get(path, { per_page: 100 }, 'marta')
    await api.get(path, {}, 'lena')
    await api.get(path, {}, null)
    for (const state of ['opened', 'closed']) await api.get(path, { state }, 'marta')
    await api.get(path, { labels: 'content,urgent' }, 'marta')
    await api.get(path, { milestone: 'Winter programme' }, 'marta')
    await api.get(path, { order_by: 'updated_at' }, 'marta')
    await api.get(path, { sort: 'asc' }, 'marta')
    await api.get(path, { iid: 3 }, 'marta')
    await api.get(path, { page: 2, per_page: 5 }, 'marta')
    await api.get(path, {}, 'marta')
  }
}

export const issues: Chapter = async (api) => {
  const path = '/projects/1/issues'
  for (const who of ['root', 'lena', null]) {
    await api.get(`${path}/6`, {}, who)
    await api.get('/projects/8/issues/49', {}, who)
  }
  await api.post(path, { description: 'Without a title' })
  const made = await api.post(path, {
    title: 'A',
    description: 'B',
    assignee_id: 4,
    milestone_id: 2,
    labels: 'bug,content',
    due_date: '2017-02-01',
    created_at: '2016-01-01T10:00:00Z',
  })
  const issue = `${path}/${made.body.id}`
  await api.get(issue)
  await api.post(path, { title: 'Left over', merge_request_for_resolving_discussions: 3 })
  const changes = { title: 'C', labels: 'urgent', assignee_id: 3, confidential: true }
  await api.put(issue, changes)
  await api.put('/projects/1/issues/6', { state_event: 'open' })
  await api.put('/projects/1/issues/6', { state_event: 'close' })
  await api.get('/projects/1/issues/6')
  await api.put('/projects/1/issues/6', { state_event: 'reopen' })
  await api.get('/projects/1/issues/6')
  for (const verb of ['post', 'post', 'delete', 'delete'] as const) {
    await api[verb](`${path}/7/subscription`, {}, 'yuki')
    await api.get(`${path}/7`, {}, 'yuki')
  }
  for (let time = 0; time < 2; time++) await api.post(`${path}/7/todo`, {}, 'yuki')
  await api.post(`${path}/7/move`, { to_project_id: 1 })
  await api.put('/projects/1/issues/12', { labels: 'bug' })
  await moves(api)
  await api.delete(issue, {}, 'ines')
  for (let time = 0; time < 2; time++) await api.delete(issue)
  await api.get(issue)
}

/** Both projects have a label `bug`. */
const moves: Chapter = async (api) => {
  const moved = await api.post('/projects/1/issues/12/move', { to_project_id: 2 })
  await api.get(`/projects/2/issues/${moved.body.id}`)
  await api.get('/projects/1/issues/12')
}

const notes = (source: string, outsider: string): Chapter => {
  return async (api) => {
    const path = `${source}/notes`
    await api.get(path)
    for (const who of ['lena', null]) await api.get(path, {}, who)
    await api.get(outsider, {}, 'lena')
    await api.post(path, {})
    const created_at = '2016-05-05T05:05:05Z'
    const made = await api.post(path, { body: 'Two words', created_at })
    await api.get(`${path}/${made.body.id}`)
    await api.get(path)
    await api.put(`${path}/${made.body.id}`, {})
    await api.put(`${path}/${made.body.id}`, { body: 'Three other words' })
    await api.get(`${path}/${made.body.id}`)
    await api.get(path)
    for (let time = 0; time < 2; time++) await api.delete(`${path}/${made.body.id}`)
    await api.get(`${path}/${made.body.id}`)
    await api.get(path)
  }
}

export const issueNotes = notes('/projects/1/issues/6', '/projects/8/issues/49/notes')
export const snippetNotes = notes('/projects/10/snippets/1', '/projects/10/snippets/3/notes')
export const mergeRequestNotes = notes(
  '/projects/1/merge_requests/2',
  '/projects/8/merge_requests/14/notes',
)

const snippet = { title: 'T', file_name: 'f.txt', code: 'one\ntwo\n', visibility_level: 10 }

export const snippets: Chapter = async (api) => {
  const path = '/projects/10/snippets'
  for (const who of ['root', 'lena', null]) {
    await api.get(path, {}, who)
    for (const id of [1, 3]) await api.get(`${path}/${id}`, {}, who)
  }
  for (const name of Object.keys(snippet)) {
    const { [name as keyof typeof snippet]: _left, ...rest } = snippet
    await api.post(path, rest)
  }
  await api.post(path, snippet, 'lena')
  const made = await api.post(path, snippet)
  const one = `${path}/${made.body.id}`
  await api.get(one)
  await api.get(`${one}/raw`)
  const changes = { title: 'U', file_name: 'g.txt', code: 'three\n', visibility_level: 20 }
  await api.put(one, changes, 'lena')
  await api.put(one, changes)
  await api.get(one)
  await api.get(`${one}/raw`)
  for (let time = 0; time < 2; time++) {
    await api.delete(one)
    await api.get(one)
  }
}
