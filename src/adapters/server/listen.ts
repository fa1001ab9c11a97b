import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Forge } from '../../forge/forge.ts'
import { checkForge, checkOptions, type OptionRules, wholeNumber } from '../../shared/options.ts'
import { isWorlds, type Worlds } from '../../worlds/worlds.ts'
import { servedApplication } from './application.ts'
import { type ApplicationOptions, applicationRules } from './application-options.ts'
import { nodeListener } from './node-listener.ts'
import { controlTokenAt, isLoopback } from './who-may-ask.ts'

/** The port, the address and the timeouts of `listen`. */
export interface ListenOptions extends ApplicationOptions {
  /** 0 for any free port; 8080 by default. */
  readonly port?: number
  /** 127.0.0.1 by default, which is not reachable over the network. */
  readonly host?: string
  /** The timeout of receiving a request, in milliseconds, after which it is answered with 408; a minute by default. */
  readonly requestTimeout?: number
  /**
   * The time that a client can leave its response unread, in milliseconds, before the connection is closed. Two minutes
   * by default, so that a client that sends nothing gets a 408 first.
   */
  readonly responseTimeout?: number
}

const optionRules: OptionRules<ListenOptions> = {
  ...applicationRules,
  port: wholeNumber(0, 65_535),
  host: {
    mustBe: 'a host name or an address, such as `127.0.0.1`',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
  requestTimeout: wholeNumber(1),
  responseTimeout: wholeNumber(1),
}

/** A listening server. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`, with the actual port. */
  readonly url: string
  readonly port: number
  readonly host: string
  /** Stops listening and closes the open connections. */
  close(): Promise<void>
}

/**
 * Serves a forge, or the worlds of `createWorlds`, over HTTP; resolves when the server listens. On a loopback address,
 * requests to other host names than those of this machine are refused with 421, except those in `allowedHosts`. On any
 * other address, control calls (`/_forge/…`) need a `controlToken`.
 * @throws TypeError where the first argument is no forge (an `await` is missing), or an option is unknown or wrong.
 * @throws Error where it cannot listen; the message has the port.
 * @example
 * const { url, close } = await listen(await createForge({ seed: 'demo' }), { port: 0 })
 * const response = await fetch(`${url}/api/v3/projects/1`)
 * await close()
 */
export async function listen(
  served: Forge | Worlds,
  options: ListenOptions = {},
): Promise<Listening> {
  if (!isWorlds(served)) checkForge('listen', served)
  checkOptions('listen', options, optionRules)
  const { port = 8080, host = '127.0.0.1', ...others } = options
  const { requestTimeout = 60_000, responseTimeout = 120_000, ...rest } = others
  const allowedHosts = options.allowedHosts ?? (isLoopback(host) ? [] : undefined)
  const controlToken = controlTokenAt(isLoopback(host), options.controlToken)
  const application = servedApplication('listen', served, { ...rest, allowedHosts, controlToken })
  return new Promise((resolve, reject) => {
    const server = createServer(serverOptions(requestTimeout), nodeListener(application, host))
    dropWhoDoesNotRead(server, responseTimeout)
    server.listen(port, host, () => resolve(listening(server, host)))
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))
  })
}

function listening(server: Server, host: string): Listening {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const { port } = address
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    host,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/**
 * Node answers larger headers with 431, and requests that take too long with 408; it checks for those at this interval.
 */
function serverOptions(requestTimeout: number) {
  return {
    maxHeaderSize: 65_536,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.min(requestTimeout, 5000),
  }
}

/**
 * Closes connections whose responses are not read. Node emits `timeout` for an idle connection, and closes it where
 * there is no listener. A response can take long (a delay, a stream of events), so only a connection with unread data
 * is closed.
 */
function dropWhoDoesNotRead(server: Server, responseTimeout: number): void {
  server.timeout = responseTimeout
  server.on('timeout', dropWhereUnread)
}

function dropWhereUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is taken: choose another one with --port, or 0 for any that is free.`,
      )
    case 'EACCES':
      return new Error(`Port ${port} on ${host} needs rights that this process does not have.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`The host ${host} is not an address of this machine.`)
    default:
      return error
  }
}
