import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createLogger, createServer as createVite } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { application } from '../../src/adapters/server/application.ts'
import { forgery } from '../../src/adapters/vite.ts'
import { createTestForge } from '../harness.ts'
import { lacks } from '../programs.ts'
import { createWorkshop } from './served-forge.ts'

const commits = [
  {
    message: 'Begin',
    author: 'jane',
    actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
  },
]
const seed = {
  users: [{ username: 'jane' }],
  groups: [{ path: 'acme', members: { jane: 'owner' as const } }, { path: 'acme/shop' }],
  projects: [{ path: 'acme/shop/site', repository: { commits } }],
}

/** What answers the requests of a server of Node, and how to end it. */
type Mounted = { answer: RequestListener; end(): Promise<void> }

async function mountApplication(): Promise<Mounted> {
  const { fetch } = application(await createTestForge({ seed }))
  return { answer: getRequestListener(fetch), end: async () => {} }
}

async function mountPlugin(): Promise<Mounted> {
  const vite = await createVite({
    configFile: false,
    customLogger: createLogger('silent'),
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [forgery({ seed })],
  })
  return { answer: vite.middlewares, end: () => vite.close() }
}

describe.skipIf(lacks('git'))('git', () => {
  const workshop = createWorkshop()
  afterAll(workshop.remove)

  it.each([
    ['forgery/application', mountApplication],
    ['forgery/vite', mountPlugin],
  ])('clones from %s by each address, and pushes to it', async (name, mount) => {
    const { answer, end } = await mount()
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const site = `http://jane:jane-token@127.0.0.1:${port}/acme/shop/site`
    const folder = name.replace('/', '-')
    const { git, write } = workshop
    try {
      await git('.', 'clone', '-q', site, folder)
      write(`${folder}/b`, 'b'.repeat(2_000_000))
      await git(folder, 'add', '-A')
      await git(folder, 'commit', '-q', '-m', 'Go on')
      await git(folder, 'push', '-q', 'origin', 'HEAD:next')
      await git('.', 'clone', '-q', '-b', 'next', `${site}.git`, `${folder}-again`)
      await git(`${folder}-again`, 'fsck', '--strict')
      expect(await git(`${folder}-again`, 'rev-parse', 'HEAD')).toBe(
        await git(folder, 'rev-parse', 'HEAD'),
      )
    } finally {
      server.closeAllConnections()
      server.close()
      await end()
    }
  })
})
