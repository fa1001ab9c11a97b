import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer as createNodeServer,
  get,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { createLogger, createServer, type Plugin, preview, type ViteDevServer } from 'vite'
import { afterAll, afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { startOrFindServer } from '../../src/adapters/playwright/server.ts'
import { type ForgeryPluginOptions, forgery } from '../../src/adapters/vite.ts'

const root = mkdtempSync(join(tmpdir(), 'forgery-vite-'))
writeFileSync(join(root, 'index.html'), '<!doctype html><title>Mine</title>')
afterAll(() => rmSync(root, { recursive: true }))

let close = async () => {}
afterEach(() => close())

async function serve(options?: ForgeryPluginOptions, host: string | true = '127.0.0.1') {
  const logged: string[] = []
  const logger = createLogger('silent')
  logger.info = (message) => logged.push(message)
  logger.error = (message) => logged.push(message)
  const server: ViteDevServer = await createServer({
    root,
    configFile: false,
    customLogger: logger,
    server: { port: 0, host, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [forgery({ now: '2017-01-15T12:00:00Z', ...options })],
  })
  await server.listen()
  close = () => server.close()
  const address = server.httpServer?.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, logged, server }
}

const seed = {
  users: [{ username: 'jane', avatar_url: '/avatars/jane.svg' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public' as const,
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
  ],
}
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

describe('the plugin of Vite', () => {
  it('is one', () => {
    expectTypeOf(forgery).returns.toExtend<Plugin>()
    expect(forgery().name).toBe('forgery')
  })

  it('serves the forge beside the front-end, at its origin', async () => {
    const { url } = await serve({ seed })
    expect(await (await fetch(url)).text()).toContain('<title>Mine</title>')
    const body = JSON.stringify({ title: 'It leaks' })
    const issues = `${url}/api/v3/projects/1/issues`
    expect((await fetch(issues, { method: 'POST', headers, body })).status).toBe(201)
    const project = await (await fetch(`${url}/api/v3/projects/1`, { headers })).json()
    expect(project).toMatchObject({ open_issues_count: 1, web_url: `${url}/jane/site` })
    expect(
      (await fetch(`${project.http_url_to_repo}/info/refs?service=git-upload-pack`)).status,
    ).toBe(200)
    expect((await fetch(`${url}/_forge/health`)).status).toBe(200)
    const user = await (await fetch(`${url}/api/v3/user`, { headers })).json()
    const picture = await fetch(user.avatar_url)
    expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    const other = await fetch(`${url}/api/v5/user`, { headers: { accept: 'application/json' } })
    expect(other.status).toBe(404)
    expect(await other.text()).not.toContain('message')
  })

  it('signs in beside the front-end, and shows the pages that no front-end has', async () => {
    const { url } = await serve({ seed })
    const ask = async (path: string) =>
      (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text()
    expect(await ask('/users/sign_in')).toContain('Sign in as jane')
    expect(await ask('/jane/site/-/issues')).toContain('<h1>Issues</h1>')
    expect((await fetch(`${url}/oauth/token/info`)).status).toBe(401)
    for (const path of ['/jane/site', '/oauth/callback', '/users']) {
      expect(await ask(path)).toContain('<title>Mine</title>')
    }
  })

  it('serves it below a path of its own', async () => {
    const { url } = await serve({ seed, basePath: '/forge' })
    const project = await fetch(`${url}/forge/api/v3/projects/1`, { headers })
    expect((await project.json()).web_url).toBe(`${url}/forge/jane/site`)
    const beside = await fetch(`${url}/api/v3/projects/1`, { headers })
    expect(await beside.text()).toContain('<title>Mine</title>')
  })

  it('starts from forgery.yaml, and again when that changes', async () => {
    const file = join(root, 'forgery.yaml')
    writeFileSync(file, 'users: [{ username: jane, name: Jane }]\n')
    const { url, logged, server } = await serve()
    const sent: unknown[] = []
    server.ws.send = (payload: unknown) => sent.push(payload)
    const nameOf = async () => (await (await fetch(`${url}/api/v3/user`, { headers })).json()).name
    expect(await nameOf()).toBe('Jane')
    writeFileSync(file, 'users: [{ username: jane, name: Jane Doe }]\n')
    await expect.poll(nameOf).toBe('Jane Doe')
    expect(sent).toEqual([{ type: 'full-reload' }])
    writeFileSync(file, 'users: [{ name: Jane Doe }]\n')
    await expect.poll(() => logged.join('\n')).toContain('users[0].username')
    expect(await nameOf()).toBe('Jane Doe')
    rmSync(file)
  })

  it('starts again from a seed that is given as a file: URL', async () => {
    const file = join(root, 'world.yaml')
    writeFileSync(file, 'users: [{ username: jane, name: Jane }]\n')
    const { url } = await serve({ seed: pathToFileURL(file) })
    const nameOf = async () => (await (await fetch(`${url}/api/v3/user`, { headers })).json()).name
    writeFileSync(file, 'users: [{ username: jane, name: Jane Doe }]\n')
    await expect.poll(nameOf).toBe('Jane Doe')
  })

  it('leaves control to the machine of the dev server where others reach that', async () => {
    const control = async (url: string, given: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...given } }
      return (await fetch(`${url}/_forge/reset`, init)).status
    }
    expect(await control((await serve({ seed })).url)).toBe(200)
    await close()
    const { url } = await serve({ seed }, true)
    expect(await control(url)).toBe(403)
    expect((await fetch(`${url}/api/v3/user`, { headers })).status).toBe(200)
    await close()
    const open = await serve({ seed, controlToken: 'correct-horse' }, true)
    expect(await control(open.url)).toBe(401)
    expect(await control(open.url, { authorization: 'Bearer correct-horse' })).toBe(200)
  })

  it('answers no name that was pointed at the dev server, where Vite checks that too late', async () => {
    const server = createNodeServer()
    const use = (answer: (...parts: [IncomingMessage, ServerResponse, () => void]) => void) =>
      server.on('request', (request, response) => answer(request, response, () => {}))
    const logger = { info() {}, error() {} }
    // Versions of Vite before 5.4.12 have no `allowedHosts`.
    const config = { root, logger, server: { host: true }, preview: {} }
    await forgery({ seed }).configureServer({ config, middlewares: { use }, httpServer: server })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = async () => void server.close()
    const statusAs = (host: string, path: string) =>
      new Promise((resolve, reject) => {
        const address = server.address()
        const port = typeof address === 'object' ? address?.port : undefined
        const place = { host: '127.0.0.1', port, path, agent: false }
        get({ ...place, headers: { ...headers, host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    for (const path of ['/api/v3/user', '/_forge/export']) {
      expect(await statusAs('evil.example', path)).toBe(421)
    }
    expect(await statusAs('192.168.1.7:5173', '/api/v3/user')).toBe(200)
    expect(await statusAs('192.168.1.7:5173', '/_forge/export')).toBe(403)
  })

  it('serves the preview too', async () => {
    const server = await preview({
      root,
      configFile: false,
      logLevel: 'silent',
      preview: { port: 0, host: '127.0.0.1' },
      plugins: [forgery({ seed })],
    })
    close = async () => {
      await server.close()
    }
    const [url = ''] = server.resolvedUrls?.local ?? []
    expect((await fetch(new URL('/api/v3/user', url), { headers })).status).toBe(200)
  })

  it('lets a fault of the forge close the connection', async () => {
    const { url } = await serve({ seed })
    const fault = {
      method: 'POST',
      headers,
      body: '{"operation":"getCurrentUser","connection":"drop"}',
    }
    expect((await fetch(`${url}/_forge/faults`, fault)).status).toBe(201)
    await expect(fetch(`${url}/api/v3/user`, { headers })).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/api/v3/projects/1`, { headers })).status).toBe(200)
  })

  it('prints where the forge is and whose tokens there are, once it listens', async () => {
    const users = Array.from({ length: 7 }, (_, number) => ({ username: `user${number}` }))
    const world = { users: [...users, { username: 'root', admin: true }] }
    const { url, logged } = await serve({ seed: world, basePath: '/forge/' })
    expect(logged).toEqual([
      `forgery: the API is at ${url}/forge/api/v4 and ${url}/forge/api/v3, tokens: root-token (root), user0-token (user0), user1-token (user1), user2-token (user2), user3-token (user3), and 3 more`,
      `forgery: the console is at ${url}/forge/_forge/`,
    ])
  })

  it('says so at a name where it listens to all addresses', async () => {
    const { url, logged } = await serve({ seed }, true)
    const { port } = new URL(url)
    expect(logged.join()).toContain(
      `forgery: the API is at http://localhost:${port}/api/v4 and http://localhost:${port}/api/v3, `,
    )
    // Others reach it, so nobody has control without a token, and the console nothing to show.
    expect(logged).toHaveLength(1)
  })

  it('logs requests where it is asked to, beside a listener of its own', async () => {
    const heard: string[] = []
    const onRequest = ({ path }: { path: string }) => heard.push(path)
    const { url, logged } = await serve({ seed, onRequest, logRequests: true })
    await fetch(`${url}/api/v3/user`, { headers })
    await fetch(`${url}/api/v3/projects/9`, { headers })
    await fetch(`${url}/_forge/clock`)
    const ofConsole = { 'x-forge-console': '1' }
    await fetch(`${url}/api/v3/user`, { headers: { ...headers, ...ofConsole } })
    await fetch(`${url}/_forge/clock`, { headers: ofConsole })
    expect(logged.slice(2).map((line) => line.replace(/ [\d.]+ ms$/, ''))).toEqual([
      'GET /api/v3/user 200 jane',
      'GET /api/v3/projects/9 404 jane: Project Not Found',
      'GET /_forge/clock 200',
    ])
    expect(heard).toEqual(['/api/v3/user', '/api/v3/projects/9', '/api/v3/user'])
  })

  it('logs no request by default', async () => {
    const { url, logged } = await serve({ seed })
    await fetch(`${url}/api/v3/user`, { headers })
    expect(logged).toHaveLength(2)
  })

  it('fails for a wrong seed with its message alone, which Vite prints with the stack', async () => {
    const wrong: ForgeryPluginOptions = { seed: { users: [{ name: 'Jane' }] as never } }
    const error = await serve(wrong).catch((reason: unknown) => reason)
    const shown = inspect(error)
    expect(shown.split('users[0].username')).toHaveLength(2)
    expect(shown).not.toContain('\n    at ')
  })

  it('serves the worlds of tests, for `forgeUrl` of forgery/playwright', async () => {
    const { url } = await serve({ seed, basePath: '/forge' })
    const { control, createWorld } = await startOrFindServer(`${url}/forge`, undefined)
    const world = await createWorld()
    expect(world.url).toBe(`${url}/forge/w/${world.name}`)
    const body = JSON.stringify({ title: 'It leaks' })
    const issues = `${url}/forge/api/v3/projects/1/issues`
    const inWorld = { ...headers, 'x-forge-world': world.name }
    expect((await fetch(issues, { method: 'POST', headers: inWorld, body })).status).toBe(201)
    expect(await (await fetch(issues, { headers: inWorld })).json()).toHaveLength(1)
    expect(await (await fetch(issues, { headers })).json()).toEqual([])
    await control.worlds.remove(world.name)
  })

  it('names an option that it does not know', async () => {
    const options: object = { base: '/forge' }
    await expect(serve(options)).rejects.toThrow('there is no option `base`')
  })
})
