import { ApiError, internalError } from '../contract/errors.ts'
import { answerRequest, type Machinery, type Progress } from './answer.ts'
import { avatarAnswer } from './avatar.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import type { Journal } from './journal.ts'
import { type Answer, errorAnswer, type Rendered, render, toResponse } from './response.ts'

/** What the outer rim of a forge needs beside the machinery of its answers. */
export interface Rim extends Machinery {
  readonly journal: Journal
  /** Writes a line where the person who runs the forge reads it; never throws. */
  log(line: string): void
  /** Throws where an answer breaks the contract; undefined where that is not checked. */
  readonly checkAnswer: ((operationId: string, status: number, json: unknown) => void) | undefined
  /** The joined OpenAPI document, as text. */
  openApiDocument(): Promise<string>
}

/**
 * Makes the one function that answers every request. It never rejects: what is refused becomes its
 * status, and what was not foreseen a 500 with a request id that the log line repeats.
 */
export function createFetch(rim: Rim): (request: Request) => Promise<Response> {
  return async (request) => {
    const started = performance.now()
    const id = randomId(rim.random)
    const incoming = readIncoming(request)
    const progress: Progress = { parameters: {} }
    const rendered = await respond(rim, request, incoming, progress, id)
    const milliseconds = performance.now() - started
    rendered.headers['X-Request-Id'] = id
    rendered.headers['X-Runtime'] = (milliseconds / 1000).toFixed(6)
    try {
      rim.journal.record({
        id,
        at: rim.now(),
        method: request.method,
        url: incoming.url,
        operationId: progress.operation?.id,
        user: progress.viewer?.user?.username,
        parameters: progress.parameters,
        status: rendered.status,
        json: rendered.json,
        milliseconds,
      })
    } catch (error) {
      // The clock and the listener are the suite's own: what they throw is no reason not to answer.
      logError(rim, `request ${id}, in the journal`, error)
    }
    return toResponse(rendered, request.method === 'HEAD')
  }
}

async function respond(
  rim: Rim,
  request: Request,
  incoming: Incoming,
  progress: Progress,
  requestId: string,
): Promise<Rendered> {
  try {
    const answer = await answerOrRefuse(rim, request, incoming, progress)
    if (progress.operation && rim.checkAnswer) {
      rim.checkAnswer(progress.operation.id, answer.status, answer.file ? undefined : answer.json)
    }
    return await render(answer)
  } catch (error) {
    logError(rim, `request ${requestId}`, error)
    return render(errorAnswer(internalError(requestId)))
  }
}

async function answerOrRefuse(
  rim: Rim,
  request: Request,
  incoming: Incoming,
  progress: Progress,
): Promise<Answer> {
  try {
    if (incoming.path === '/openapi.json' && incoming.method === 'GET') {
      const file = { body: await rim.openApiDocument(), type: 'application/json' }
      return { status: 200, headers: {}, file }
    }
    // A picture is beside the API, as in GitLab.
    const isBeside = incoming.path === undefined && incoming.method === 'GET'
    const avatar = isBeside ? avatarAnswer(new URL(request.url).pathname) : undefined
    return avatar ?? (await answerRequest(rim, request, incoming, progress))
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error)
    throw error
  }
}

function logError(rim: Rim, what: string, error: unknown): void {
  rim.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

/** An id in the form of a version 4 UUID, from the forge's own source of chance. */
function randomId(random: () => number): string {
  const digits = (count: number) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`
}
