import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/**
 * The yardsticks, of a file of projects: Hono that answers with the same bytes whatever it is asked,
 * and under `/sorted` Hono that filters, sorts and cuts plain objects, with nothing else around it.
 */
interface Project {
  readonly visibility_level: number
  readonly created_at: string
}

const projects: Project[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const sorted = () =>
  projects
    .filter(({ visibility_level }) => visibility_level >= 0)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, 20)
const page = JSON.stringify(sorted())
const application = new Hono()
application.get('/sorted', (context) => context.json(sorted()))
application.get('*', (context) => context.body(page, 200, { 'content-type': 'application/json' }))
const server = serve({ fetch: application.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
)
process.once('SIGTERM', () => server.close())
