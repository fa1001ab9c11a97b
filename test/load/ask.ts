import { type Agent, request } from 'node:http'
import { headersOfWork, type Piece } from './work.ts'

/** Asks a server, and says what went wrong: another status than the right one, or a connection that broke. */
export function ask(
  url: string,
  agent: Agent,
  { method, path, body, status }: Piece,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve(`${method} ${path}: ${error.message}`)
    const sent = request(
      new URL(path, url),
      { method, agent, headers: headersOfWork },
      (answer) => {
        answer.on('error', failed)
        answer.on('end', () => {
          const isRight = answer.statusCode === status
          resolve(isRight ? undefined : `${method} ${path}: ${answer.statusCode}`)
        })
        answer.resume()
      },
    )
    sent.on('error', failed)
    sent.end(body && JSON.stringify(body))
  })
}
