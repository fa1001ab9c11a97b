import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** What an endless server does once it was asked, given its answer to write to. */
export type Endlessly = (outgoing: ServerResponse) => void

/** Bodies that never end, each after the headers of a success. */
export const endless: Readonly<
  Record<'a body without end' | 'a slow drip' | 'silence', Endlessly>
> = {
  'a body without end': (outgoing) => {
    const chunk = Buffer.alloc(1 << 20, ' ')
    const write = () => {
      while (outgoing.writable && outgoing.write(chunk));
    }
    outgoing.on('drain', write)
    write()
  },
  'a slow drip': (outgoing) => {
    const timer = setInterval(() => outgoing.write(' '), 20)
    outgoing.on('close', () => clearInterval(timer))
  },
  silence: (outgoing) => outgoing.flushHeaders(),
}

interface EndlessServer {
  readonly url: string
  /** How many answers were begun. */
  readonly begun: number
  /** How many of their connections whoever asked has closed. */
  readonly closed: number
  /** Bytes that were handed to the connections. */
  readonly written: number
}

/** Serves what never ends on this machine, until the test is over; paths that `answer` serves come whole. */
export async function serveEndlessly(
  endlessly: Endlessly,
  answer: (path: string) => { readonly status?: number; readonly body: unknown } | undefined = () =>
    undefined,
): Promise<EndlessServer> {
  let [begun, closed, written] = [0, 0, 0]
  const server = createServer((incoming, outgoing) => {
    const known = answer(incoming.url ?? '')
    outgoing.setHeader('content-type', 'application/json')
    if (known) {
      outgoing.statusCode = known.status ?? 200
      return void outgoing.end(JSON.stringify(known.body))
    }
    begun += 1
    const { socket } = incoming
    outgoing.on('close', () => {
      closed += 1
      written += socket.bytesWritten
    })
    endlessly(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    get begun() {
      return begun
    },
    get closed() {
      return closed
    },
    get written() {
      return written
    },
  }
}
