import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'
import { lacksChromium, launchChromium, titleOf } from './chromium.ts'
import { type PageServer, servePage } from './page-server.ts'

const title = titleOf('the demo world in a real browser')
if (lacksChromium) console.error(title)

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

describe.skipIf(lacksChromium)(title, () => {
  let server: PageServer
  let browser: Browser
  let page: Page
  let twin: Forge
  const problems: string[] = []

  beforeAll(async () => {
    twin = await createTestForge({ seed: 'demo' })
    server = await servePage()
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(server.url)
    await page.waitForFunction(() => globalThis.forge !== undefined)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    twin.reset()
    await page.evaluate(() => globalThis.forge?.reset())
  })

  /** What `fetch` answers in the page; the path is below its own origin, or a whole URL. */
  function fetchInPage(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    return page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url, options)
        const { status } = response
        return {
          status,
          headers: Object.fromEntries(response.headers),
          text: await response.text(),
        }
      },
      [new URL(path, server.url).href, { headers, ...init }] as const,
    )
  }

  const projectIds = ({ text }: Answer) =>
    (JSON.parse(text) as { id: number }[]).map((project) => project.id)

  /** What lists hold without `archived`. */
  const unarchived = () => twin.db.projects.all().filter((project) => !project.is_archived)

  it('lists projects as the same forge in Node does', async () => {
    const path = '/api/v3/projects/all?statistics=true&per_page=100'
    const there = await fetchInPage(path)
    const headers = { 'private-token': 'root-token' }
    const here = await twin.fetch(new Request(new URL(path, server.url), { headers }))
    expect(there.status).toBe(200)
    expect(JSON.parse(there.text)).toEqual(await here.json())
    expect(projectIds(there)).toHaveLength(unarchived().length)
  })

  it('reads the pagination headers', async () => {
    const { headers } = await fetchInPage('/api/v3/projects/all?page=2&per_page=5')
    const total = unarchived().length
    expect(total).toBeGreaterThan(10)
    expect(headers).toMatchObject({
      'x-total': String(total),
      'x-total-pages': String(Math.ceil(total / 5)),
      'x-per-page': '5',
      'x-page': '2',
      'x-next-page': '3',
      'x-prev-page': '1',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('pages through by the links', async () => {
    const seen: number[] = []
    let next: string | undefined = '/api/v3/projects/all?per_page=5&order_by=id&sort=asc'
    while (next !== undefined) {
      const answer = await fetchInPage(next)
      seen.push(...projectIds(answer))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.link ?? '')?.[1]
    }
    expect(seen).toEqual(unarchived().map((project) => project.id))
  })

  it('creates a group, and forgets it on a reset', async () => {
    const body = JSON.stringify({ name: 'Lighthouse', path: 'lighthouse', visibility_level: 20 })
    const created = await fetchInPage('/api/v3/groups', { method: 'POST', body })
    expect(created.status).toBe(201)
    const { id } = JSON.parse(created.text)
    expect((await fetchInPage('/api/v3/groups/lighthouse')).status).toBe(200)
    expect(await page.evaluate((one) => globalThis.forge?.db.namespaces.get(one)?.name, id)).toBe(
      'Lighthouse',
    )

    await page.evaluate(() => globalThis.forge?.reset())
    expect((await fetchInPage('/api/v3/groups/lighthouse')).status).toBe(404)
    expect(JSON.parse((await fetchInPage('/api/v3/groups')).text)).toHaveLength(
      twin.db.namespaces.by('kind', 'group').length,
    )
  })

  it('takes forms, refuses what is wrong, and removes', async () => {
    const headers = {
      'private-token': 'root-token',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const form = { method: 'POST', headers, body: 'name=Quay+wall&path=quay' }
    const created = await fetchInPage('/api/v3/groups', form)
    expect(JSON.parse(created.text)).toMatchObject({ name: 'Quay wall', path: 'quay' })
    const again = await fetchInPage('/api/v3/groups', form)
    expect(again.status).toBe(400)
    expect(JSON.parse(again.text)).toMatchObject({ message: { path: ['has already been taken'] } })
    expect((await fetchInPage('/api/v3/groups/quay', { method: 'DELETE' })).status).toBe(200)
    expect((await fetchInPage('/api/v3/groups/quay')).status).toBe(404)
    const nobody = await fetchInPage('/api/v3/user', { headers: {} })
    expect(JSON.parse(nobody.text)).toEqual({ message: '401 Unauthorized' })
  })

  it('stands in for a forge on another origin', async () => {
    const there = await fetchInPage('https://forge.example.com/api/v3/projects?per_page=1')
    expect(there.status).toBe(200)
    expect(there.headers.link).toContain('<https://forge.example.com/api/v3/projects?')
  })

  it('asked the network for files only, and met no error', () => {
    expect(server.asked).toContain('/page.js')
    expect(server.asked.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(problems).toEqual([])
  })
})
