import createClient from 'gitlab'
import { expect, it } from 'vitest'
import { asked, describeRunning, tokenOf } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { allOf, dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: users', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')
  const jane = () => gitlabOf(running, 'jane')

  it('pages through all of them, two at a time', async () => {
    const users = await allOf(root().users.all, { per_page: 2 })
    expect(users.map(({ username }) => username)).toEqual(['dave', 'carol', 'bob', 'jane', 'root'])
    expect(asked(running)).toEqual(['listUsers 200', 'listUsers 200', 'listUsers 200'])
  })

  it('filters by state', async () => {
    const blocked = await allOf(root().users.all, { blocked: true })
    expect(blocked.map(({ username }) => username)).toEqual(['dave'])
    const active = await allOf(root().users.all, { active: true })
    expect(active.map(({ username }) => username)).toEqual(['carol', 'bob', 'jane', 'root'])
  })

  it('searches by e-mail and shows one', async () => {
    const [found] = await dataOf(root().users.search, 'jane@acme.example')
    expect(found).toMatchObject({ id: id.jane, email: 'jane@acme.example' })
    const shown = await dataOf(jane().users.show, id.bob)
    expect(shown).toMatchObject({ username: 'bob', name: 'Bob Roe', state: 'active' })
    expect(shown).not.toHaveProperty('email')
  })

  it('says who is signed in', async () => {
    expect(await dataOf(jane().users.current)).toMatchObject({
      username: 'jane',
      email: 'jane@acme.example',
    })
  })

  it('creates one, who signs in', async () => {
    const created = await dataOf(root().users.create, {
      email: 'erin@acme.example',
      password: 'correct horse',
      username: 'erin',
      name: 'Erin Moe',
      projects_limit: 3,
      can_create_group: false,
    })
    expect(running.forge.db.users.get(created.id)).toMatchObject({
      username: 'erin',
      projects_limit: 3,
      can_create_group: false,
    })
    const erin = createClient({ url: running.url, token: tokenOf(running, created.id) })
    expect(await dataOf(erin.users.current)).toMatchObject({ id: created.id })
  })

  it('distinguishes a refusal from an answer', async () => {
    const taken = { email: 'jane@acme.example', password: 'x'.repeat(8), username: 'x', name: 'X' }
    expect(await handed(root().users.create, taken)).toBe(true)
    expect(await handed(jane().users.show, 99)).toBe(null)
    expect(asked(running)).toEqual(['createUser 409', 'getUser 404'])
    expect(running.forge.db.users.one('username', 'x')).toBeUndefined()
  })

  it('signs in by a password', async () => {
    const erin = { username: 'erin', name: 'Erin', email: 'erin@acme.example' }
    await dataOf(root().users.create, { ...erin, password: 'a long one' })
    const { session } = jane().users
    expect(await handed(session, erin.email, 'another one')).toBe(true)
    const signedIn = await dataOf(session, erin.email, 'a long one')
    expect(signedIn).toMatchObject({ username: 'erin', private_token: expect.any(String) })
    expect(asked(running)).toEqual(['createUser 201', 'createSession 401', 'createSession 201'])
  })

  it('changes, blocks, unblocks and removes one', async () => {
    const changes = { name: 'Bob Coe', website_url: 'https://bob.example', external: true }
    const changed = await rawOf(root().put, `users/${id.bob}`, changes)
    expect(changed).toMatchObject({ status: 200, body: { name: 'Bob Coe', external: true } })
    expect(running.forge.db.users.get(id.bob)).toMatchObject({
      name: 'Bob Coe',
      website_url: 'https://bob.example',
      is_external: true,
    })

    await rawOf(root().put, `users/${id.bob}/block`, {})
    const bob = gitlabOf(running, 'bob')
    expect((await rawOf(bob.get, 'user', {})).status).toBe(401)
    await rawOf(root().put, `users/${id.bob}/unblock`, {})
    expect((await rawOf(bob.get, 'user', {})).status).toBe(200)

    const removed = await rawOf(root().delete, `users/${id.bob}`)
    expect(removed).toMatchObject({ status: 200, body: { username: 'bob' } })
    expect(running.forge.db.users.get(id.bob)).toBeUndefined()
  })

  it('lists what one did', async () => {
    const events = await rawOf(jane().get, `users/${id.jane}/events`, {})
    expect(events.body).toMatchObject([
      { action_name: 'created', project_id: id.blog },
      { action_name: 'created', project_id: id.website },
    ])
  })
})
