import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccessOptions, Refusal } from '../../adapters/server/who-may-ask.ts'
import type { Observer } from '../../verify/proxy/index.ts'
import { createForward, type Upstream } from './forward.ts'
import { createGuard } from './guard.ts'

export interface ProxyOptions extends Upstream {
  /** 0 chooses a free port. */
  readonly port: number
  readonly host: string
  /** The access from beyond this machine. */
  readonly access: AccessOptions
  readonly observer: Observer
}

/** A listening proxy. */
export interface Proxy {
  readonly url: string
  /** Stops listening, closes open connections, and waits until the last responses are checked. */
  close(): Promise<void>
}

/** Starts a proxy that forwards traffic and passes it to the observer; rejects where it cannot listen. */
export async function startProxy({
  port,
  host,
  access,
  observer,
  ...upstream
}: ProxyOptions): Promise<Proxy> {
  const checks = new Set<Promise<void>>()
  const forward = createForward(upstream, {
    bytesNeeded: observer.bytesNeeded,
    onPassed({ method, url, headers, body, duration }, outcome) {
      const check = Promise.resolve(outcome).then((known) => {
        const sent = body()
        observer.observe({
          method,
          url,
          headers,
          ...(sent === undefined ? {} : { body: sent }),
          outcome: known,
          duration: duration(),
        })
      })
      checks.add(check)
      check.finally(() => checks.delete(check))
    },
  })
  const server = http.createServer({ requestTimeout: 0, headersTimeout: 60_000 })
  const refusalOf = createGuard(upstream, access, host)
  const pass: http.RequestListener = (request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else forward(request, response)
  }
  server.on('request', pass)
  server.on('checkContinue', pass)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all(checks)
    },
  }
}

/** Closes the connection after the response, since an unread body would be taken for the next request. */
function refuse(response: http.ServerResponse, { status, message }: Refusal): void {
  const body = JSON.stringify({ message })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body)
}
