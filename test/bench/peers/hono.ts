import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { PlainIssue } from '../world.ts'

/**
 * The yardsticks: under `/page` Hono that answers with the same bytes whatever it is asked, and under
 * `/issues` Hono that filters, sorts and cuts plain objects, with nothing else around it.
 */
const given: { readonly page: string; readonly issues: readonly PlainIssue[] } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)

const application = new Hono()
application.get('/issues', (context) => {
  const page = Number(context.req.query('page'))
  const found = given.issues
    .filter(({ state }) => state === context.req.query('state'))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(20 * (page - 1), 20 * page)
  return context.json(found)
})
application.get('/page', (context) =>
  context.body(given.page, 200, { 'content-type': 'application/json' }),
)
serve({ fetch: application.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
)
