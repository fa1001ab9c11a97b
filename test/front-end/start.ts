import { createServer } from 'vite'
import { listen } from '../../src/adapters/server/listen.ts'
import { createWorlds } from '../../src/worlds/create-worlds.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: ['docs', 'website'].map((name) => ({
    path: `jane/${name}`,
    issues: [
      { title: `The first of ${name}`, author: 'jane' },
      { title: `The second of ${name}`, author: 'jane' },
    ],
  })),
}

/** Before all tests: ONE forge server, and the front-end, which passes the API on to it. */
export default async function start(): Promise<() => Promise<void>> {
  const forge = await listen(await createWorlds({ seed }), { port: 0 })
  const frontEnd = await createServer({
    configFile: false,
    root: new URL('page', import.meta.url).pathname,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, proxy: { '/api/': forge.url } },
  })
  await frontEnd.listen()
  process.env.FORGERY_URL = forge.url
  process.env.FRONT_END_URL = frontEnd.resolvedUrls?.local[0]
  return async () => {
    await frontEnd.close()
    await forge.close()
  }
}
