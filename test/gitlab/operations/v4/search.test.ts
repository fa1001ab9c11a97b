import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const lines = ['# Harbour', 'one', 'two', 'The Leak is here', 'four', 'five', 'six']
const seed: Seed = {
  users: [
    { username: 'root', admin: true, name: 'Root' },
    { username: 'jane', name: 'Jane Harbour' },
    { username: 'bob', name: 'Bob', public_email: 'bob@leak.example', email: 'bob@leak.example' },
    { username: 'eve', name: 'Eve' },
  ],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'public' },
  ],
  projects: [
    {
      path: 'acme/harbour',
      description: 'The leak of the firm',
      visibility: 'public',
      members: { bob: 'developer' },
      snippets_enabled: true,
      milestones: [{ title: 'Leak week', description: 'Mend' }, { title: 'Later' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [
              { action: 'create', file_path: 'docs/notes.md', content: `${lines.join('\n')}\n` },
              { action: 'create', file_path: 'leak.rb', content: 'puts 1\n' },
            ],
          },
          {
            message: 'Mend the LEAK',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'other.rb', content: 'puts 2\n' }],
          },
        ],
        branches: { feature: 'master' },
      },
      issues: [
        { title: 'The leak', author: 'jane', notes: [{ author: 'bob', body: 'It leaks on' }] },
        { title: 'Other', description: 'a LEAK too', author: 'bob', state: 'closed' },
        { title: 'Secret leak', author: 'jane', confidential: true },
        { title: 'Dry', author: 'jane' },
      ],
      merge_requests: [
        {
          title: 'Stop the leak',
          author: 'jane',
          source_branch: 'feature',
          target_branch: 'master',
        },
      ],
      snippets: [
        { title: 'A', author: 'jane', file_name: 'leak.sh', code: '1', visibility: 'public' },
        { title: 'Leak', author: 'jane', file_name: 'a', code: '1', visibility: 'private' },
      ],
    },
    { path: 'acme/inner/leak', visibility: 'private' },
    { path: 'acme/old', description: 'leak', visibility: 'public', archived: true },
  ],
}

/** As long as a file that is looked into may be. */
const megabyte = 'wave\n'.repeat(209_715)
const manyWords = Array.from({ length: 65 }, (_, at) => `w${at}`).join(' ')

