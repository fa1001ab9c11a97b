import createClient from 'gitlab'
import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: credentials, sudo and pages', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')

  it('signs in by an OAuth token', async () => {
    const client = createClient({ url: running.url, oauth_token: 'jane-oauth-token' })
    expect(await dataOf(client.users.current)).toMatchObject({ username: 'jane' })
  })

  it('takes an address that ends in the prefix', async () => {
    const client = createClient({ url: `${running.url}/api/v3`, token: 'jane-token' })
    expect(await dataOf(client.users.current)).toMatchObject({ id: id.jane })
  })

  it('is refused with a wrong token', async () => {
    const client = createClient({ url: running.url, token: 'guessed' })
    expect(await handed(client.users.current)).toBe(null)
    expect(await rawOf(client.get, 'users', {})).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
    expect(asked(running)).toEqual(['getCurrentUser 401', 'listUsers 401'])
  })

  it('acts as another user, named in the query or in the body', async () => {
    const asJane = await rawOf(root().get, 'user', { sudo: 'jane' })
    expect(asJane.body).toMatchObject({ username: 'jane', private_token: 'jane-token' })
    const created = await dataOf(root().projects.create, { name: 'logbook', sudo: id.bob })
    expect(created).toMatchObject({ path_with_namespace: 'bob/logbook' })
    expect(running.forge.db.projects.get(created.id)?.creator_id).toBe(id.bob)
  })

  it('gets an error that says why it may not act as another', async () => {
    const jane = gitlabOf(running, 'jane')
    expect(await rawOf(jane.get, 'user', { sudo: 'root' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Must be admin to use sudo' },
    })
    expect(await rawOf(root().get, 'user', { sudo: 'nobody' })).toMatchObject({
      status: 404,
      body: { message: '404 Not Found: No user id or username for: nobody' },
    })
  })

  it('follows the links from page to page', async () => {
    const seen: string[] = []
    let next: string | undefined = 'users?per_page=2'
    while (next !== undefined) {
      const path: string = next
      const { body, headers } = await rawOf(root().get, path, {})
      seen.push(...(body as { username: string }[]).map(({ username }) => username))
      const link = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
      next = link?.replace(`${running.url}/api/v3/`, '')
    }
    expect(seen).toEqual(['dave', 'carol', 'bob', 'jane', 'root'])
  })
})
