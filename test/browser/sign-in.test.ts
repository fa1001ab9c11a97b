import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration as ClientConfiguration,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'
import { lacksChromium, launchChromium, titleOf } from './chromium.ts'
import { type Tabs, tabsOf } from './tabs.ts'

/** An application that signs its users in by a client that others wrote. */
async function startApplication(forgeUrl: string) {
  const config: Configuration = new ClientConfiguration(
    {
      issuer: forgeUrl,
      authorization_endpoint: `${forgeUrl}/oauth/authorize`,
      token_endpoint: `${forgeUrl}/oauth/token`,
      revocation_endpoint: `${forgeUrl}/oauth/revoke`,
    },
    'dashboard',
    {},
    ClientSecretPost('dashboard-secret'),
  )
  allowInsecureRequests(config)
  const verifier = randomPKCECodeVerifier()
  const state = randomState()
  let token = { access_token: '', refresh_token: '' }
  const server: Server = createServer(async (request, response) => {
    const here = new URL(request.url ?? '/', 'http://127.0.0.1')
    here.port = String((server.address() as AddressInfo).port)
    const redirect_uri = `${here.origin}/callback`
    if (here.pathname === '/') {
      const code_challenge = await calculatePKCECodeChallenge(verifier)
      const asked = { redirect_uri, scope: 'read_user', state, code_challenge }
      const url = buildAuthorizationUrl(config, { ...asked, code_challenge_method: 'S256' })
      response.writeHead(302, { location: url.href }).end()
      return
    }
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    try {
      const given = { pkceCodeVerifier: verifier, expectedState: state }
      const { access_token, refresh_token = '' } = await authorizationCodeGrant(config, here, given)
      token = { access_token, refresh_token }
      const user = await whoIs(forgeUrl, access_token)
      response.end(`Hello ${user.username}`)
    } catch (error) {
      response.end(`No: ${error instanceof Error && 'error' in error ? error.error : error}`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { config, server, url: `http://127.0.0.1:${port}`, token: () => token }
}

async function whoIs(forgeUrl: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${forgeUrl}/api/v4/user`, { headers })
  return response.json()
}

describe.skipIf(lacksChromium)(titleOf('signing in to an application in a real browser'), () => {
  let forge: Forge
  let server: Listening
  let browser: Browser
  let tabs: Tabs
  let application: Awaited<ReturnType<typeof startApplication>>
  beforeAll(async () => {
    forge = await createTestForge({
      seed: {
        users: [
          { username: 'root', admin: true },
          { username: 'jane', name: 'Jane Doe' },
        ],
        applications: [
          {
            name: 'Dashboard',
            redirect_uris: ['http://127.0.0.1/callback'],
            scopes: ['read_user'],
          },
        ],
      },
    })
    server = await listen(forge, { port: 0 })
    application = await startApplication(server.url)
    browser = await launchChromium()
    tabs = tabsOf(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await new Promise((resolve) => application?.server.close(resolve))
    await server?.close()
  })

  async function open(colorScheme: 'light' | 'dark' = 'light', width = 800) {
    const page = await tabs.open({ colorScheme, width, height: 700 })
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(application.url)
    return { page, problems, close: () => tabs.close(page) }
  }

  const textOf = (page: Page) => page.locator('body').innerText()

  it('leads by a click on a name and a click of consent to the application, which acts for the user', async () => {
    const { page, problems, close } = await open()
    await page.getByRole('button', { name: 'Sign in as jane' }).click()
    expect(await textOf(page)).toContain('Authorize Dashboard?')
    await page.getByRole('button', { name: 'Authorize Dashboard' }).click()
    await page.waitForURL(/\/callback\?/)
    expect(await textOf(page)).toBe('Hello jane')
    const { config, token } = application
    const next = await refreshTokenGrant(config, token().refresh_token)
    expect(await whoIs(server.url, next.access_token)).toMatchObject({ username: 'jane' })
    expect(await whoIs(server.url, token().access_token)).toMatchObject({ error: 'invalid_token' })
    await page.goto(application.url)
    expect(await textOf(page)).toBe('Hello jane')
    await tokenRevocation(config, token().access_token)
    expect(await whoIs(server.url, token().access_token)).toMatchObject({ error: 'invalid_token' })
    expect(problems).toEqual([])
    await close()
  })

  it('tells the application that the user said no', async () => {
    const { page, problems, close } = await open()
    await page.getByRole('button', { name: 'Sign in as root' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/callback\?/)
    expect(await textOf(page)).toBe('No: access_denied')
    expect(problems).toEqual([])
    await close()
  })

  it('shows in narrow windows what addresses name', async () => {
    const { page, problems, close } = await open('light', 320)
    await page.getByRole('button', { name: 'Sign in as jane' }).click()
    const word = 'W'.repeat(100)
    const project = {
      path: 'jane/site',
      issues: [{ title: word, author: 'jane', description: word }],
    }
    await forge.add({ projects: [project] })
    for (const path of ['jane', 'jane/site', 'jane/site/-/issues', 'jane/site/-/issues/1']) {
      await page.goto(`${server.url}/${path}`)
      expect(await textOf(page)).toContain('Sign out')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('fits narrow windows, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems, close } = await open(colorScheme, 320)
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await fits()).toBeLessThanOrEqual(320)
      await page.getByRole('button', { name: 'Sign in as root' }).click()
      await page.getByRole('button', { name: 'Authorize' }).waitFor()
      expect(await fits()).toBeLessThanOrEqual(320)
      expect(problems).toEqual([])
      await close()
    }
  })
})
