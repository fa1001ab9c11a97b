import type { Chapter, Explorer } from './explorer.ts'

const path = '/projects/1/merge_requests'

export const mergeRequestLists: Chapter = async (api) => {
  await api.get(path)
  for (const state of ['opened', 'merged']) await api.get(path, { state })
  await api.get(path, { iid: 2 })
  await api.get(path, { iids: [2, 3] })
  await api.get(path, { order_by: 'updated_at' })
  await api.get(path, { sort: 'asc' })
  await api.get('/projects/8/merge_requests', {}, 'lena')
  await api.get('/projects/8/merge_requests/14', {}, 'lena')
  for (const id of [2, 5, 6]) {
    await api.get(`${path}/${id}`)
    for (const part of ['commits', 'changes', 'closes_issues'])
      await api.get(`${path}/${id}/${part}`)
  }
}

async function branch(api: Explorer, name: string, file: string, content: string): Promise<void> {
  const repository = '/projects/1/repository'
  await api.post(`${repository}/branches`, { branch_name: name, ref: 'master' })
  const actions = [{ action: 'create', file_path: file, content }]
  const commit = { branch_name: name, commit_message: `Add ${file}`, actions }
  await api.post(`${repository}/commits`, commit)
}

const wishes = { description: 'Closes #7', assignee_id: 4, labels: 'bug', milestone_id: 2 }

export const merging: Chapter = async (api) => {
  await branch(api, 'one', 'one.txt', '1\n')
  await branch(api, 'clash', 'one.txt', '2\n')
  await branch(api, 'other', 'other.txt', '3\n')
  const source = { source_branch: 'one', title: 'One', target_branch: 'master' }
  await api.post(path, { source_branch: 'one', target_branch: 'master' })
  await api.post(path, { source_branch: 'one', title: 'One' })
  const made = await api.post(path, { ...source, ...wishes, remove_source_branch: true })
  const one = `${path}/${made.body.id}`
  for (const part of ['', '/commits', '/changes', '/closes_issues']) await api.get(`${one}${part}`)
  await api.put(one, { ...source, title: 'Two', target_branch: 'production' })
  await api.get(one)
  await api.put(one, source)
  for (let time = 0; time < 2; time++) {
    await api.post(`${one}/subscription`, {}, 'yuki')
    await api.get(one, {}, 'yuki')
  }
  const clash = await api.post(path, { ...source, source_branch: 'clash', title: 'Clash' })
  await api.put(`${one}/merge`, { sha: '0'.repeat(40) })
  await api.put(`${one}/merge`, {}, 'yuki')
  await api.put(`${one}/cancel_merge_when_build_succeeds`, {}, 'yuki')
  await api.put(`${one}/cancel_merge_when_build_succeeds`)
  await api.put(`${one}/merge`, { merge_commit_message: 'Well', should_remove_source_branch: true })
  await api.get(one)
  await api.get('/projects/1/repository/branches')
  await api.get('/projects/1/repository/commits', { per_page: 2 })
  await api.put(`${one}/merge`)
  await api.put(`${one}/cancel_merge_when_build_succeeds`)
  await api.put(`${path}/${clash.body.id}/merge`)
  await scheduling(api)
  await api.delete(`${path}/${clash.body.id}`, {}, 'ines')
  for (let time = 0; time < 2; time++) await api.delete(`${path}/${clash.body.id}`)
  await api.get(`${path}/${clash.body.id}`)
}

/** The head of this one of the demo has a pipeline that is not over. */
const scheduling: Chapter = async (api) => {
  for (const id of [2, 3, 5, 6, 7]) {
    await api.put(`${path}/${id}/merge`, { merge_when_build_succeeds: true })
    await api.get(`${path}/${id}`)
    await api.put(`${path}/${id}/cancel_merge_when_build_succeeds`, {}, 'yuki')
    await api.put(`${path}/${id}/cancel_merge_when_build_succeeds`)
    await api.get(`${path}/${id}`)
  }
}
