import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { numberOf, type ServedConsole, startConsole } from './open-console.ts'

const hostile = `<img src=x onerror="hacked=1"><script>hacked=1</script>\u202egnp.exe`

/** What a page has once it is there, or why it is not. */
const content =
  'main :is(.page-title, .table-row, .files, .entries, .file-head, .table-empty, .problem)'

/** Where the APIs say a `web_url` of each kind: the tenth project has snippets. */
const ofWebUrls: readonly (readonly [api: 'v4' | 'v3', path: string])[] = [
  ...[
    '/projects?per_page=100',
    '/groups',
    '/users?per_page=100',
    '/issues?scope=all&per_page=100',
    '/merge_requests?scope=all&per_page=100',
    '/groups/tidewater/milestones',
    ...[1, 2, 8, 10].flatMap((id) =>
      [
        'repository/branches',
        'repository/commits?all=true',
        'pipelines',
        'jobs',
        'milestones',
        'merge_requests/6/commits',
        'merge_requests/5/commits',
        'members/all',
        'releases',
      ].map((part) => `/projects/${id}/${part}`),
    ),
    '/projects/10/snippets',
  ].map((path) => ['v4', path] as const),
  ...[
    '/projects/visible',
    '/groups',
    '/users',
    '/issues',
    '/projects/1/issues',
    '/projects/1/merge_requests',
    '/projects/10/snippets',
  ].map((path) => ['v3', path] as const),
]

/** Each `web_url` of an answer, however deep. */
function webUrlsIn(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) =>
    key === 'web_url' && typeof value === 'string' ? [value] : webUrlsIn(value),
  )
}

/** What the path of a `web_url` is that of. */
function kindOf(pathname: string): string {
  const part = /\/(?:-\/)?(issues|merge_requests|snippets|milestones|commit|tree|pipelines|jobs)\//
  const named = part.exec(pathname)?.[1]
  if (pathname.startsWith('/groups/')) return named ? `${named} of a group` : 'group'
  return named ?? (pathname.split('/').length === 2 ? 'user' : 'project')
}

/** Markdown with whatever could lead somewhere, or be more than text. */
const hostileMarkdown = [
  '# A heading <img src=x onerror="hacked=1">',
  '- [x] done\n- [ ] **bold** and `code &lt;b&gt;`',
  '| a | b |\n| - | - |\n| <b>1</b> | 2 |',
  '[away](https://example.com/a?b=1&c=2) [script](javascript:hacked=1) [data](data:text/html,x) [in](/root/site/-/issues/1) [beside](docs/a.md) [below](#x)',
  '![picture](https://example.com/picture.png)',
  '```js\nconst a = "<script>hacked=1</script>"\n```',
  '<script>hacked=1</script>',
  'See #1, !9, @root and a#1 at root@example.com.',
  `${'>'.repeat(200)} deep`,
].join('\n\n')

const hostileSeed: Seed = {
  users: [{ username: 'root', admin: true, name: hostile }],
  projects: [
    {
      path: 'root/site',
      name: 'site',
      description: hostile,
      visibility: 'public',
      labels: [{ title: '<b>bug</b>', color: '#d9534f' }],
      repository: {
        commits: [
          {
            message: `${hostile}\n\n${hostile}`,
            author: 'root',
            actions: [
              { action: 'create', file_path: '<img src=x onerror=hacked=1>.md', content: hostile },
              {
                action: 'create',
                file_path: 'README.md',
                content: `# ${hostile}\n\n[beside](./docs/a.md) [below](#x)\n`,
              },
            ],
          },
        ],
      },
      issues: [
        {
          title: `${'long '.repeat(2000)}${hostile}`.slice(0, 10_000),
          author: 'root',
          description: hostile,
          labels: ['<b>bug</b>'],
          notes: [{ author: 'root', body: hostile }],
        },
        { title: 'Formatted', author: 'root', description: hostileMarkdown },
        { title: 'Endless', author: 'root', description: '[a]('.repeat(10_000) },
      ],
    },
  ],
}

