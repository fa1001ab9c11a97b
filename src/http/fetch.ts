import { internalError, Refusal } from '../contract/refusals.ts'
import { answerRequest, type Machinery, type Progress } from './answer.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { type Journal, maskAddress, maskSecrets } from './journal.ts'
import { type Answer, refusalAnswer, toResponse } from './response.ts'

/** What the outer rim of a forge needs beside the machinery of its answers. */
export interface Rim extends Machinery {
  readonly journal: Journal
  /** Writes a line where the person who runs the forge reads it. */
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
    const requestId = randomId(rim.random)
    const progress: Progress = {}
    const incoming = readIncoming(request)
    let answer = await respond(rim, request, incoming, progress, requestId)
    answer = check(rim, answer, progress, requestId)
    const milliseconds = performance.now() - started
    answer.headers['X-Request-Id'] = requestId
    answer.headers['X-Runtime'] = (milliseconds / 1000).toFixed(6)
    record(rim, request, incoming, progress, requestId, answer, milliseconds)
    return toResponse(answer, request.method === 'HEAD')
  }
}

async function respond(
  rim: Rim,
  request: Request,
  incoming: Incoming,
  progress: Progress,
  requestId: string,
): Promise<Answer> {
  try {
    if (incoming.path === '/openapi.json' && incoming.method === 'GET') {
      const file = { body: await rim.openApiDocument(), type: 'application/json' }
      return { status: 200, headers: {}, file }
    }
    return await answerRequest(rim, request, incoming, progress)
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error)
    return unforeseen(rim, requestId, error)
  }
}

function unforeseen(rim: Rim, requestId: string, error: unknown): Answer {
  rim.log(
    `request ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
  )
  return refusalAnswer(internalError(requestId))
}

function check(rim: Rim, answer: Answer, { operation }: Progress, requestId: string): Answer {
  if (!rim.checkAnswer || !operation || answer.status === 500) return answer
  try {
    rim.checkAnswer(operation.id, answer.status, answer.file ? undefined : answer.json)
    return answer
  } catch (error) {
    return unforeseen(rim, requestId, error)
  }
}

function record(
  rim: Rim,
  request: Request,
  { url }: Incoming,
  progress: Progress,
  id: string,
  answer: Answer,
  milliseconds: number,
): void {
  rim.journal.record({
    id,
    at: rim.now(),
    method: request.method,
    path: maskAddress(url),
    operationId: progress.operation?.id,
    user: progress.viewer?.user?.username,
    parameters: maskSecrets(progress.parameters ?? {}),
    status: answer.status,
    answer: answer.json,
    milliseconds,
  })
}

/** An id in the form of a version 4 UUID, from the forge's own source of chance. */
function randomId(random: () => number): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    Math.floor(random() * 16).toString(16),
  )
}
