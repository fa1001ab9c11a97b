import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeForge, describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'eve' }],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'vault', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [{ path: 'acme/site', visibility: 'public' }],
}

/** Bytes that are no text. */
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 0x0a])

function formWith(field: string, name: string, bytes = picture, others: object = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(others)) form.append(key, String(value))
  form.append(field, new File([bytes], name, { type: 'application/octet-stream' }))
  return form
}

/** Specification of v4, people-groups-projects.md, sections 1.4 (files) and 9. */
describeV4('files that are sent', { seed }, (api) => {
  const send = (as: string, method: string, path: string, body: FormData) =>
    api.request(`/api/v4${path}`, { method, headers: { 'private-token': `${as}-token` }, body })
  const upload = (as: string, name: string) =>
    send(as, 'POST', '/projects/1/uploads', formWith('file', name))

  it('are kept for a project, and given again as they came', async () => {
    const { status, body } = await upload('eve', 'my notes.txt')
    expect(status).toBe(201)
    const url = expect.stringMatching(/^\/uploads\/[\da-f]{32}\/my_notes\.txt$/)
    expect(body).toEqual({
      id: 1,
      alt: 'my_notes.txt',
      url,
      full_path: `/-/project/1${body.url}`,
      markdown: `[my_notes.txt](${body.url})`,
    })
    const file = await api.as('jane').get(`/projects/1${body.url}`)
    expect([file.status, file.bytes]).toEqual([200, picture])
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="my_notes.txt"')
    expect((await api.as('jane').get('/projects/1/uploads/00/my_notes.txt')).status).toBe(404)
    expect((await api.anonymous.get(`/projects/1${body.url}`)).status).toBe(401)
  })

  it('are listed to maintainers, the newest first, given by their ids, and removed', async () => {
    const jane = api.as('jane')
    const first = await upload('eve', 'a.txt')
    const second = await upload('jane', 'b.txt')
    const { status, body } = await jane.get('/projects/1/uploads')
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: second.body.id, filename: 'b.txt', uploaded_by: { username: 'jane' } },
      { id: first.body.id, filename: 'a.txt', size: picture.length, uploaded_by: { name: 'eve' } },
    ])
    const path = `/projects/1/uploads/${first.body.id}`
    const file = await jane.get(path)
    expect([file.status, file.bytes]).toEqual([200, picture])
    for (const refused of [
      await api.as('eve').get('/projects/1/uploads'),
      await api.as('eve').get(path),
      await api.as('eve').delete(path),
      await api.as('eve').delete(`/projects/1${second.body.url}`),
    ]) {
      expect(refused.status).toBe(403)
    }
    expect((await jane.delete(path)).status).toBe(204)
    expect((await jane.delete(`/projects/1${second.body.url}`)).status).toBe(204)
    expect((await jane.get('/projects/1/uploads')).body).toEqual([])
    for (const gone of [await jane.get(path), await jane.delete(path)]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 Not Found' }])
    }
  })

  it('are avatars that the API gives too, and says where to find', async () => {
    const missing = await api.anonymous.get('/projects/1/avatar')
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Avatar Not Found' }])
    await send('jane', 'PUT', '/projects/1', formWith('avatar', 'a.png'))
    await send('jane', 'PUT', '/groups/acme', formWith('avatar', 'g.png'))
    for (const [path, name] of [
      ['/projects/1/avatar', 'a.png'],
      ['/groups/acme/avatar', 'g.png'],
    ] as const) {
      const file = await api.anonymous.get(path)
      expect([file.status, file.bytes]).toEqual([200, picture])
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    }
    await send('eve', 'PUT', '/user/avatar', formWith('avatar', 'e.png'))
    await api.as('root').put('/users/3', { public_email: 'eve@example.com' })
    const { email } = (await api.as('root').get('/users/3')).body
    await api.as('root').put('/users/3', { public_email: email })
    const shown = await api.anonymous.get('/avatar', { email: email.toUpperCase() })
    expect(shown.body.avatar_url).toContain('/uploads/-/system/user/avatar/3/e.png')
    const nobody = await api.anonymous.get('/avatar', { email: 'nobody@x.example' })
    expect([nobody.status, nobody.body]).toEqual([200, { avatar_url: null }])
    await api.as('root').put('/application/settings', { restricted_visibility_levels: 'public' })
    const closed = await api.anonymous.get('/avatar', { email })
    expect([closed.status, closed.body]).toEqual([
      403,
      { message: '403 Forbidden - Unauthorized access' },
    ])
    expect((await api.as('eve').get('/avatar', { email })).status).toBe(200)
  })

  it('are referred to as pictures where they are', async () => {
    const { body } = await upload('jane', 'a.PNG')
    expect([body.alt, body.markdown]).toEqual(['a', `![a](${body.url})`])
  })

  it.each([
    ['nothing', new FormData(), 400, { error: 'file is missing' }],
    [
      'a text',
      formWith('other', 'a', picture, { file: 'text' }),
      400,
      { error: 'file is invalid' },
    ],
  ])('are refused: %s', async (_, form, status, body) => {
    form.append('name', 'x')
    expect(await send('jane', 'POST', '/projects/1/uploads', form)).toMatchObject({ status, body })
  })

  it('are refused where they are larger than the instance takes', async () => {
    await api.as('root').put('/application/settings', { max_attachment_size: 0 })
    expect(await upload('jane', 'a.txt')).toMatchObject({
      status: 413,
      body: { message: '413 Request Entity Too Large' },
    })
    expect(api.forge.db.uploads.all()).toEqual([])
  })

  it('stand in the journal by their name and size alone', async () => {
    await upload('jane', 'a.png')
    const given = JSON.parse(JSON.stringify(api.forge.requests.at(-1)?.given))
    expect(given).toEqual({ id: 1, file: { name: 'a.png', size: 8 } })
  })
})

