import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'dev' }, { username: 'pia' }, { username: 'gus' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'private',
      members: { dev: 'developer', pia: 'planner', gus: 'guest' },
    },
    { path: 'jane/plain', visibility: 'public', wiki_enabled: false },
    { path: 'jane/old', visibility: 'public', archived: true },
  ],
  wiki_pages: [
    { project: 'jane/site', title: 'home', content: 'Hello *you* <script>' },
    { project: 'jane/site', title: 'guides/Set up', content: 'One\n', format: 'asciidoc' },
    { project: 'jane/old', title: 'home', content: 'Old' },
  ],
  hooks: [
    {
      project: 'jane/site',
      url: 'https://hooks.example/wiki',
      push_events: false,
      wiki_page_events: true,
    },
  ],
}
const path = '/projects/1/wikis'
const setUp = `${path}/guides%2FSet-up`
const home = {
  format: 'markdown',
  slug: 'home',
  title: 'home',
  wiki_page_meta_id: 1,
  content: 'Hello *you* <script>',
  encoding: 'UTF-8',
  front_matter: {},
}

/** Specification of v4, people-groups-projects.md, section 12. */
describeV4('wikis', { seed }, (api) => {
  it('list their pages to whoever reads them, without what they say', async () => {
    const { status, body } = await api.as('gus').get(path)
    expect([status, body]).toEqual([
      200,
      [
        { format: 'asciidoc', slug: 'guides/Set-up', title: 'Set up', wiki_page_meta_id: 2 },
        { format: 'markdown', slug: 'home', title: 'home', wiki_page_meta_id: 1 },
      ],
    ])
    const full = await api.as('gus').get(`${path}?with_content=true`)
    expect(full.body[1]).toEqual(home)
  })

  it('show a page as it is written, or as HTML', async () => {
    const one = await api.as('gus').get(`${path}/home`)
    expect([one.status, one.body]).toEqual([200, home])
    const html = await api.as('gus').get(`${path}/home?render_html=true`)
    expect(html.body.content).toBe('<p dir="auto">Hello <em>you</em> </p>')
    const other = await api.as('gus').get(`${setUp}?render_html=true`)
    expect(other.body.content).toBe('<p dir="auto">One</p>')
    const old = await api.as('gus').get(`${path}/home?version=0123`)
    expect([old.status, old.body]).toEqual([404, { message: '404 Wiki Page Not Found' }])
  })

  it('are written by developers, under the title with hyphens for blanks', async () => {
    const page = { title: ' notes / Big  plan ', content: 'Do it', format: 'org' }
    const made = await api.as('dev').post(path, { ...page, front_matter: { title: 'The plan' } })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      ...home,
      format: 'org',
      slug: 'notes/Big-plan',
      title: 'Big plan',
      content: 'Do it',
      wiki_page_meta_id: 4,
      front_matter: { title: 'The plan' },
    })
    expect((await api.as('gus').post(path, page)).status).toBe(403)
  })

  it('change what is given, and leave a page in its folder', async () => {
    const renamed = await api.as('dev').put(setUp, { title: 'Begin' })
    expect([renamed.status, renamed.body.slug]).toEqual([200, 'guides/Begin'])
    expect(renamed.body).toMatchObject({ content: 'One\n', format: 'asciidoc' })
    expect((await api.as('dev').get(setUp)).status).toBe(404)
    const root = await api.as('dev').put(`${path}/guides%2FBegin`, { title: '/Begin' })
    expect(root.body.slug).toBe('Begin')
    const same = await api.as('dev').put(`${path}/Begin`, { title: 'Begin', content: 'Two' })
    expect([same.status, same.body.content]).toEqual([200, 'Two'])
    expect((await api.as('gus').put(`${path}/Begin`, { content: 'No' })).status).toBe(403)
  })

  it.each([
    [{ content: 'a' }, { error: 'title is missing' }],
    [{ title: 'a' }, { error: 'content is missing' }],
    [{ title: 'a', content: 'a', format: 'rtf' }, { error: 'format does not have a valid value' }],
    [{ title: ' / ', content: 'a' }, { message: { title: ["can't be blank"] } }],
    [{ title: 'a', content: ' ' }, { message: { content: ["can't be blank"] } }],
    [
      { title: 'guides/Set up', content: 'a' },
      { message: { base: ['Duplicate page: A page with that title already exists'] } },
    ],
  ])('refuse %j', async (request, body) => {
    const answer = await api.as('dev').post(path, request)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  it('refuse pages that are longer than the setting lets them be', async () => {
    api.forge.db.settings.update((q) => q.where({ id: 1 }), {
      data(settings) {
        settings.newer = { wiki_page_max_content_bytes: 3 }
      },
    })
    const long = await api.as('dev').post(path, { title: 'a', content: 'äö' })
    expect([long.status, long.body.message.content]).toEqual([
      400,
      ['is too long (4 Bytes). The maximum size is 3 Bytes.'],
    ])
    expect((await api.as('dev').post(path, { title: 'a', content: 'ä.' })).status).toBe(201)
  })

  it('refuse a change that changes nothing, and one of a page that there is not', async () => {
    const nothing = await api.as('dev').put(`${path}/home`, {})
    expect([nothing.status, nothing.body]).toEqual([
      400,
      { error: 'title, content, format are missing, at least one parameter must be provided' },
    ])
    for (const gone of [
      await api.as('dev').put(`${path}/none`, { content: 'a' }),
      await api.as('jane').delete(`${path}/none`),
      await api.as('dev').get(`${path}/none`),
    ]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 Wiki Page Not Found' }])
    }
  })

  it('let maintainers and planners remove pages, and developers not', async () => {
    expect((await api.as('dev').delete(`${path}/home`)).status).toBe(403)
    expect((await api.as('pia').post(path, { title: 'a', content: 'a' })).status).toBe(403)
    expect((await api.as('pia').delete(`${path}/home`)).status).toBe(204)
    expect((await api.as('jane').delete(setUp)).status).toBe(204)
    expect((await api.as('dev').get(path)).body).toEqual([])
  })

  it('are read and not written in an archived project, and are not there where they are off', async () => {
    expect((await api.as('dev').get('/projects/3/wikis/home')).status).toBe(200)
    const written = await api.as('jane').put('/projects/3/wikis/home', { content: 'New' })
    expect(written.status).toBe(403)
    expect((await api.as('jane').delete('/projects/3/wikis/home')).status).toBe(403)
    expect((await api.as('jane').get('/projects/2/wikis')).status).toBe(403)
  })

  it('keep files', async () => {
    const send = (as: string, name?: string) => {
      const body = new FormData()
      if (name) body.append('file', new File(['a'], name))
      return api.request(`/api/v4${path}/attachments`, {
        method: 'POST',
        headers: { 'private-token': `${as}-token` },
        body,
      })
    }
    const { status, body } = await send('dev', 'my notes.txt')
    expect(status).toBe(201)
    expect(body).toEqual({
      file_name: 'my_notes.txt',
      file_path: expect.stringMatching(/^uploads\/[\da-f]{32}\/my_notes\.txt$/),
      branch: 'main',
      link: { url: body.file_path, markdown: `[my_notes.txt](${body.file_path})` },
    })
    const picture = await send('dev', 'a.png')
    expect(picture.body.link.markdown).toBe(`![a](${picture.body.file_path})`)
    const missing = await send('dev')
    expect([missing.status, missing.body]).toEqual([400, { error: 'file is missing' }])
    expect((await send('gus', 'a.txt')).status).toBe(403)
  })

  it('tell the activity lists and hooks what becomes of pages', async () => {
    const dev = api.as('dev')
    await dev.post(path, { title: 'New', content: 'a' })
    const changed = await dev.put(`${path}/New`, { content: 'b' })
    const events = await dev.get('/projects/1/events?target_type=wiki')
    expect(events.body).toMatchObject([
      {
        action_name: 'updated',
        target_type: 'WikiPage::Meta',
        target_id: changed.body.wiki_page_meta_id,
        target_title: 'New',
        wiki_page: { slug: 'New', format: 'markdown' },
      },
      { action_name: 'created', target_title: 'New' },
      { action_name: 'created', target_title: 'Set up' },
      { action_name: 'created', target_title: 'home' },
    ])
    await api.as('jane').delete(`${path}/New`)
    const after = await dev.get('/projects/1/events?action=destroyed')
    expect(after.body).toMatchObject([{ target_title: 'New', target_id: null }])
    await api.forge.settled()
    const told = api.forge.deliveries.map(({ payload }) => payload)
    const page = (attributes: object) => ({
      object_kind: 'wiki_page',
      object_attributes: expect.objectContaining(attributes),
    })
    expect(told).toMatchObject([
      page({ action: 'create', slug: 'New', content: 'a', message: 'dev created page: New' }),
      page({ action: 'update', content: 'b' }),
      page({ action: 'delete' }),
    ])
    expect(told[0]).toMatchObject({
      user: { username: 'dev' },
      wiki: {
        path_with_namespace: 'jane/site.wiki',
        git_http_url: expect.stringMatching(/\/jane\/site\.wiki\.git$/),
        web_url: expect.stringMatching(/\/jane\/site\/-\/wikis\/home$/),
      },
    })
    await api.as('jane').post('/projects/1/hooks/1/test/wiki_page_events')
    const sample = page({ action: 'create', slug: 'guides/Set-up' })
    expect(api.forge.deliveries.at(-1)?.payload).toMatchObject(sample)
  })
})
