import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The yardstick: Hono that answers with the bytes of a file, whatever it is asked. */
const page = readFileSync(process.argv[2] ?? '', 'utf8')
const application = new Hono()
application.get('*', (context) => context.body(page, 200, { 'content-type': 'application/json' }))
const server = serve({ fetch: application.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
)
process.once('SIGTERM', () => server.close())