describeV4('avatars', { seed }, (api) => {
  const send = (as: string, method: string, path: string, body: FormData) =>
    api.request(`/api/v4${path}`, { method, headers: { 'private-token': `${as}-token` }, body })
  const below = (address: string) => address.slice(api.origin.length)
  const topic = { name: 'boats', title: 'Boats' }

  it.each([
    ['a user', 'PUT', '/users/2', {}, 'user'],
    [
      'a new user',
      'POST',
      '/users',
      { email: 'a@b.c', name: 'A', username: 'a', force_random_password: true },
      'user',
    ],
    ['oneself', 'PUT', '/user/avatar', {}, 'user'],
    ['a group', 'PUT', '/groups/acme', {}, 'group'],
    ['a new group', 'POST', '/groups', { name: 'n', path: 'n', visibility: 'public' }, 'group'],
    ['a project', 'PUT', '/projects/1', {}, 'project'],
    ['a new project', 'POST', '/projects', { name: 'n', visibility: 'public' }, 'project'],
    ['a new topic', 'POST', '/topics', topic, 'projects/topic'],
  ])('of %s are shown to anyone, byte for byte', async (_, method, path, others, place) => {
    const { body } = await send('root', method, path, formWith('avatar', 'me.png', picture, others))
    expect(below(body.avatar_url)).toMatch(
      new RegExp(`^/uploads/-/system/${place}/avatar/\\d+/me\\.png$`),
    )
    const shown = await api.request(below(body.avatar_url))
    expect([shown.status, shown.headers.get('content-type'), shown.bytes]).toEqual([
      200,
      'image/png',
      picture,
    ])
  })

  it('are replaced, and taken away by an empty text', async () => {
    const jane = api.as('jane')
    const first = await send('jane', 'PUT', '/groups/acme', formWith('avatar', 'one.png'))
    const second = await send('jane', 'PUT', '/groups/acme', formWith('avatar', 'two.gif'))
    expect((await api.request(below(first.body.avatar_url))).status).toBe(404)
    expect((await api.request(below(second.body.avatar_url))).status).toBe(200)
    expect((await jane.put('/groups/acme', { description: 'kept' })).body.avatar_url).toBe(
      second.body.avatar_url,
    )
    expect((await jane.put('/groups/acme', { avatar: '' })).body.avatar_url).toBeNull()
    expect(api.forge.db.uploads.all()).toEqual([])
  })

  it('of what is private are not shown to everybody', async () => {
    const { body } = await send('jane', 'PUT', '/groups/vault', formWith('avatar', 'a.png'))
    expect((await api.request(below(body.avatar_url))).status).toBe(404)
  })

  it('are pictures of some formats, and no larger than 200 KiB', async () => {
    const markup = await send('jane', 'PUT', '/user/avatar', formWith('avatar', 'a.svg'))
    expect(markup.status).toBe(400)
    expect(markup.body.message.avatar[0]).toMatch(/^file format is not supported\. Please try one/)
    const large = formWith('avatar', 'a.png', new Uint8Array(200 * 1024 + 1))
    expect(await send('jane', 'PUT', '/user/avatar', large)).toMatchObject({
      status: 400,
      body: { message: { avatar: ['is too big (should be at most 200 KiB)'] } },
    })
  })

  it('go with what they are of, and come back with an export', async () => {
    const { body } = await send(
      'root',
      'POST',
      '/topics',
      formWith('avatar', 'a.png', picture, topic),
    )
    await send('jane', 'PUT', '/user/avatar', formWith('avatar', 'jane.png'))
    await send('jane', 'POST', '/projects/1/uploads', formWith('file', 'a.txt'))
    const again = await createTestForge({ seed: api.forge.export() })
    expect(again.db.uploads.all()).toEqual(api.forge.db.uploads.all())
    await api.as('root').delete(`/topics/${body.id}`)
    await api.as('root').delete('/users/2?hard_delete=true')
    expect(api.forge.db.uploads.all()).toEqual([])
  })
})

describeForge('a file that is sent where a text is asked for', { seed }, (api) => {
  it('is that text, as it was', async () => {
    const form = formWith('title', 'title.txt', new TextEncoder().encode('A title'))
    const headers = { 'private-token': 'jane-token' }
    const made = await api.request('/api/v3/projects/1/issues', {
      method: 'POST',
      headers,
      body: form,
    })
    expect([made.status, made.body.title]).toEqual([201, 'A title'])
  })
})
