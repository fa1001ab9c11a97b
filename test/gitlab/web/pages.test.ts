import { expect, it } from 'vitest'
import { application } from '../../../src/adapters/server/application.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'
import { createTestForge, describeV4 } from '../../harness.ts'

const hostile = '<script>alert("x")</script>'
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe', bio: hostile, location: 'Pier 4' },
    { username: 'eve', private_profile: true, bio: 'Nobody reads this' },
    { username: 'bob' },
  ],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/tools', visibility: 'public' },
    { path: 'hidden', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'acme/tools/hammer',
      visibility: 'public',
      description: hostile,
      snippets_enabled: true,
      milestones: [{ title: 'Autumn', description: 'When leaves fall' }],
      issues: [
        {
          title: 'It leaks',
          author: 'jane',
          description: hostile,
          labels: ['bug'],
          milestone: 'Autumn',
        },
        { title: 'A secret', author: 'jane', confidential: true },
      ],
      merge_requests: [{ title: 'Mend it', author: 'jane', source_branch: 'fix/leak' }],
      snippets: [
        { title: 'Open', author: 'jane', file_name: 'a.rb', code: 'puts 1', visibility: 'public' },
        {
          title: 'Closed',
          author: 'jane',
          file_name: 'b.rb',
          code: 'puts 2',
          visibility: 'private',
        },
      ],
      repository: {
        commits: [
          {
            label: 'first',
            message: 'Begin\n\nAt the beginning',
            author: 'jane',
            actions: [
              { action: 'create', file_path: 'docs/read me.md', content: hostile },
              { action: 'create', file_path: '.gitlab-ci.yml', content: 'job: { script: a }\n' },
              { action: 'create', file_path: `${'d/'.repeat(99)}file`, content: 'deep' },
            ],
          },
          {
            message: 'Mend',
            author: 'jane',
            branch: 'fix/leak',
            actions: [{ action: 'create', file_path: 'mended', content: 'yes' }],
          },
        ],
        tags: [{ name: 'v1/0', ref: 'first', release: { description: 'The notes' } }],
      },
    },
    { path: 'hidden/plan', visibility: 'private', issues: [{ title: 'Planned', author: 'jane' }] },
  ],
}

const hammer = '/projects/acme%2Ftools%2Fhammer'

