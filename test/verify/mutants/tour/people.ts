import type { Chapter } from './explorer.ts'

/** An Ed25519 key whose 32 bytes begin with a name. */
function key(name: string): string {
  const blob = [field(Buffer.from('ssh-ed25519')), field(Buffer.from(name.padEnd(32, '.')))]
  return `ssh-ed25519 ${Buffer.concat(blob).toString('base64')}`
}

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const person = { email: 'nils@tidewater.example', password: 'a long password', username: 'nils' }

export const users: Chapter = async (api) => {
  for (const filter of ['active', 'blocked', 'external'])
    await api.get('/users', { [filter]: true })
  for (const search of ['mar', 'ines@tidewater.example']) await api.get('/users', { search })
  await api.get('/users', { username: 'marta' })
  await api.get('/users', { per_page: 3 })
  await api.get('/users', {}, 'marta')
  await api.get('/users/2')
  await api.get('/users/2', {}, 'jonas')
  await api.get('/users/2', {}, null)
  await api.get('/users/4711')
  await api.get('/user')
  await api.get('/user', { sudo: 'marta' })
  await api.get('/users/2/events')
  const { name: _none, ...nameless } = { ...person, name: 'Nils' }
  await api.post('/users', nameless)
  const { password: _secret, ...open } = { ...person, name: 'Nils' }
  await api.post('/users', open)
  await api.post('/users', { ...person, name: 'Nils' }, 'marta')
  const all = { bio: 'Tides', admin: true, projects_limit: 3, can_create_group: false }
  const nils = await api.post('/users', { ...person, name: 'Nils', ...all })
  await api.get(`/users/${nils.body.id}`)
  await api.get('/users', { search: 'nils' })
  await api.post('/users', { ...person, name: 'Nils' })
  const other = { email: 'e@tidewater.example', username: 'else', password: 'a long password' }
  const external = await api.post('/users', { ...other, name: 'Else', external: true })
  await api.get(`/users/${external.body.id}`)
  await api.put(`/users/${nils.body.id}`, { name: 'Nils N.', location: 'Pier', organization: 'T' })
  await api.put(`/users/${nils.body.id}`, { email: 'nils.n@tidewater.example', admin: false })
  await api.put(`/users/${nils.body.id}`, { email: 'marta@tidewater.example' })
  await api.put('/users/2', { name: 'Somebody' }, 'jonas')
  await api.get(`/users/${nils.body.id}`)
  for (const verb of ['block', 'unblock']) {
    await api.put(`/users/${nils.body.id}/${verb}`, {}, 'marta')
    await api.put(`/users/${nils.body.id}/${verb}`)
    await api.get(`/users/${nils.body.id}`)
    await api.put(`/users/4711/${verb}`)
  }
  await api.delete('/users/7', {}, 'marta')
  await api.delete('/users/7')
  await api.delete('/users/7')
  await api.get('/users/7')
  await api.get('/user', {}, 'yuki')
}

export const emails: Chapter = async (api) => {
  await api.get('/user/emails', {}, 'jonas')
  await api.get('/user/emails/1', {}, 'marta')
  await api.get('/user/emails/1', {}, 'jonas')
  await api.post('/user/emails', {}, 'jonas')
  const email = 'jonas@pier.example'
  const added = await api.post('/user/emails', { email }, 'jonas')
  await api.post('/user/emails', { email }, 'jonas')
  await api.get('/user/emails', {}, 'jonas')
  await api.get(`/user/emails/${added.body.id}`, {}, 'jonas')
  for (let time = 0; time < 2; time++) {
    await api.delete(`/user/emails/${added.body.id}`, {}, 'jonas')
    await api.get('/user/emails', {}, 'jonas')
  }
  await api.get('/users/3/emails')
  await api.get('/users/4711/emails')
  await api.get('/users/3/emails', {}, 'marta')
  await api.post('/users/3/emails', { email: 'marta@pier.example' }, 'marta')
  const given = await api.post('/users/3/emails', { email: 'j@pier.example' })
  await api.get('/users/3/emails')
  await api.delete('/users/3/emails/4711')
  await api.delete(`/users/3/emails/${given.body.id}`)
  await api.get('/users/3/emails')
}

export const sshKeys: Chapter = async (api) => {
  await api.get('/user/keys', {}, 'marta')
  await api.get('/user/keys', {}, null)
  await api.get('/user/keys/1', {}, 'marta')
  await api.get('/user/keys/4711', {}, 'marta')
  await api.post('/user/keys', { key: key('nobody') }, 'marta')
  await api.post('/user/keys', { title: 'None' }, 'marta')
  const added = await api.post('/user/keys', { title: 'Pier', key: key('pier') }, 'marta')
  await api.post('/user/keys', { title: 'Again', key: key('pier') }, 'marta')
  await api.get('/user/keys', {}, 'marta')
  await api.get(`/user/keys/${added.body.id}`, {}, 'marta')
  for (let time = 0; time < 2; time++) {
    await api.delete(`/user/keys/${added.body.id}`, {}, 'marta')
    await api.get('/user/keys', {}, 'marta')
  }
  await api.get('/users/3/keys')
  await api.get('/users/3/keys', {}, 'marta')
  await api.post('/users/3/keys', { title: 'No', key: key('no') }, 'marta')
  const given = await api.post('/users/3/keys', { title: 'Yes', key: key('yes') })
  await api.post('/users/3/keys', { title: 'Twice', key: key('yes') })
  await api.get('/users/3/keys')
  await api.get(`/keys/${given.body.id}`)
  await api.get(`/keys/${given.body.id}`, {}, 'marta')
  await api.delete('/users/3/keys/4711')
  await api.delete(`/users/3/keys/${given.body.id}`)
  await api.get('/users/3/keys')
}
