import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../../../src/adapters/server/listen.ts'
import type { PlaceOptions } from '../../../src/adapters/server/request-place.ts'
import type { AccessOptions } from '../../../src/adapters/server/who-may-ask.ts'
import { startProxy } from '../../../src/cli/proxy/proxy-server.ts'
import { type ApiName, basePaths } from '../../../src/contract/base-paths.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { createObserver } from '../../../src/verify/proxy/index.ts'
import type { Result } from '../../../src/verify/results.ts'
import { createTestForge } from '../../harness.ts'

/** Starts a server for one test; resolves with its address. */
export async function serveFor(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a forge for one test, over HTTP; its clock stands still. */
export async function serveForge(options: PlaceOptions = {}): Promise<string> {
  return serve(await createTestForge({ seed: world }), options)
}

/** Starts a forge whose clock runs, as that of every real server does. */
export async function serveRunningForge(): Promise<string> {
  return serve(await createForge({ seed: world, log: () => {} }))
}

async function serve(forge: Forge, options: PlaceOptions = {}): Promise<string> {
  const listening = await listen(forge, { ...options, port: 0 })
  onTestFinished(() => listening.close())
  return listening.url
}

const world: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/boat',
      issues: Array.from({ length: 30 }, (_, index) => ({ title: `Leak ${index}` })),
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: 'A boat' }],
          },
        ],
      },
    },
  ],
}

/** Starts a proxy before a server, for one test. */
export async function proxyBefore(
  address: string,
  {
    keepsHost = false,
    api = 'v3',
    ...access
  }: { keepsHost?: boolean; api?: ApiName } & AccessOptions = {},
) {
  const results: Result[] = []
  const observer = await createObserver({
    apiUrl: `${address}${basePaths[api]}`,
    onResult: (result) => results.push(result),
  })
  const proxy = await startProxy({
    address: new URL(address),
    keepsHost,
    acceptsAnyCertificate: false,
    port: 0,
    host: '127.0.0.1',
    access,
    observer,
  })
  onTestFinished(() => proxy.close())
  return { url: proxy.url, results, observer, close: proxy.close }
}

/** An answer without what differs from one request to the next. */
export async function readAnswer(response: Response) {
  const headers = Object.fromEntries(response.headers)
  for (const name of ['date', 'x-request-id', 'x-runtime', 'connection', 'keep-alive']) {
    delete headers[name]
  }
  return { status: response.status, headers, body: await response.text() }
}