describeV4('searches', { seed }, (api) => {
  const found = async (who: string, path: string, scope: string, search: string, more = {}) => {
    const { status, body } = await api.as(who).get(`${path}/search`, { scope, search, ...more })
    expect(status).toBe(200)
    return body.map((one: Record<string, unknown>) => one.path ?? one.title ?? one.username)
  }

  it('find projects by every word, as far as the caller sees them', async () => {
    expect(await found('jane', '', 'projects', 'leak')).toEqual(['leak', 'harbour'])
    expect(await found('eve', '', 'projects', 'LEAK firm')).toEqual(['harbour'])
    expect(await found('eve', '', 'projects', 'leak nothing')).toEqual([])
    expect(await found('eve', '', 'projects', 'leak', { include_archived: true })).toEqual([
      'old',
      'harbour',
    ])
    expect(await found('jane', '/groups/acme%2Finner', 'projects', 'leak')).toEqual(['leak'])
    const { headers, body } = await api
      .as('eve')
      .get('/search', { scope: 'projects', search: 'harbour' })
    expect(headers.get('x-search-type')).toBe('basic')
    expect(headers.get('x-total')).toBe('1')
    expect(body[0]).not.toHaveProperty('permissions')
  })

  it.each(['', '/groups/acme', '/projects/1'])('find issues in "%s"', async (place) => {
    const titles = (who: string, text: string, more = {}) => found(who, place, 'issues', text, more)
    expect(await titles('jane', 'leak')).toEqual(['Secret leak', 'Other', 'The leak'])
    expect(await titles('jane', 'leak', { sort: 'asc' })).toEqual([
      'The leak',
      'Other',
      'Secret leak',
    ])
    expect(await titles('eve', 'leak')).toEqual(['Other', 'The leak'])
    expect(await titles('eve', 'leak', { state: 'opened' })).toEqual(['The leak'])
    expect(await titles('eve', 'leak', { state: 'merged' })).toEqual([])
    expect(await titles('jane', 'leak', { confidential: true })).toEqual(['Secret leak'])
    expect(await titles('eve', '#4')).toEqual(['Dry'])
  })

  it('find merge requests, milestones and snippets', async () => {
    for (const place of ['', '/groups/acme', '/projects/1']) {
      expect(await found('eve', place, 'merge_requests', 'leak')).toEqual(['Stop the leak'])
      expect(await found('eve', place, 'merge_requests', '!1')).toEqual(['Stop the leak'])
      expect(await found('eve', place, 'merge_requests', 'leak', { state: 'merged' })).toEqual([])
      expect(await found('eve', place, 'milestones', 'mend')).toEqual(['Leak week'])
    }
    expect(await found('eve', '', 'snippet_titles', 'leak')).toEqual(['A'])
    expect(await found('jane', '', 'snippet_titles', 'leak')).toEqual(['Leak', 'A'])
  })

  it('find users, members alone in a group or a project', async () => {
    expect(await found('eve', '', 'users', 'e')).toEqual(['eve', 'jane'])
    expect(await found('eve', '', 'users', 'bob@leak.example')).toEqual(['bob'])
    expect(await found('eve', '', 'users', 'bob@leak')).toEqual([])
    expect(await found('eve', '/groups/acme%2Finner', 'users', 'e')).toEqual(['jane'])
    expect(await found('eve', '/projects/1', 'users', 'b')).toEqual(['bob', 'jane'])
  })

  it('find what people wrote in a project', async () => {
    const notes = await api.as('eve').get('/projects/1/search', { scope: 'notes', search: 'leaks' })
    expect(notes.body).toMatchObject([{ body: 'It leaks on', noteable_type: 'Issue' }])
  })

  it('find the pages of a wiki by a line and by their names', async () => {
    const content = 'one\ntwo\nA Leak again\n'
    await api.as('jane').post('/projects/1/wikis', { title: 'docs/Home page', content })
    const pages = (text: string, who = 'eve') => found(who, '/projects/1', 'wiki_blobs', text)
    const query = { scope: 'wiki_blobs', search: 'leak' }
    expect((await api.as('eve').get('/projects/1/search', query)).body).toEqual([
      {
        basename: 'docs/Home-page',
        data: content,
        path: 'docs/Home-page.md',
        filename: 'docs/Home-page.md',
        id: null,
        ref: 'main',
        startline: 1,
        project_id: 1,
      },
    ])
    expect(await pages('home-page')).toEqual(['docs/Home-page.md'])
    expect(await pages('leak extension:rdoc')).toEqual([])
    await api.as('jane').put('/projects/1', { wiki_access_level: 'private' })
    expect(await pages('leak')).toEqual([])
    expect(await pages('leak', 'jane')).toEqual(['docs/Home-page.md'])
  })

  it.each(['issues', 'merge_requests', 'snippet_titles', 'users'])(
    'are refused where the settings have %s switched off for the instance',
    async (scope) => {
      const search = (place: string) => api.as('eve').get(place, { scope, search: 'leak' })
      await api
        .as('root')
        .put('/application/settings', { [`global_search_${scope}_enabled`]: false })
      const { status, body } = await search('/search')
      expect([status, body]).toEqual([
        403,
        { message: '403 Forbidden - Global Search is disabled for this scope' },
      ])
      if (scope !== 'snippet_titles') expect((await search('/projects/1/search')).status).toBe(200)
      expect(
        (await api.as('eve').get('/search', { scope: 'projects', search: 'leak' })).status,
      ).toBe(200)
    },
  )

  it('find commits by their message and their id', async () => {
    expect(await found('eve', '/projects/1', 'commits', 'leak')).toEqual(['Mend the LEAK'])
    const path = '/projects/1/repository/commits/master'
    const { body } = await api.as('eve').get(path)
    const byId = await api
      .as('eve')
      .get('/projects/1/search', { scope: 'commits', search: body.id.slice(0, 8) })
    expect(byId.body).toEqual([body])
    expect(await found('eve', '/projects/1', 'commits', 'leak', { ref: 'gone' })).toEqual([])
  })

  it('find files by a line and by their path, with the lines around', async () => {
    const { body } = await api
      .as('eve')
      .get('/projects/1/search', { scope: 'blobs', search: 'leak' })
    expect(body).toEqual([
      {
        basename: 'docs/notes',
        data: 'one\ntwo\nThe Leak is here\nfour\nfive\n',
        path: 'docs/notes.md',
        filename: 'docs/notes.md',
        id: null,
        ref: 'master',
        startline: 2,
        project_id: 1,
      },
      expect.objectContaining({ path: 'leak.rb', data: 'puts 1\n', startline: 1 }),
    ])
    const blobs = (text: string, more = {}) => found('eve', '/projects/1', 'blobs', text, more)
    expect(await blobs('puts filename:l*')).toEqual(['leak.rb'])
    expect(await blobs('extension:rb')).toEqual(['leak.rb', 'other.rb'])
    expect(await blobs('leak path:docs')).toEqual(['docs/notes.md'])
    expect(await blobs('puts two')).toEqual([])
    expect(await blobs('puts', { ref: 'gone' })).toEqual([])
  })

  it('find the files alone that they come to', async () => {
    const large = (file_path: string) => ({ action: 'create', file_path, content: megabyte })
    const small = (file_path: string) => ({ action: 'create', file_path, content: 'seek me\n' })
    const more = Array.from({ length: 20 }, (_, at) => large(`m${at}`))
    await api.as('jane').post('/projects/1/repository/commits', {
      branch: 'master',
      commit_message: 'Enlarge',
      actions: [small('a'), small('z')],
    })
    for (const actions of [more.slice(0, 7), more.slice(7, 14), more.slice(14)]) {
      const path = '/projects/1/repository/commits'
      const commit = { branch: 'master', commit_message: 'Enlarge', actions }
      expect((await api.as('jane').post(path, commit)).status).toBe(201)
    }
    expect(await found('eve', '/projects/1', 'blobs', 'seek')).toEqual(['a'])
    expect(await found('eve', '/projects/1', 'blobs', 'seek path:z')).toEqual(['z'])
  })

  it.each([
    ['', 'blobs', 'x', 'scope does not have a valid value'],
    ['/groups/acme', 'notes', 'x', 'scope does not have a valid value'],
    ['/projects/1', 'projects', 'x', 'scope does not have a valid value'],
    ['', undefined, 'x', 'scope is missing'],
    ['', 'issues', undefined, 'search is missing'],
    ['', 'issues', manyWords, 'search has more than 64 words'],
  ])('refuse what cannot be searched: %s %s', async (place, scope, text, error) => {
    const { status, body } = await api.as('eve').get(`${place}/search`, {
      ...(scope && { scope }),
      ...(text && { search: text }),
    })
    expect(status).toBe(400)
    expect(body).toEqual({ error })
  })

  it('are for whoever is signed in, in what they see', async () => {
    expect((await api.anonymous.get('/search', { scope: 'issues', search: 'a' })).status).toBe(401)
    const hidden = await api.as('eve').get('/projects/2/search', { scope: 'issues', search: 'a' })
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Project Not Found' }])
    const older = await api
      .as('eve')
      .get('/groups/acme/-/search', { scope: 'issues', search: '#4' })
    expect(older.body).toHaveLength(1)
  })
})
