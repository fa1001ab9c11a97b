import type { Chapter } from './explorer.ts'

const base = '/projects/1/repository'
const hidden = '/projects/8/repository'

export const branches: Chapter = async (api) => {
  const path = `${base}/branches`
  for (const who of ['root', 'lena', null]) await api.get(path, {}, who)
  await api.get(`${hidden}/branches`, {}, 'lena')
  for (const name of ['master', 'production', 'redesign', 'nowhere'])
    await api.get(`${path}/${name}`)
  await api.post(path, { branch_name: 'without-ref' })
  await api.post(path, { ref: 'master' })
  await api.post(path, { branch_name: 'from/redesign', ref: 'redesign' })
  await api.get(path)
  for (const action of ['protect', 'protect', 'unprotect', 'unprotect']) {
    const allowed = { developers_can_push: true, developers_can_merge: true }
    await api.put(`${path}/from%2Fredesign/${action}`, action === 'protect' ? allowed : {})
    await api.get(`${path}/from%2Fredesign`)
  }
  await api.delete(`${path}/from%2Fredesign`)
  await api.get(path)
  await api.delete(`${base}/merged_branches`)
  await api.get(path)
}

export const tags: Chapter = async (api) => {
  const path = `${base}/tags`
  for (const who of ['root', null]) {
    await api.get(path, {}, who)
    await api.get(path, { per_page: 1, page: 2 }, who)
    for (const name of ['v1.0', 'nothing']) await api.get(`${path}/${name}`, {}, who)
  }
  await api.get(`${hidden}/tags`, {}, 'lena')
  await api.post(path, { tag_name: 'v0' })
  await api.post(path, { ref: 'redesign' })
  await api.post(path, { tag_name: 'v1.0', ref: 'redesign' })
  const noted = { message: 'Noted', release_description: 'Released' }
  await api.post(path, { tag_name: 'v8', ref: 'redesign', ...noted })
  await api.post(path, { tag_name: 'v9', ref: 'redesign' })
  await api.get(path)
  await api.post(`${path}/v9/release`, {})
  await api.post(`${path}/v9/release`, { description: 'First' })
  await api.get(`${path}/v9`)
  await api.post(`${path}/v9/release`, { description: 'Second' })
  await api.put(`${path}/v9/release`, {})
  await api.put(`${path}/v9/release`, { description: 'Third' })
  await api.get(`${path}/v9`)
  await api.delete(`${path}/v9`)
  await api.get(`${path}/v9`)
}

export const content: Chapter = async (api) => {
  const tree = await api.get(`${base}/tree`)
  const folder = tree.body.find?.((entry: { type: string }) => entry.type === 'tree')?.name
  const blob = tree.body.find?.((entry: { type: string }) => entry.type === 'blob')
  for (const query of [{ path: folder }, { recursive: true }, { ref_name: 'redesign' }]) {
    await api.get(`${base}/tree`, query)
  }
  await api.get(`${base}/tree`, {}, null)
  await api.get(`${base}/tree`, { recursive: true, ref_name: 'redesign' })
  await api.get(`${hidden}/tree`, {}, 'lena')
  for (const ref of ['master', 'redesign', 'nowhere']) {
    await api.get(`${base}/blobs/${ref}`, { filepath: blob?.name })
  }
  const changed = await api.get(`${base}/compare`, { from: 'master', to: 'redesign' })
  for (const { new_path } of changed.body.diffs ?? []) {
    await api.get(`${base}/blobs/redesign`, { filepath: new_path })
  }
  await api.get(`${base}/blobs/master`, { filepath: blob?.name }, null)
  await api.get(`${base}/blobs/master`)
  for (const sha of [blob?.id, '0'.repeat(40)]) await api.get(`${base}/raw_blobs/${sha}`)
  const secret = await api.get(`${hidden}/tree`)
  for (const { id } of secret.body.slice?.(0, 2) ?? []) {
    await api.get(`${hidden}/raw_blobs/${id}`, {}, 'lena')
  }
  await api.get(`${base}/archive`)
  await api.get(`${base}/archive`, { sha: 'redesign' })
  await api.get(`${hidden}/archive`, {}, 'lena')
  await api.get(`${base}/compare`, { from: 'redesign', to: 'master' })
  await api.get(`${base}/compare`, { from: 'master', to: 'master' }, null)
  await api.get(`${base}/compare`, { from: 'redesign' })
  await api.get(`${base}/contributors`)
}

const file = { branch_name: 'redesign', commit_message: 'A file' }

export const files: Chapter = async (api) => {
  const path = `${base}/files`
  const where = { file_path: 'new/one.txt', ref: 'redesign' }
  const author = { author_name: 'A. Author', author_email: 'author@example.com' }
  const content = Buffer.from('one ~~~?\n').toString('base64')
  await api.post(path, { ...file, ...where, content, encoding: 'base64', ...author })
  await api.get(path, where)
  await api.get(path, where, null)
  await api.get(path, { ...where, ref: 'master' })
  for (const left of ['file_path', 'ref']) await api.get(path, { ...where, [left]: '' })
  await api.get(path, { ref: 'redesign' })
  await api.get(path, { file_path: 'README.md' })
  await api.get(`${hidden}/files`, { file_path: 'Gemfile', ref: 'master' }, 'lena')
  await api.get(`${base}/commits`, { ref_name: 'redesign', per_page: 1 })
  const other = { ...file, file_path: 'new/two.txt', content: 'two' }
  for (const name of ['commit_message', 'content', 'branch_name'] as const) {
    const { [name]: _left, ...rest } = other
    await api.post(path, rest)
  }
  await api.post(path, { ...other, file_path: 'new/three.txt', encoding: 'hexadecimal' })
  await api.post(path, { ...other, file_path: 'new/../../up.txt' })
  await api.put(path, { ...other, file_path: 'new/one.txt', content: 'one ~~~?\n' })
  const { commit_message: _message, ...silent } = other
  await api.put(path, { ...silent, file_path: 'new/one.txt' })
  await api.put(path, { ...other, file_path: 'new/one.txt' })
  await api.get(path, where)
  const { content: _content, ...gone } = other
  const { commit_message: _none, ...silently } = gone
  await api.delete(path, { ...silently, file_path: 'new/one.txt' })
  await api.delete(path, { ...gone, file_path: 'new/one.txt' })
  await api.get(path, where)
}
