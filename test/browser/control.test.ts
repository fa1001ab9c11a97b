import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type * as clientModule from '../../src/worlds/client/index.ts'
import { createWorlds } from '../../src/worlds/create-worlds.ts'
import type { Worlds } from '../../src/worlds/worlds.ts'
import { now } from '../harness.ts'
import { seed } from '../worlds/control/served-worlds.ts'
import { lacksChromium, launchChromium, titleOf } from './chromium.ts'

/** What the page has once the client is loaded. */
declare const client: typeof clientModule

/** The client as a script of its own, which leaves it in `client`. */
async function bundledClient(): Promise<string> {
  const input = new URL('../../src/worlds/client/index.ts', import.meta.url).pathname
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', name: 'client' })
  return output[0].code
}

describe.skipIf(lacksChromium)(titleOf('control calls from pages in a real browser'), () => {
  let worlds: Worlds
  let server: Listening
  let pages: Server
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    worlds = await createWorlds({ seed, now })
    server = await listen(worlds, { port: 0 })
    pages = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>a</title>')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    browser = await launchChromium(['evil.example'])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    pages?.close()
  })
  beforeEach(async () => {
    worlds.reset('default')
    await worlds.default.forge.add({ issues: [{ project: 'jane/website', title: 'precious' }] })
    page = await (await browser.newContext()).newPage()
    return () => page.context().close()
  })

  const pageOn = (host: string) => {
    const { port } = pages.address() as AddressInfo
    return page.goto(`http://${host}:${port}/`)
  }
  const issues = () => worlds.default.forge.db.issues.all().length

  /** What becomes of a call that the page makes: its status, or why there is none. */
  const call = (url: string, init: RequestInit) =>
    page.evaluate(
      ({ url, init }) =>
        fetch(url, init).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        ),
      { url, init },
    )

  it('reach a page of this machine, by the client', async () => {
    await pageOn('127.0.0.1')
    await page.addScriptTag({ content: await bundledClient() })
    const received = page.evaluate(async (url) => {
      const ending = new AbortController()
      const events = client.connect(url).events({ signal: ending.signal })
      await events.opened
      await fetch(`${url}/api/v3/projects/1`)
      const paths: string[] = []
      for await (const event of events) {
        if (event.type === 'request') paths.push(event.request.path)
        ending.abort()
      }
      return paths
    }, server.url)
    expect(await received).toEqual(['/api/v3/projects/1'])
  })

  it('are refused to a page on another site', async () => {
    await pageOn('evil.example')
    const reset = `${server.url}/_forge/reset`
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const simple = {
        method: 'POST',
        mode: 'no-cors',
        body: '{}',
        headers: { 'content-type': type },
      }
      expect(await call(reset, simple as RequestInit)).toBe(0)
    }
    const meant = { 'x-forge-control': '1', 'content-type': 'application/json' }
    expect(await call(reset, { method: 'POST', headers: meant })).toContain('TypeError')
    expect(await call(`${server.url}/_forge/export`, {})).toContain('TypeError')
    expect(issues()).toBe(1)
  })

  it('are refused to a form on another site', async () => {
    await pageOn('evil.example')
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post' })
      form.enctype = 'text/plain'
      document.body.append(form)
      form.submit()
    }, `${server.url}/_forge/reset`)
    await page.waitForURL(/_forge/)
    expect(await page.textContent('body')).toContain('403 Forbidden')
    expect(issues()).toBe(1)
  })

  it('are refused to a page whose name was pointed at this machine', async () => {
    const answer = await page.goto(`http://evil.example:${server.port}/`)
    expect(answer?.status()).toBe(421)
    const meant = { 'x-forge-control': '1' }
    expect(await call('/_forge/reset', { method: 'POST', headers: meant })).toBe(421)
    expect(await call('/_forge/export', {})).toBe(421)
    expect(issues()).toBe(1)
  })

  it('are done for a page of this machine, in the world of its cookie', async () => {
    const made = await worlds.create({ name: 'mine', from: 'default' })
    await page.context().addCookies([{ name: 'forge_world', value: 'mine', url: server.url }])
    await pageOn('127.0.0.1')
    const meant = { 'x-forge-control': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ issues: [{ project: 'jane/website', title: 'one more' }] })
    const add = { method: 'POST', headers: meant, body, credentials: 'include' } as const
    expect(await call(`${server.url}/_forge/add`, add)).toBe(201)
    expect([issues(), made.forge.db.issues.all().length]).toEqual([1, 2])
    const reset = { method: 'POST', headers: meant }
    expect(await call(`${server.url}/_forge/reset`, { ...reset, credentials: 'omit' })).toBe(200)
    expect([issues(), made.forge.db.issues.all().length]).toEqual([0, 2])
  })
})