describeV4('the pages of web_urls', { seed }, (api) => {
  const open = (address: string, headers: Record<string, string> = {}) =>
    api.request(new URL(address, 'http://forge.test').pathname, {
      headers: { accept: 'text/html', ...headers },
    })
  const signIn = async (username: string) => {
    const { headers } = await api.request('/users/sign_in', {
      method: 'POST',
      body: new URLSearchParams({ username }),
    })
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const urlOf = async (path: string) => {
    const { body } = await api.as('jane').get(path)
    return Array.isArray(body) ? body[0].web_url : (body.web_url ?? body._links.self)
  }

  it.each([
    ['user', '/users/2', 'Jane Doe', 'Pier 4'],
    ['group', '/groups/acme', 'acme', 'tools'],
    ['subgroup', '/groups/acme%2Ftools', 'tools', 'hammer'],
    ['project', hammer, 'hammer', 'hammer.git'],
    ['issue', `${hammer}/issues/1`, 'It leaks', 'bug'],
    ['merge request', `${hammer}/merge_requests/1`, 'Mend it', 'fix/leak into master'],
    ['snippet', `${hammer}/snippets/1`, 'Open', 'puts 1'],
    ['milestone', `${hammer}/milestones`, 'Autumn', 'When leaves fall'],
    ['commit', `${hammer}/repository/commits/master`, 'Begin', 'At the beginning'],
    ['branch', `${hammer}/repository/branches/fix%2Fleak`, 'fix/leak', 'mended'],
    ['pipeline', `${hammer}/pipelines`, 'Pipeline of', 'job: pending'],
    ['job', `${hammer}/jobs`, 'job', 'Stage'],
    ['release', `${hammer}/releases/v1%2F0`, 'v1/0', 'The notes'],
  ])('shows a %s', async (_, path, title, content) => {
    const { status, body, headers } = await open(await urlOf(path))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(body).toContain(`<h1>${title}`)
    expect(body).toContain(content)
    expect(body).not.toContain('<script>alert')
  })

  it.each([
    ['/acme/tools/hammer/-/issues', '1 entry'],
    ['/acme/tools/hammer/-/merge_requests', 'Mend it'],
    ['/acme/tools/hammer/-/milestones', 'Autumn'],
    ['/acme/tools/hammer/-/labels', 'bug'],
    ['/acme/tools/hammer/-/releases', 'v1/0'],
    ['/acme/tools/hammer/-/tree/master', 'docs/'],
    ['/acme/tools/hammer/-/tree/master/docs', 'read%20me.md'],
    ['/acme/tools/hammer/-/blob/master/docs/read%20me.md', '&lt;script&gt;alert'],
    ['/acme/tools/hammer/-/blob/fix/leak/mended', 'yes'],
    ['/acme/tools/hammer/-/compare/master...fix/leak', 'mended, new'],
    ['/acme/tools/hammer/-/compare/fix/leak..master', 'mended, deleted'],
    ['/acme/tools/hammer/-/issues/new', 'New issue'],
    ['/acme/tools/hammer/-/merge_requests/new', 'POST /api/v4/projects/1/merge_requests'],
    ['/groups/acme/-/labels', '0 entries'],
    ['/groups/acme/-/milestones', '0 entries'],
    ['/ACME/Tools/Hammer', 'hammer'],
  ])('shows %s', async (path, content) => {
    const { status, body } = await open(path)
    expect(status).toBe(200)
    expect(body).toContain(content)
    expect(body).not.toContain('<script>alert')
  })

  it('shows the comparison that an answer names', async () => {
    const address = await urlOf(`${hammer}/repository/compare?from=master&to=fix%2Fleak`)
    const { status, body } = await open(address)
    expect(status).toBe(200)
    expect(body).toContain('mended, new')
  })

  it('shows a release where it is edited, to whoever may', async () => {
    const { body } = await api.as('jane').get(`${hammer}/releases/v1%2F0`)
    const address = body._links.edit_url
    expect(address).toMatch(/\/edit$/)
    const shown = await open(address, await signIn('jane'))
    expect(shown.status).toBe(200)
    expect(shown.body).toContain('The notes')
    expect((await open(address)).status).toBe(404)
  })

  it('looks at no path of more than 200 steps', async () => {
    const branch = `${'b/'.repeat(120)}b`
    await api.as('jane').post(`${hammer}/repository/branches`, { branch, ref: 'master' })
    const folders = (count: number) => '/d'.repeat(count)
    const tree = '/acme/tools/hammer/-/tree/'
    expect((await open(`${tree}${branch}${folders(74)}`)).status).toBe(200)
    expect((await open(`${tree}${branch}${folders(75)}`)).status).toBe(404)
    expect((await open(`${tree}master${folders(75)}`)).status).toBe(200)
  })

  it('shows the first hundred of a list, and how many there are', async () => {
    const path = '/acme/tools/hammer/-/labels'
    for (let index = 0; index < 120; index += 1) {
      await api.as('jane').post(`${hammer}/labels`, { name: `l${index}`, color: '#123456' })
    }
    const { body } = await open(path)
    expect(body.match(/<li>/g)).toHaveLength(100)
    expect(body).toContain('121 entries')
    expect(body).toContain('and 21 more')
  })

  it.each(['issues/1', 'merge_requests/1', 'snippets/1'])(
    'shows the address of v3: %s',
    async (path) => {
      expect((await open(`/acme/tools/hammer/${path}`)).status).toBe(200)
    },
  )

  const missing = [
    '/nobody',
    '/acme/tools/screwdriver',
    '/acme/tools/hammer/-/issues/99',
    '/acme/tools/hammer/-/issues/x',
    '/acme/tools/hammer/-/blob/master/none',
    '/acme/tools/hammer/-/commit/0000000',
    '/acme/tools/hammer/-/compare/master...none',
    '/acme/tools/hammer/-/compare/master',
    '/acme/tools/hammer/-/toString/1',
    '/groups/1',
    '/%ff',
  ]
  const hidden = [
    '/hidden/plan',
    '/hidden/plan/-/issues/1',
    '/hidden/plan/-/issues',
    '/hidden/plan/-/issues/new',
    '/hidden/plan/-/merge_requests/new',
    '/groups/hidden',
    '/groups/hidden/-/labels',
    '/acme/tools/hammer/-/issues/2',
    '/acme/tools/hammer/-/snippets/2',
  ]
  it.each([...missing, ...hidden])(
    'says of %s no more than that it is not to be seen',
    async (path) => {
      for (const headers of [{}, await signIn('bob')]) {
        const { status, body } = await open(path, headers)
        expect(status).toBe(404)
        expect(body).toContain(
          'This page does not exist, or you do not have permission to view it.',
        )
        expect(body).not.toMatch(/Planned|secret|puts/)
      }
    },
  )

  it('shows to whom may see it what others may not', async () => {
    const headers = await signIn('jane')
    for (const path of hidden) expect((await open(path, headers)).status).toBe(200)
    for (const path of missing) expect((await open(path, headers)).status).toBe(404)
    const list = await open('/acme/tools/hammer/-/issues', headers)
    expect(list.body).toContain('A secret')
    expect((await open('/acme/tools/hammer/-/issues')).body).not.toContain('A secret')
  })

  it('keeps a private profile private', async () => {
    const about = async (headers = {}) => (await open('/eve', headers)).body
    expect(await about()).not.toContain('Nobody reads this')
    expect(await about(await signIn('eve'))).toContain('Nobody reads this')
  })

  it('answers those who want no page as the API does', async () => {
    const { status, body } = await api.request('/nobody')
    expect([status, body]).toEqual([404, { error: '404 Not Found' }])
    expect((await api.request('/jane')).status).toBe(200)
    expect((await api.request('/jane', { method: 'POST' })).status).toBe(404)
  })
})

it('is found below the path of a world and of a server, and links there', async () => {
  const forge = await createTestForge({ seed })
  const { fetch } = application(forge, { basePath: '/forge' })
  const project = await fetch(new Request(`http://localhost:8080/forge/api/v4${hammer}`))
  const { web_url } = await project.json()
  const response = await fetch(new Request(web_url))
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('href="/forge/acme/tools/hammer/-/issues"')
  expect(text).toContain('href="/forge/users/sign_in?return_to=%2Fforge%2Facme%2Ftools%2Fhammer"')
})

it('leads whoever is not signed in to where they sign in, and back', async () => {
  const worlds = await createWorlds({ seed })
  const { fetch } = application(worlds, { basePath: '/forge' })
  await worlds.create({ name: 'b', seed })
  const accept = 'text/html'
  for (const place of ['/forge', '/forge/w/b']) {
    const page = `${place}/hidden/plan/-/issues/1?a=b`
    const missing = await fetch(new Request(`http://localhost${page}`, { headers: { accept } }))
    expect(missing.status).toBe(404)
    const target = encodeURIComponent(page)
    const address = `${place}/users/sign_in?return_to=${target}`
    expect(await missing.text()).toContain(`href="${address}"`)
    const signedIn = await fetch(
      new Request(`http://localhost${address}`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'jane' }),
      }),
    )
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, page])
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const shown = await fetch(
      new Request(`http://localhost${page}`, { headers: { accept, cookie } }),
    )
    expect(await shown.text()).toContain('Planned')
  }
})

