import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../../adapters/server/who-may-ask.ts'
import { isUrl } from '../../shared/is-url.ts'
import type { HookReceiver } from '../../verify/index.ts'
import { UsageError } from '../command.ts'

/** The limit of kept deliveries; further ones are answered and dropped. */
const MAX_DELIVERIES = 10_000
const MAX_BODY_BYTES = 1024 * 1024

export interface HookListener extends HookReceiver {
  close(): void
}

/**
 * Listens for deliveries of system hooks: on a free port of the loopback address, or on the port of the URL by which
 * the server reaches this machine. Throws a UsageError where that is impossible.
 */
export async function listenForHooks(url?: string): Promise<HookListener> {
  const { host, port } = url === undefined ? { host: '127.0.0.1', port: 0 } : placeOf(url)
  const deliveries = new Map<string, { readonly body: string; readonly headers: string }[]>()
  let count = 0
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    response.end()
    if (body === undefined || count++ >= MAX_DELIVERIES) return
    const place = request.url ?? '/'
    const headers = JSON.stringify(request.headers)
    deliveries.set(place, [...(deliveries.get(place) ?? []), { body, headers }])
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new UsageError(`Deliveries of hooks cannot be listened for: ${error.message}.`)),
    )
    server.listen(port, host, resolve)
  })
  // The listener alone does not keep the process alive.
  server.unref()
  const { port: bound } = server.address() as AddressInfo
  const deliveriesTo = (address: string) => {
    const { pathname, search } = new URL(address)
    return deliveries.get(`${pathname}${search}`) ?? []
  }
  return {
    url: url ?? `http://127.0.0.1:${bound}`,
    received: (address) => deliveriesTo(address).map(({ body }) => body),
    headers: (address) => deliveriesTo(address).map(({ headers }) => headers),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Whether a server runs on this machine, so that it can reach a loopback address. */
export function isOnThisMachine(url: string): boolean {
  return isUrl(url) && isLoopback(hostOf(url))
}

/** Returns the address to listen on for a URL: all interfaces, except for a loopback URL. */
function placeOf(url: string): { readonly host: string; readonly port: number } {
  if (!isUrl(url) || new URL(url).protocol !== 'http:') {
    throw new UsageError(
      `--hook-url takes an address such as http://192.0.2.7:9000 at which the server reaches this machine, not "${url}".`,
    )
  }
  const host = hostOf(url)
  return { host: isLoopback(host) ? host : '::', port: Number(new URL(url).port || 80) }
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** Reads a body; undefined where it is too long, or was cut off. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length <= MAX_BODY_BYTES) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined
}
