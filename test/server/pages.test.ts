import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/operations.ts'
import { createForge } from '../../src/create-forge.ts'
import type { ForgeOptions } from '../../src/forge-options.ts'
import { application } from '../../src/server/application.ts'
import { html } from '../../src/server/html.ts'

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

async function setUp(seed: ForgeOptions['seed']) {
  const forge = await createForge({ seed })
  const { fetch } = application(forge)
  const open = async (path: string, headers: Record<string, string> = { accept }) => {
    const response = await fetch(new Request(`http://127.0.0.1:8080${path}`, { headers }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { forge, open }
}

describe('the page of a forge', () => {
  it.each(['/', '/api/v3', '/api/v3/'])('is at %s for a browser', async (path) => {
    const { open } = await setUp('demo')
    const { status, headers, text } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('http://127.0.0.1:8080/api/v3')
    expect(text).toContain('href="/api/v3/openapi.json"')
    expect(text).toContain('href="/_forge/operations"')
  })

  it.each(['/', '/api/v3'])('is a 404 at %s for who asks for no HTML', async (path) => {
    const { open } = await setUp('empty')
    for (const headers of [{ accept: '' }, { accept: '*/*' }, { accept: 'application/json' }])
      expect((await open(path, headers)).status).toBe(404)
  })

  it('shows who can sign in, each with a token to copy', async () => {
    const { open } = await setUp({
      users: [
        { username: 'jane', token: '<jane>&"' },
        { username: 'gone', state: 'blocked' },
        { username: 'boss', admin: true },
      ],
    })
    const { text } = await open('/')
    expect(
      [...text.matchAll(/data-copy="([^"]*)" aria-label="Copy the token of (\w+)"/g)].map(
        ([, token, name]) => [name, token],
      ),
    ).toEqual([
      ['boss', 'boss-token'],
      ['jane', '&lt;jane&gt;&amp;&quot;'],
    ])
    expect(text).not.toContain('<jane>')
  })

  it('shows so many of a crowd, and says how many more there are', async () => {
    const users = Array.from({ length: 45 }, (_, number) => ({ username: `user${number}` }))
    const { open } = await setUp({ users })
    const { text } = await open('/')
    expect(text.match(/Copy the token of/g)).toHaveLength(40)
    expect(text).toContain('and 5 more')
  })

  it.each(['demo', 'empty'] as const)('has three calls that work in the world %s', async (seed) => {
    const { forge, open } = await setUp(seed)
    const { text } = await open('/')
    const lines = [...text.matchAll(/<div class="call"><code>(.*?)<\/code>/g)].map(
      ([, line = '']) => line.replaceAll('&#39;', "'"),
    )
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const [, method = 'GET', token = '', form, url = ''] =
        /^curl(?: -X (\w+))? -H 'PRIVATE-TOKEN: (.*?)'(?: -d '(.*?)')? '(.*)'$/.exec(line) ?? []
      const headers = {
        'private-token': token,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const response = await forge.fetch(
        new Request(url, { method, headers, ...(form ? { body: form } : {}) }),
      )
      expect([line, response.status]).toEqual([line, method === 'POST' ? 201 : 200])
      expect(await response.json()).not.toEqual([])
    }
    const links = [...text.matchAll(/href="(\/api\/v3\/[^"]*private_token[^"]*)"/g)]
    expect(links).toHaveLength(2)
    for (const [, link = ''] of links)
      expect((await open(link.replaceAll('&amp;', '&'), {})).status).toBe(200)
  })

  it('runs no script but its own, is shown in no frame and kept in no cache', async () => {
    const { open } = await setUp('empty')
    const { headers, text } = await open('/')
    const policy = headers.get('content-security-policy') ?? ''
    const hashOf = (pattern: RegExp) =>
      createHash('sha256')
        .update(pattern.exec(text)?.[1] ?? '')
        .digest('base64')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'sha256-${hashOf(/<script>(.*?)<\/script>/s)}'`)
    expect(policy).toContain(`style-src 'sha256-${hashOf(/<style>(.*?)<\/style>/s)}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

it('lists every operation on a page of its own', async () => {
  const { open } = await setUp('empty')
  const { text } = await open('/_forge/operations')
  const rows = [
    ...text.matchAll(/<span class="method">(\w+)<\/span><code class="path">(.*?)<\/code>/g),
  ]
  expect(rows.map(([, method, path]) => `${method} ${path}`).sort()).toEqual(
    operations.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

it('escapes texts and keeps HTML', () => {
  expect(html`<b title="${'"<&>\''}">${html`<i>${1}</i>`}${[html`a`, html`${'<'}`]}</b>`.html).toBe(
    '<b title="&quot;&lt;&amp;&gt;&#39;"><i>1</i>a&lt;</b>',
  )
})