it('leads a browser to the form of the console, with what the address says of it', async () => {
  const forge = await createTestForge({ seed })
  const page = 'acme/tools/hammer/-/merge_requests/new?merge_request%5Bsource_branch%5D=fix%2Fleak'
  const open = (options: object, url: string) =>
    application(forge, options).fetch(new Request(url, { headers: { accept: 'text/html' } }))
  const led = await open({}, `http://localhost:8080/${page}`)
  expect([led.status, led.headers.get('location')]).toEqual([302, `/_forge/projects/${page}`])
  const hidden = 'hidden/plan/-/issues/new?issue%5Btitle%5D=x'
  const ofOthers = await open({}, `http://localhost:8080/${hidden}`)
  expect(ofOthers.headers.get('location')).toBe(`/_forge/projects/${hidden}`)
  const below = await open({ basePath: '/forge' }, `http://localhost:8080/forge/${page}`)
  expect(below.headers.get('location')).toBe(`/forge/_forge/projects/${page}`)
  const alone = await open({ controlToken: null }, `http://localhost:8080/${page}`)
  expect([alone.status, await alone.text()]).toEqual([
    200,
    expect.stringContaining('New merge request'),
  ])
})

it('leads a browser to where the console shows the same, where the server has one', async () => {
  const forge = await createTestForge({ seed })
  const headers = { accept: 'text/html' }
  const linkIn = async (options: object, url: string, sent: HeadersInit = headers) => {
    const response = await application(forge, options).fetch(new Request(url, { headers: sent }))
    return /href="([^"]*)">Open in the console/.exec(await response.text())?.[1]
  }
  const page = 'acme/tools/hammer/-/blob/master/docs/read%20me.md?plain=1'
  expect(await linkIn({}, `http://localhost:8080/${page}`)).toBe(`/_forge/projects/${page}`)
  expect(await linkIn({ basePath: '/forge' }, `http://localhost:8080/forge/${page}`)).toBe(
    `/forge/_forge/projects/${page}`,
  )
  expect(await linkIn({ basePath: '/a' }, 'http://localhost:8080/a/hidden/plan')).toBe(
    '/a/_forge/projects/hidden/plan',
  )
  expect(await linkIn({}, `http://localhost:8080/${page}`, {})).toBe(undefined)
  expect(await linkIn({ controlToken: null }, `http://localhost:8080/${page}`)).toBe(undefined)
  const alone = await forge.fetch(`http://localhost:8080/${page}`, { headers })
  expect(await alone.text()).not.toContain('_forge')
})
