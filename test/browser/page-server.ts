import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'

/** A server that has files and nothing else: whatever answers for the API sits in the page. */
export interface PageServer {
  readonly url: string
  /** The paths that were asked for. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const page = '<!doctype html><title>Forgery</title><script type="module" src="/page.js"></script>'
const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

/** Bundles `page.ts` as an application would be, and serves it with the worker of msw. */
export async function servePage(): Promise<PageServer> {
  const files = new Map([
    ['/', { type: 'text/html', text: page }],
    ['/mockServiceWorker.js', { type: 'text/javascript', text: readFileSync(worker, 'utf8') }],
  ])
  for (const [name, text] of await bundlePage())
    files.set(`/${name}`, { type: 'text/javascript', text })

  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const file = files.get(path)
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.text)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bundlePage(): Promise<Map<string, string>> {
  const input = { page: new URL('page.ts', import.meta.url).pathname }
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: '[name].js' })
  return new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])))
}
