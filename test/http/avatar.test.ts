import { describe, expect, it } from 'vitest'
import { describeTransports } from '../harness.ts'

const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', avatar_url: '/avatars/jane-doe.svg' },
    { username: 'bob', avatar_url: 'https://pictures.example/bob.png' },
  ],
  groups: [{ path: 'acme', avatar_url: '/avatars/acme.svg', members: { jane: 'owner' as const } }],
  projects: [{ path: 'acme/site', avatar_url: '/avatars/site.svg' }],
}

describeTransports('pictures', { seed }, (api) => {
  it('of the forge are shown under its own address', async () => {
    const root = api.as('root')
    const shown = await Promise.all([
      root.get('/users/2'),
      root.get('/users/3'),
      root.get('/groups/4'),
      root.get('/projects/1'),
    ])
    expect(shown.map(({ body }) => body.avatar_url)).toEqual([
      `${api.origin}/avatars/jane-doe.svg`,
      'https://pictures.example/bob.png',
      `${api.origin}/avatars/acme.svg`,
      `${api.origin}/avatars/site.svg`,
    ])
  })
})

describe('a picture', () => {
  it('is drawn of a name: its initials, on the same colour each time', async () => {
    const { createTestForge } = await import('../harness.ts')
    const { fetch } = await createTestForge({ seed })
    const draw = async (name: string) => {
      const response = await fetch(new Request(`http://forge.test/avatars/${name}`))
      return { type: response.headers.get('content-type'), text: await response.text() }
    }
    const jane = await draw('jane-doe.svg')
    expect(jane.type).toContain('image/svg+xml')
    expect(jane.text).toContain('>JD</text>')
    expect(await draw('jane-doe.svg')).toEqual(jane)
    expect((await draw('bob.svg')).text).toContain('>BO</text>')
    expect((await fetch(new Request('http://forge.test/avatars/%3Cb%3E.svg'))).status).toBe(404)
  })
})
