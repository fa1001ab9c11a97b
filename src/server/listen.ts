import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Forge } from '../forge.ts'
import { checkForge, checkOptions, type OptionRules, wholeNumber } from '../options.ts'
import { createApplication } from './application.ts'

/** Where `listen` listens. */
export interface ListenOptions {
  /** 0 for any free port; 8080 by default. */
  readonly port?: number
  /** 127.0.0.1 by default: nobody else on the network reaches it. */
  readonly host?: string
}

const optionRules: OptionRules<ListenOptions> = {
  port: wholeNumber(0, 65_535),
  host: {
    mustBe: 'a host name or an address, such as `127.0.0.1`',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
}

/** A forge that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`, with the real port. */
  readonly url: string
  readonly port: number
  readonly host: string
  /** Stops listening and ends the connections that are open. */
  close(): Promise<void>
}

/**
 * Serves a forge over HTTP; resolves when it listens.
 * @throws TypeError where the forge is none (an `await` is missing), or an option is unknown or wrong.
 * @throws Error where it cannot listen, with the port in its message.
 * @example
 * const { url, close } = await listen(await createForge({ seed: 'demo' }), { port: 0 })
 * const response = await fetch(`${url}/api/v3/projects/1`)
 * await close()
 */
export async function listen(forge: Forge, options: ListenOptions = {}): Promise<Listening> {
  checkForge('listen', forge)
  checkOptions('listen', options, optionRules)
  const { port = 8080, host = '127.0.0.1' } = options
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: createApplication(forge).fetch, port, hostname: host },
      (address) => resolve(listening(address)),
    )
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))

    function listening(address: AddressInfo): Listening {
      const name = host.includes(':') ? `[${host}]` : host
      return {
        url: `http://${name}:${address.port}`,
        port: address.port,
        host,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }
    }
  })
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is taken: choose another one, or 0 for any that is free.`,
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
