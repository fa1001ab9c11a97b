import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [
    {
      username: 'jane',
      personal_access_tokens: [{ token: 'reads', name: 'reads', scopes: ['read_api' as const] }],
    },
    { username: 'omar' },
  ],
  projects: [
    { path: 'jane/secret', visibility: 'private' as const },
    {
      path: 'jane/site',
      visibility: 'public' as const,
      labels: [{ title: 'bug' }, { title: 'two words' }],
      milestones: [{ title: 'v1' }],
      issues: [
        { title: 'It "leaks"', author: 'jane' },
        { title: 'Hidden', author: 'jane', confidential: true },
      ],
      repository: {
        commits: [
          {
            branch: 'main',
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create' as const, file_path: 'README.md', content: 'Hi' }],
          },
        ],
      },
    },
  ],
}

describeV4('texts as HTML', { seed }, (api) => {
  it('are their paragraphs, escaped', async () => {
    const { status, body } = await api.as('jane').post('/markdown', { text: 'One < two\n\nThree' })
    expect([status, body]).toEqual([
      201,
      { html: '<p dir="auto">One &lt; two</p>\n<p dir="auto">Three</p>' },
    ])
  })

  it('are given to whoever may read, who changes nothing by it', async () => {
    const path = '/markdown?private_token=reads'
    const { status } = await api.anonymous.post(path, { text: 'It works' })
    expect(status).toBe(201)
  })

  it('are read in a project that the caller sees', async () => {
    const text = { text: 'It works', project: 'jane/secret' }
    expect((await api.as('jane').post('/markdown', text)).status).toBe(201)
    for (const unseen of [text, { ...text, project: 'jane/none' }]) {
      const { status, body } = await api.as('omar').post('/markdown', unseen)
      expect([status, body]).toEqual([404, { message: '404 Project Not Found' }])
    }
  })

  it('need a text, and somebody who asks', async () => {
    const { status, body } = await api.as('jane').post('/markdown', {})
    expect([status, body]).toEqual([400, { error: 'text is missing' }])
    expect((await api.anonymous.post('/markdown', { text: 'It works' })).status).toBe(401)
  })

  const html = async (text: string, options: Readonly<Record<string, unknown>> = {}) =>
    (await api.as('omar').post('/markdown', { text, ...options })).body.html

  it.each([
    ['a heading', '## Two *words*', '<h2 dir="auto">Two <em>words</em></h2>'],
    [
      'marks',
      '**a** ~~b~~ `c < d`',
      '<p dir="auto"><strong>a</strong> <del>b</del> <code>c &lt; d</code></p>',
    ],
    [
      'an address',
      'https://example.com',
      '<p dir="auto"><a href="https://example.com">https://example.com</a></p>',
    ],
    ['a picture', '![A "b"](a.png)', '<p dir="auto"><img src="a.png" alt="A &quot;b&quot;"></p>'],
    ['code', '```ruby\nputs "1"\n```', '<pre lang="ruby"><code>puts &quot;1&quot;\n</code></pre>'],
    ['a quote', '> a', '<blockquote dir="auto">\n<p dir="auto">a</p>\n</blockquote>'],
    ['a list', '3. a\n4. b', '<ol start="3" dir="auto">\n<li>a</li>\n<li>b</li>\n</ol>'],
    [
      'a loose list',
      '- a\n\n- b',
      '<ul dir="auto">\n<li><p dir="auto">a</p></li>\n<li><p dir="auto">b</p></li>\n</ul>',
    ],
    [
      'tasks',
      '- [x] a',
      '<ul dir="auto">\n<li><input type="checkbox" disabled checked> a</li>\n</ul>',
    ],
    [
      'a table',
      'a | b\n-- | :-:\n1 | 2',
      '<table dir="auto">\n<thead>\n<tr>\n<th>a</th>\n<th align="center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="center">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    ['references and emoji', '#1 :tada:', '<p dir="auto">#1 :tada:</p>'],
  ])('render %s without `gfm`', async (_, text, expected) => {
    expect(await html(text, { project: 'jane/site' })).toBe(expected)
  })

  it('have anchors, emoji, tasks and lines of code with `gfm`', async () => {
    const anchor = (name: string) =>
      `<a id="user-content-${name}" class="anchor" href="#${name}" aria-hidden="true"></a>`
    expect(await html('# One & two!\n# One & two!', { gfm: true })).toBe(
      `<h1 dir="auto">\n${anchor('one-two')}One &amp; two!</h1>\n<h1 dir="auto">\n${anchor('one-two-1')}One &amp; two!</h1>`,
    )
    expect(await html(':tada: :none: `:tada:`', { gfm: true })).toBe(
      '<p dir="auto"><gl-emoji data-name="tada">🎉</gl-emoji> :none: <code>:tada:</code></p>',
    )
    expect(await html('- [ ] a', { gfm: true })).toBe(
      '<ul class="task-list" dir="auto">\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> a</li>\n</ul>',
    )
    expect(await html('```ruby\na\nb\n```', { gfm: true })).toBe(
      '<pre class="code highlight js-syntax-highlight language-ruby" lang="ruby" v-pre="true"><code><span id="LC1" class="line" lang="ruby">a</span>\n<span id="LC2" class="line" lang="ruby">b</span></code></pre>',
    )
  })

  const issues = 'http://forge.test/jane/site/-/issues'
  it.each([
    ['#1', `${issues}/1`, 'issue', 'It &quot;leaks&quot;', '#1'],
    ['jane/site#1', `${issues}/1`, 'issue', 'It &quot;leaks&quot;', 'jane/site#1'],
    ['@JANE', 'http://forge.test/jane', 'project_member', 'jane', '@jane'],
    ['~bug', `${issues}?label_name=bug`, 'label', undefined, 'bug'],
    ['~"two words"', `${issues}?label_name=two%20words`, 'label', undefined, 'two words'],
    ['%v1', 'http://forge.test/jane/site/-/milestones/1', 'milestone', undefined, '%v1'],
  ])('link %s in a project', async (text, address, type, title, shown) => {
    const found = await html(`(${text}, it)`, { gfm: true, project: 'jane/site' })
    expect(found).toMatch(/^<p dir="auto">\(<a [^>]*>[^<]*<\/a>, it\)<\/p>$/)
    expect(found).toContain(`<a href="${address}" `)
    expect(found).toContain(`class="gfm gfm-${type}">${shown}</a>`)
    if (title) expect(found).toContain(` title="${title}"`)
  })

  it('link the ids of commits', async () => {
    const { body } = await api.as('jane').get('/projects/jane%2Fsite/repository/commits')
    const id: string = body[0].id
    expect(await html(`See ${id.slice(0, 10)}`, { gfm: true, project: 'jane/site' })).toContain(
      `href="http://forge.test/jane/site/-/commit/${id}"`,
    )
  })

  it.each(['#2', '#9', '@nobody', '~none', '%v9', '`#1`', '&#35;1', 'a#1a', 'deadbeef'])(
    'do not link %s',
    async (text) => {
      expect(await html(text, { gfm: true, project: 'jane/site' })).not.toContain('<a')
    },
  )

  it('link nothing within a link, or without a project', async () => {
    const within = await html('[#1](/a)', { gfm: true, project: 'jane/site' })
    expect(within).toBe('<p dir="auto"><a href="/a">#1</a></p>')
    expect(await html('#1', { gfm: true })).toBe('<p dir="auto">#1</p>')
  })

  it.each([
    ['<script>alert(1)</script>', ''],
    ['a <script>alert(1)</script> b', '<p dir="auto">a alert(1) b</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x">'],
    ['<details open><summary>a</summary>b', '<details open=""><summary>a</summary>b</details>'],
    ['<div style="top: 0">a</div>', '<div>a</div>'],
    ['<b>a', '<p dir="auto"><b>a</p></b>'],
    ['a</div>', '<p dir="auto">a</p>'],
    ['[a](javascript:alert(1))', '<p dir="auto">a</p>'],
    ['[a](<java\tscript:alert(1)>)', '<p dir="auto">a</p>'],
    ['<a href="jAvascript:alert(1)">a</a>', '<p dir="auto"><a>a</a></p>'],
    ['<a href="data:text/html,a">a</a>', '<p dir="auto"><a>a</a></p>'],
    ['![a](javascript:alert(1))', '<p dir="auto">a</p>'],
    [
      '[a](/b "c\\" onclick=\\"d")',
      '<p dir="auto"><a href="/b" title="c&quot; onclick=&quot;d">a</a></p>',
    ],
    ['```a"onclick="b\nc\n```', '<pre lang="a&quot;onclick=&quot;b"><code>c\n</code></pre>'],
    ['<!-- a --> b', ' b'],
    ['<iframe src="a"></iframe>', ''],
    ['<pre>a < b</pre>', '<pre>a &lt; b</pre>'],
  ])('run no code: %s', async (text, expected) => {
    expect(await html(text)).toBe(expected)
  })

  it.each([
    ['open brackets', '['],
    ['quotes', '>'],
    ['comments', '<!--'],
    ['tags', '<a '],
    ['stars', '*a'],
    ['references', '~a.'],
  ])('of many %s are still HTML', async (_, piece) => {
    const text = piece.repeat(5000)
    expect(await html(text, { gfm: true, project: 'jane/site' })).toEqual(expect.any(String))
  })

  it('are escaped paragraphs above 20,000 characters, or 1,000 marks of emphasis', async () => {
    expect(await html(`**${'a'.repeat(20_000)}**`)).toMatch(/^<p dir="auto">\*\*a/)
    expect(await html('_a '.repeat(1000))).toMatch(/^<p dir="auto">_a _a/)
  })
})