describe.skipIf(lacksChromium)(titleOf('the projects of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  const ask = async (path: string, method = 'GET') => {
    const headers = { 'private-token': served.worlds.default.forge.tokens.root ?? '' }
    const answer = await fetch(`${served.server.url}/api/v4${path}`, { method, headers })
    return answer.json()
  }
  const website = 'projects/tidewater/website'

  it('show files of a revision, at the address that a reload keeps', async () => {
    const { page, problems, close } = await served.open(website)
    await page.getByRole('link', { name: 'scripts', exact: true }).click()
    await page.getByRole('link', { name: '..' }).or(page.getByLabel('The folder above')).waitFor()
    await expect
      .poll(() => page.url())
      .toContain('/projects/tidewater/website/-/tree/master/scripts')
    await page.goBack()
    await page.getByRole('link', { name: 'package.json' }).click()
    await page.locator('.hljs-attr').first().waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'package.json' }).waitFor()
    await page.getByLabel('Revision').selectOption('redesign')
    await page.waitForURL(/\/blob\/redesign\/package\.json$/)
    await page.locator('.last-commit').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('draw the history, and show what a commit changed', async () => {
    const { page, problems, close } = await served.open(`${website}/-/commits`)
    await page.getByText('16 commits').waitFor()
    // Each commit has its point; the two merges of the history have lines to a second lane.
    await expect.poll(() => page.locator('.graph circle').count()).toBe(16)
    const lanes = await page
      .locator('.graph circle')
      .evaluateAll((points) => [...new Set(points.map((point) => point.getAttribute('cx')))])
    expect(lanes).toHaveLength(2)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Wish a merry Christmas' }).waitFor()
    await page.getByText('1 file changed').waitFor()
    await page.locator('.diff-line.is-added').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('show a merge request with the discussions of its lines, and merge it', async () => {
    const api = 'projects/tidewater/collection-api'
    const { page, problems, close } = await served.open(`${api}/-/merge_requests`)
    await page.getByText('Tell where the pictures are').click()
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.locator('.diff-note').getByText('An array of addresses').waitFor()
    const resolve = page.locator('.diff-note').getByRole('button', { name: 'Resolve', exact: true })
    expect(await resolve.count()).toBe(0)
    await page.locator('.diff-note').getByRole('button', { name: 'Unresolve' }).click()
    await resolve.waitFor()
    await page.goto(`${served.server.url}/_forge/projects/tidewater/website/-/merge_requests`)
    await page.getByText('Redesign in the new blue').click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page
      .getByText('merged', { exact: true })
      .or(page.locator('.toast.is-problem'))
      .first()
      .waitFor()
    const iid = await numberOf(page, 'merge_requests')
    const path = `/projects/tidewater%2Fwebsite/merge_requests/${iid}`
    await expect.poll(async () => (await ask(path)).state).toBe('merged')
    expect(problems).toEqual([])
    await close()
  })

  it('draw a pipeline, and let a person play the runner of its jobs', async () => {
    const { page, problems, close } = await served.open(`${website}/-/pipelines`)
    await page.getByRole('button', { name: 'Run on master' }).click()
    await page.locator('.state.is-pending').first().waitFor()
    await page.locator('.table').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'The pipeline by stage' }).waitFor()
    await expect
      .poll(() => page.locator('.stage h3').allInnerTexts())
      .toEqual(['build', 'test', 'deploy'])
    await page.getByRole('link', { name: /pages/ }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.state.is-running').waitFor()
    await page.getByLabel('What the job prints').fill('12 pages, and one that is not there')
    await page.getByRole('button', { name: 'Fail' }).click()
    await page.locator('.page-head .state.is-failed').waitFor()
    await page.getByText('12 pages, and one that is not there').waitFor()
    const id = await numberOf(page, 'jobs')
    expect((await ask(`/projects/tidewater%2Fwebsite/jobs/${id}`)).status).toBe('failed')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Runs again').waitFor()
    await page.getByRole('link', { name: /^#\d+$/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.page-head .state.is-canceled').waitFor()
    const pipeline = await numberOf(page, 'pipelines')
    expect((await ask(`/projects/tidewater%2Fwebsite/pipelines/${pipeline}`)).status).toBe(
      'canceled',
    )
    expect(problems).toEqual([])
    await close()
  })

  it('show what the user sees who is acted as, and nothing else', async () => {
    const { page, close } = await served.open('projects/vault/ticketing')
    await page
      .getByRole('heading', { name: 'Vault' })
      .or(page.getByRole('link', { name: 'Ticketing', exact: true }))
      .first()
      .waitFor()
    await page.getByLabel('Acting as').selectOption('')
    await page.getByText('nobody sees nothing at').waitFor()
    await close()
  })

  it('ask nothing before it is known as whom', async () => {
    const { page, problems, close } = await served.open('projects')
    await page.route('**/_forge/overview', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.goto(`${served.server.url}/_forge/projects/vault/ticketing`)
    await page.getByRole('link', { name: 'Ticketing', exact: true }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('have a page for whatever a web_url names, as the forge itself has', async () => {
    const { url } = served.server
    const found = new Map<string, string[]>()
    for (const [api, path] of ofWebUrls) {
      const headers = { 'private-token': 'root-token' }
      const answer = await fetch(`${url}/api/${api}${path}`, { headers })
      for (const webUrl of webUrlsIn(await answer.json())) {
        const kind = `${api} ${kindOf(new URL(webUrl).pathname)}`
        found.set(kind, [...(found.get(kind) ?? []), webUrl])
      }
    }
    const kinds = ['commit', 'group', 'issues', 'jobs', 'merge_requests', 'milestones']
    kinds.push('milestones of a group', 'pipelines', 'project', 'snippets', 'tree', 'user')
    expect([...found.keys()].sort()).toEqual([
      'v3 group',
      'v3 issues',
      'v3 merge_requests',
      'v3 project',
      'v3 snippets',
      'v3 user',
      ...kinds.map((kind) => `v4 ${kind}`),
    ])

    const login = new URLSearchParams({ 'user[login]': 'root', 'user[password]': 'root-token' })
    const sign = { method: 'POST', redirect: 'manual', body: login } as const
    const cookie = (await fetch(`${url}/users/sign_in`, sign)).headers.get('set-cookie') ?? ''
    const headers = { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' }
    for (const webUrl of new Set([...found.values()].flat())) {
      expect([webUrl, (await fetch(webUrl, { headers })).status]).toEqual([webUrl, 200])
    }

    const { page, problems, close } = await served.open('projects')
    for (const webUrl of [...found.values()].flatMap((all) => [all[0] ?? '', all.at(-1) ?? ''])) {
      await page.goto(`${url}/_forge/projects${new URL(webUrl).pathname}`)
      await page.locator(content).first().waitFor()
      expect([webUrl, await page.locator('main .problem').count()]).toEqual([webUrl, 0])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('take what people wrote for text, whatever it is', async () => {
    await served.worlds.create({ name: 'hostile', seed: hostileSeed })
    const { page, problems, faults, close } = await served.open('/w/hostile/_forge/projects', {
      width: 320,
    })
    const home = `${served.server.url}/w/hostile/_forge/projects/root/site`
    for (const part of ['', '/-/commits', '/-/issues', '/-/issues/1', '/-/labels']) {
      await page.goto(`${home}${part}`)
      await page
        .locator('main')
        .getByText('<img src=x')
        .or(page.getByText('<b>bug</b>'))
        .first()
        .waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBe(undefined)
      expect([part, await page.locator('main img, main script, main b').count()]).toEqual([part, 0])
      expect([part, await faults()]).toEqual([part, []])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('format what people wrote in Markdown, of which nothing is more than text and links', async () => {
    await served.worlds.create({ name: 'formatted', seed: hostileSeed })
    const { page, problems, faults, close } = await served.open(
      '/w/formatted/_forge/projects/root/site/-/issues/2',
    )
    const prose = page.locator('.prose')
    await prose.getByRole('heading', { name: 'A heading <img src=x onerror="hacked=1">' }).waitFor()
    expect(await prose.getByRole('checkbox', { checked: true }).count()).toBe(1)
    expect(await prose.locator('strong').innerText()).toBe('bold')
    expect(await prose.locator('li code').innerText()).toBe('code &lt;b&gt;')
    expect(await prose.locator('td').allInnerTexts()).toEqual(['<b>1</b>', '2'])
    await prose.locator('.hljs-keyword').waitFor()
    await prose.getByText('<script>hacked=1</script>', { exact: true }).waitFor()
    const links = await prose
      .locator('a')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    const home = '/w/formatted/_forge/projects/root/site/-'
    expect(links).toEqual([
      ['away', 'https://example.com/a?b=1&c=2'],
      ['in', `${home}/issues/1`],
      ['image: picture', 'https://example.com/picture.png'],
      ['#1', `${home}/issues/1`],
      ['!9', `${home}/merge_requests/9`],
      ['@root', '/w/formatted/_forge/projects/root'],
    ])
    expect(await page.locator('main :is(img, script, b, iframe)').count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBe(undefined)
    expect(await faults()).toEqual([])
    await page.goto(`${served.server.url}${home.slice(0, -2)}`)
    await prose.getByRole('link', { name: 'beside' }).waitFor()
    expect(
      await prose.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual([`${home}/blob/master/docs/a.md`])
    await page.goto(`${served.server.url}${home}/issues/3`)
    await page.getByText('[a]([a](').waitFor()
    await page.getByRole('button', { name: 'Close issue' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
