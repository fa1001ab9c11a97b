import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
  ],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      snippets_enabled: true,
      members: { bob: 'reporter' },
      snippets: [
        {
          title: 'Deploy',
          author: 'jane',
          file_name: 'deploy.sh',
          code: 'echo 1\n',
          visibility: 'public',
        },
        { title: 'Mine', author: 'jane', file_name: 'a', code: 'a' },
        {
          title: 'Two',
          description: 'Both of them',
          author: 'jane',
          file_name: 'a.txt',
          code: 'a',
          more_files: [{ path: 'lib/b.txt', content: 'b' }],
          visibility: 'internal',
        },
      ],
    },
    { path: 'jane/other', visibility: 'public' },
  ],
}

const path = '/projects/1/snippets'

describeV4('the snippets of v4', { seed }, (api) => {
  it('are listed newest first, as far as the caller sees them', async () => {
    const titles = async (who: string) =>
      (await api.as(who).get(path)).body.map(({ title }: { title: string }) => title)
    expect(await titles('jane')).toEqual(['Two', 'Mine', 'Deploy'])
    expect(await titles('bob')).toEqual(['Two', 'Mine', 'Deploy'])
    expect(await titles('eve')).toEqual(['Two', 'Deploy'])
    expect((await api.anonymous.get(path)).status).toBe(401)
    expect((await api.as('jane').get('/projects/2/snippets')).status).toBe(403)
  })

  it('have what v4 says of them', async () => {
    const { status, body } = await api.as('eve').get(`${path}/3`)
    const { origin } = api
    expect([status, body]).toEqual([
      200,
      {
        id: 3,
        title: 'Two',
        description: 'Both of them',
        visibility: 'internal',
        author: expect.objectContaining({ username: 'jane' }),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        project_id: 1,
        web_url: `${origin}/jane/site/-/snippets/3`,
        raw_url: `${origin}/jane/site/-/snippets/3/raw`,
        ssh_url_to_repo: expect.stringMatching(/^git@[^/]+:jane\/site\/snippets\/3\.git$/),
        http_url_to_repo: `${origin}/jane/site/snippets/3.git`,
        file_name: 'a.txt',
        files: [
          { path: 'a.txt', raw_url: `${origin}/jane/site/-/snippets/3/raw/main/a.txt` },
          { path: 'lib/b.txt', raw_url: `${origin}/jane/site/-/snippets/3/raw/main/lib/b.txt` },
        ],
        imported: false,
        imported_from: 'none',
      },
    ])
    const asRoot = await api.as('root').get(`${path}/3`)
    expect(asRoot.body.repository_storage).toBe('default')
  })

  it('are not there where they are hidden', async () => {
    const hidden = await api.as('eve').get(`${path}/2`)
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Not found' }])
    const raw = await api.as('eve').get(`${path}/2/raw`)
    expect([raw.status, raw.body]).toEqual([404, { message: '404 Snippet Not Found' }])
    expect((await api.anonymous.get(`${path}/1`)).status).toBe(200)
  })

  it('that are private are read by members, and changed by their authors and maintainers', async () => {
    expect((await api.as('bob').get(`${path}/2/raw`)).body).toBe('a')
    const changed = await api.as('bob').put(`${path}/2`, { title: 'His' })
    expect([changed.status, changed.body]).toEqual([403, { message: '403 Forbidden' }])
    await api.as('bob').post(path, {
      title: 'His',
      visibility: 'private',
      file_name: 'b',
      content: 'b',
    })
    expect((await api.as('jane').put(`${path}/4`, { title: 'Hers' })).status).toBe(200)
  })

  it('give their texts', async () => {
    const raw = await api.anonymous.get(`${path}/1/raw`)
    expect([raw.status, raw.body]).toEqual([200, 'echo 1\n'])
    expect(raw.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(raw.headers.get('content-disposition')).toContain('deploy.sh')
    const jane = api.as('jane')
    expect((await jane.get(`${path}/3/files/main/lib%2Fb.txt/raw`)).body).toBe('b')
    expect((await jane.get(`${path}/3/files/main/c.txt/raw`)).body).toEqual({
      message: '404 File Not Found',
    })
    expect((await jane.get(`${path}/3/files/gone/a.txt/raw`)).body).toEqual({
      message: '404 Reference Not Found',
    })
  })

  it('are created of one text, or of files', async () => {
    const bob = api.as('bob')
    const one = { title: 'One', visibility: 'private', file_name: 'a b.rb', content: 'puts 1' }
    const made = await bob.post(path, one)
    expect([made.status, made.body.file_name, made.body.visibility]).toEqual([
      201,
      'a b.rb',
      'private',
    ])
    const files = [
      { file_path: 'x/y.rb', content: '1' },
      { file_path: 'z.rb', content: '2' },
    ]
    const several = await bob.post(path, { title: 'Several', visibility: 'public', files })
    expect(several.body.files.map((file: { path: string }) => file.path)).toEqual([
      'x/y.rb',
      'z.rb',
    ])
    expect((await api.as('eve').post(path, one)).status).toBe(403)
  })

  const base = { title: 'T', visibility: 'public' }
  it.each([
    [base, 'files, content are missing, exactly one parameter must be provided'],
    [
      { ...base, content: 'a', file_name: 'a', files: [{ file_path: 'b', content: 'b' }] },
      'files, content are mutually exclusive',
    ],
    [{ ...base, content: 'a' }, 'file_name is missing'],
    [{ ...base, title: '', content: 'a', file_name: 'a' }, 'title is empty'],
    [{ title: 'T', content: 'a', file_name: 'a' }, 'visibility is missing'],
    [{ ...base, files: [{ file_path: 'a', content: '' }] }, 'files[0][content] is empty'],
    [{ ...base, files: [{ content: 'a' }] }, 'files[0][file_path] is missing'],
  ])('are not created of %o', async (request, error) => {
    const { status, body } = await api.as('jane').post(path, request)
    expect([status, body]).toEqual([400, { error }])
  })

  it('are changed', async () => {
    const jane = api.as('jane')
    const renamed = await jane.put(`${path}/1`, { file_name: 'new.sh', description: 'Ships it' })
    expect(renamed.body).toMatchObject({ file_name: 'new.sh', description: 'Ships it' })
    expect((await jane.get(`${path}/1/raw`)).body).toBe('echo 1\n')
    expect((await api.as('bob').put(`${path}/1`, { title: 'No' })).status).toBe(403)
    const nothing = await jane.put(`${path}/1`, {})
    expect(nothing.body).toEqual({
      error:
        'content, description, files, file_name, title, visibility are missing, at least one parameter must be provided',
    })
  })

  it('have their files created, updated, moved and deleted', async () => {
    const files = [
      { action: 'move', previous_path: 'lib/b.txt', file_path: 'c.txt' },
      { action: 'update', file_path: 'c.txt', content: 'c' },
      { action: 'create', file_path: 'd.txt', content: 'd' },
      { action: 'delete', file_path: 'a.txt' },
    ]
    const { status, body } = await api.as('jane').put(`${path}/3`, { files })
    expect(status).toBe(200)
    expect(body.files.map((file: { path: string }) => file.path)).toEqual(['c.txt', 'd.txt'])
    expect((await api.as('jane').get(`${path}/3/raw`)).body).toBe('c')
  })

  it.each([
    [[{ action: 'create', file_path: 'a.txt', content: 'again' }]],
    [[{ action: 'update', file_path: 'gone.txt', content: 'x' }]],
    [[{ action: 'delete', file_path: 'gone.txt' }]],
    [[{ action: 'move', file_path: 'lib/b.txt', previous_path: 'a.txt' }]],
    [
      [
        { action: 'delete', file_path: 'a.txt' },
        { action: 'delete', file_path: 'lib/b.txt' },
      ],
    ],
  ])('refuse %o', async (files) => {
    const { status, body } = await api.as('jane').put(`${path}/3`, { files })
    expect([status, body]).toEqual([
      422,
      { message: { error: 'Snippet actions have invalid data' } },
    ])
  })

  it('of several files take no single text', async () => {
    const { status, body } = await api.as('jane').put(`${path}/3`, { content: 'x' })
    expect([status, body]).toEqual([
      400,
      {
        message: {
          error: 'To update Snippets with multiple files, you must use the `files` parameter',
        },
      },
    ])
  })

  it('are deleted once', async () => {
    expect((await api.as('bob').delete(`${path}/1`)).status).toBe(403)
    expect((await api.as('jane').delete(`${path}/1`)).status).toBe(204)
    const again = await api.as('jane').delete(`${path}/1`)
    expect([again.status, again.body]).toEqual([404, { message: '404 Snippet Not Found' }])
  })
})
