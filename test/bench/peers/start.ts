import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Running, start } from '../../cli/command.ts'
import { root } from '../../package/root.ts'
import { folder, type Work } from '../drive.ts'
import { issues } from '../world.ts'

/** A server that does the work of a page of issues in a way of its own. */
export interface Peer {
  readonly name: string
  readonly running: Running
  readonly work: Work
}

const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')
const program = (path: string) => join(folder, 'node_modules', path)
const pages = Array.from({ length: 40 }, (_, index) => index + 1)

/** Hono with the bytes of a page, and with the issues as plain objects. */
export async function startHono(scratch: string, page: string) {
  const file = join(scratch, 'hono.json')
  writeFileSync(file, JSON.stringify({ page, issues }))
  const running = start([join(folder, 'peers/hono.ts'), file], root, jiti)
  const [line] = await running.until(/^.*\n/)
  const { url }: { readonly url: string } = JSON.parse(line)
  return { running, url }
}

/** json-server and Prism, each with its own way to hold the issues. */
export async function startPeers(scratch: string, page: string): Promise<Peer[]> {
  const jsonServer = await startProgram('json-server/lib/cli/bin.js', (port) => [
    ...['--port', port, '--host', '127.0.0.1', '--quiet'],
    writeIn(scratch, 'json-server', { issues }),
  ])
  const prism = await startProgram('@stoplight/prism-cli/dist/index.js', (port) => [
    ...['mock', '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    writeIn(scratch, 'prism', openApi(JSON.parse(page))),
  ])
  const sorted = (number: number) =>
    `/issues?state=opened&_sort=created_at&_order=desc&_limit=20&_page=${number}`
  return [
    { name: 'json-server', ...peer(jsonServer, pages.map(sorted)) },
    { name: 'Prism (a constant)', ...peer(prism, ['/issues']) },
    { name: 'emulate (GitHub)', ...(await startEmulate(scratch)) },
  ]
}

type Started = Awaited<ReturnType<typeof startProgram>>

function peer({ running, url }: Started, paths: readonly string[]) {
  return { running, work: { url, paths, headers: {} } }
}

/** A fake GitHub with the same issues, which are made through its API. */
async function startEmulate(scratch: string): Promise<Omit<Peer, 'name'>> {
  const seed = {
    tokens: Object.fromEntries(
      pages.map((page) => [`bench-token-${page}`, { login: 'jane', scopes: ['repo'] }]),
    ),
    github: {
      users: [{ login: 'jane', name: 'Jane' }],
      repos: [{ owner: 'jane', name: 'website', auto_init: true }],
    },
  }
  const file = writeIn(scratch, 'emulate', seed)
  const emulate = await startProgram('emulate/dist/index.js', (port) => [
    ...['start', '--service', 'github', '--port', port, '--seed', file],
  ])
  // A token may ask 5,000 times an hour.
  const headersOf = (index: number) => ({ authorization: `Bearer bench-token-${index + 1}` })
  for (const { title, description, labels, state } of issues) {
    if (state === 'closed') continue
    const body = JSON.stringify({ title, body: description, labels })
    const { status } = await fetch(`${emulate.url}/repos/jane/website/issues`, {
      method: 'POST',
      headers: { ...headersOf(0), 'content-type': 'application/json' },
      body,
    })
    if (status !== 201) throw new Error(`emulate answers ${status} to a new issue.`)
  }
  const pageOf = (number: number) =>
    `/repos/jane/website/issues?state=open&sort=created&per_page=20&page=${number}`
  const { running, work } = peer(emulate, pages.map(pageOf))
  return { running, work: { ...work, headersOf } }
}

function openApi(example: unknown): object {
  const content = { 'application/json': { example, schema: { type: 'array' } } }
  const get = { responses: { 200: { description: 'Issues', content } } }
  return {
    openapi: '3.0.3',
    info: { title: 'Issues', version: '1' },
    paths: { '/issues': { get } },
  }
}

function writeIn(scratch: string, name: string, content: object): string {
  const file = join(scratch, name, 'world.json')
  mkdirSync(join(scratch, name))
  writeFileSync(file, JSON.stringify(content))
  return file
}

async function startProgram(path: string, wordsFor: (port: string) => string[]) {
  const port = await freePort()
  const running = start(wordsFor(String(port)), folder, program(path))
  const url = `http://127.0.0.1:${port}`
  let hasEnded = false
  running.finished.then(() => {
    hasEnded = true
  })
  while (!(await answers(url))) {
    if (hasEnded) throw new Error(`${path} ended: ${running.err()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { running, url }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
