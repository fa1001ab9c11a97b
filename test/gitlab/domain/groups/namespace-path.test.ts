import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const format =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'."

describeForge('usernames, which are paths of namespaces', { seed }, (api) => {
  it.each([
    ['groups', 'groups is a reserved name'],
    ['Users', 'Users is a reserved name'],
    ['x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['a/b', format],
    ['-jane', format],
    ['jane.git', format],
    ['', "can't be blank"],
  ])('refuses %s', async (username, error) => {
    const attributes = { username, name: 'New', email: 'new@example.com', password: 'long enough' }
    const created = await api.as('root').post('/users', attributes)
    expect(created.status).toBe(400)
    expect(created.body).toEqual({ message: { username: [error] } })
    expect((await api.as('root').put('/users/2', { username })).body).toEqual(created.body)
  })
})
