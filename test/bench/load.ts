import { connect } from 'node:net'

/** A page to ask for, over and over. */
export interface Page {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Requests a second that a server answers over `connections` kept open, each asking again as soon as
 * it has its answer. Raw sockets: a client that did more would be what is measured.
 */
export async function requestsPerSecond(
  page: Page,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const started = performance.now()
  const ends = started + seconds * 1000
  const counts = await Promise.all(Array.from({ length: connections }, () => askUntil(page, ends)))
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return answered / ((performance.now() - started) / 1000)
}

function askUntil({ url, headers }: Page, ends: number): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join('')}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
    let count = 0
    let received = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (text: string) => {
      received += text
      const length = answerLength(received)
      if (length === undefined || received.length < length) return
      if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received.slice(0, 500)))
      received = received.slice(length)
      count += 1
      if (performance.now() < ends) socket.write(request)
      else socket.end(() => resolve(count))
    })
  })
}

/** How long an answer is, head and body; undefined while that cannot be told. */
function answerLength(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
  if (length !== undefined) return head + 4 + Number(length)
  return received.endsWith('0\r\n\r\n') ? received.length : undefined
}
