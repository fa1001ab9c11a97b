import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'omar' }],
  groups: [{ path: 'acme', visibility: 'public', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      issues: [
        { title: 'It leaks', author: 'jane' },
        { title: 'Hidden', author: 'jane', confidential: true },
      ],
      repository: {
        commits: [
          {
            branch: 'main',
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: 'Hi' }],
          },
        ],
      },
    },
    { path: 'jane/tales', visibility: 'public', description: `*${'a'.repeat(2000)}*` },
  ],
}
const issue = 'http://forge.test/jane/site/-/issues/1'

/** Specification of v4: the fields `*_html`, each rendered by the pipeline of its kind. */
describeV4('texts of records as HTML', { seed }, (api) => {
  const jane = api.as('jane')
  const described = async (description: string) =>
    (await jane.put('/projects/1', { description })).body.description_html

  it('have the references and marks of the description of a project', async () => {
    expect(await described('It **works**, #1\n\n<script>alert(1)</script>')).toMatch(
      new RegExp(
        `^<p dir="auto">It <strong>works</strong>, <a href="${issue}" .*>#1</a></p>$`,
        's',
      ),
    )
    const { body } = await api.as('omar').get('/projects')
    const site = body.find(({ path }: { path: string }) => path === 'site')
    expect(site.description_html).toContain('<strong>works</strong>')
    expect(await described('')).toBe('')
  })

  it('link what the caller may see alone', async () => {
    expect(await described('See #2')).toContain('<a ')
    const { body } = await api.as('omar').get('/projects/1')
    expect(body.description_html).toBe('<p dir="auto">See #2</p>')
  })

  it('leave out code blocks, lists and images of the description of a project', async () => {
    expect(await described('- a\n- *b*')).toBe('\na\n<em>b</em>\n')
    expect(await described('a ![b](c.png)')).toBe('<p dir="auto">a </p>')
  })

  it.each([
    'Plain words, (a few); 2 of them - here? Yes.',
    'Ünïcode wörds',
    'a  b',
    'See www.example.com',
    '1. One',
    'deadbeef',
    'It ends ',
    "It's",
    'a\n\nb',
    'a_b_c',
    'https://example.com',
  ])('are the same as of POST /markdown: %s', async (description) => {
    const text = { text: description, gfm: true, project: 'jane/site' }
    const { html } = (await jane.post('/markdown', text)).body
    expect(await described(description)).toBe(html.replace(/<\/?(ol|li)\b[^>]*>/g, ''))
  })

  it('are paragraphs where the description of a project is longer than in GitLab', async () => {
    const { body } = await jane.get('/projects/2')
    expect(body.description_html).toMatch(/^<p dir="auto">\*a+\*<\/p>$/)
  })

  it('have emoji and references in the descriptions of labels, and no other Markdown', async () => {
    const label = { name: 'bug', color: '#ff0000', description: '*It* <fails> :bug: #1 "now"' }
    const { body } = await jane.post('/projects/1/labels', label)
    expect(body.description_html).toMatch(
      new RegExp(
        `^\\*It\\* &lt;fails&gt; <gl-emoji data-name="bug">🐛</gl-emoji> <a href="${issue}" [^>]*>#1</a> &quot;now&quot;$`,
      ),
    )
    const ofGroup = await jane.post('/groups/acme/labels', label)
    expect(ofGroup.body.description_html).toBe(
      '*It* &lt;fails&gt; <gl-emoji data-name="bug">🐛</gl-emoji> #1 &quot;now&quot;',
    )
  })

  it('are rendered in a list of releases up to 200,000 characters', async () => {
    const releases = '/projects/1/releases'
    const description = `*${'a'.repeat(19_990)}*`
    for (let at = 0; at < 11; at++)
      await jane.post(releases, { tag_name: `v${at}`, ref: 'main', description })
    const { body } = await jane.get(releases, { include_html_description: true })
    const rendered = body.map((one: { description_html: string }) =>
      one.description_html.startsWith('<p dir="auto"><em>a'),
    )
    expect(rendered).toEqual([...Array(10).fill(true), false])
  })
})
