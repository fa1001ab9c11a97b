// A forge below a path of another server: under the server of the runtime itself where it has one for
// fetch handlers (Bun, Deno), in Hono, and as the route handlers of Next.js.
import { createForge } from 'forgery'
import { application } from 'forgery/application'
import { Hono } from 'hono'
import { createAndList, seed } from './library.js'
import { GET, POST } from './route.js'

const project = (origin) => `${origin}/forge/api/v3/projects/jane%2Fwebsite`
const mount = async () => application(await createForge({ seed }), { basePath: '/forge' })

const forge = await mount()
const server = new Hono()
server.get('/', (context) => context.text('My own page'))
server.all('/forge/*', (context) => forge.fetch(context.req.raw))
const ofHono = await createAndList(server.request.bind(server), 'hono', project(''))

// The router of Next.js calls the export that has the method's name, with the request.
const handlers = { GET, POST }
const asNextDoes = (input, init) => {
  const request = new Request(input, init)
  return handlers[request.method](request, { params: Promise.resolve({ path: [] }) })
}
const ofRoutes = await createAndList(asNextDoes, 'next', project('http://localhost'))

async function inTheRuntime() {
  const { fetch: answer } = await mount()
  if ('Bun' in globalThis) {
    const listening = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
    return { origin: listening.url.origin, close: () => listening.stop() }
  }
  if ('Deno' in globalThis) {
    const options = { port: 0, hostname: '127.0.0.1', onListen() {} }
    const listening = Deno.serve(options, answer)
    return { origin: `http://127.0.0.1:${listening.addr.port}`, close: () => listening.shutdown() }
  }
}
const own = await inTheRuntime()
const ofTheRuntime = own && (await createAndList(fetch, 'own', project(own.origin)))
await own?.close()
process.stdout.write(JSON.stringify({ ofHono, ofRoutes, ofTheRuntime }))
