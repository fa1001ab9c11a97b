import { ZodError } from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { ReceivedBody, readBody, readBodyParameters } from '../../http/body.ts'
import { MAX_SEED_DEPTH } from '../../seed/check.ts'
import { SeedError } from '../../seed/problems.ts'
import { ArgumentOutOfRange, InvalidArgument } from '../../shared/options.ts'
import { ControlError, type FieldErrors } from '../control-error.ts'
import type { WorldDirectory } from '../world-directory.ts'
import type { World } from '../worlds.ts'
import { writeJson } from './json.ts'
import { type ControlAccess, checkPermission, isRead } from './permission.ts'
import { findRoute } from './routes/find.ts'
import type { ControlAnswer } from './routes/route.ts'

/** The context of a control call beside its request. */
export interface ControlTarget {
  readonly directory: WorldDirectory
  /**
   * Finds the world of a call, by the name in its path or else the world of the address that received the call. Throws
   * a ControlError where the world does not exist.
   */
  worldOf(name: string | undefined): World | Promise<World>
  /** The path below `/_forge`, such as `/worlds/checkout/reset`. */
  readonly path: string
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly address: string
  readonly access: ControlAccess
}

/** The maximum size of the body of a control call, in bytes: enough for a seed with its files. */
const bodyLimit = 32 * 2 ** 20

/** Answers a request to the control address. Never rejects: an unexpected error becomes a 500 with its message. */
export async function answerControl(request: Request, target: ControlTarget): Promise<Response> {
  try {
    const answer = await carryOut(request, target)
    if (!(answer instanceof Response)) return written(answer)
    return request.method === 'HEAD' ? await withoutBody(answer) : answer
  } catch (error) {
    const { status, message, errors } = refusalOf(error)
    const headers = new Headers()
    if (status === 401) headers.set('WWW-Authenticate', 'Bearer realm="Forgery control"')
    return Response.json({ message, errors }, { status, headers })
  }
}

async function carryOut(
  request: Request,
  target: ControlTarget,
): Promise<ControlAnswer | Response> {
  const { directory, address, path } = target
  checkPermission(request, target.access)
  const { route, parameters } = findRoute(isRead(request) ? 'GET' : request.method, path)
  if (route.subject === 'server') {
    const body = route.body ? await bodyOf(request) : undefined
    return route.run({ directory, parameters, body, address })
  }
  const world = await target.worldOf(parameters.world)
  const body = route.body ? await bodyOf(request) : undefined
  const query = new URL(request.url).searchParams
  return route.run({ world, forge: world.forge, parameters, query, body, signal: request.signal })
}

/** Cancels the body, since a stream of events that nobody reads would be kept open. */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel()
  return new Response(null, answer)
}

async function bodyOf(request: Request): Promise<unknown> {
  const received = await readBody(request, bodyLimit)
  if (!received) return {}
  const body = withItsType(received)
  if (body.type.endsWith('json') && depthOf(body.bytes) > MAX_SEED_DEPTH) {
    throw new ControlError(400, `the body: is JSON nested more than ${MAX_SEED_DEPTH} levels deep`)
  }
  return readBodyParameters(body, request.headers)
}

/** Returns the nesting depth of JSON from its UTF-8 bytes, before it is parsed. */
function depthOf(json: Uint8Array): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === bytes.quote) isText = !isText
    else if (isText) at += byte === bytes.backslash ? 1 : 0
    else if (byte === bytes.bracket || byte === bytes.brace) deepest = Math.max(deepest, ++depth)
    else if (byte === bytes.closingBracket || byte === bytes.closingBrace) depth--
  }
  return deepest
}

/** The characters of JSON that determine its depth. */
const bytes = {
  quote: 0x22,
  backslash: 0x5c,
  bracket: 0x5b,
  closingBracket: 0x5d,
  brace: 0x7b,
  closingBrace: 0x7d,
}

/**
 * `curl -d` declares every body as a form; a body that begins with a brace is taken for JSON, since no form begins so.
 */
function withItsType(received: ReceivedBody): ReceivedBody {
  const isObject = received.bytes[0] === '{'.charCodeAt(0)
  return isObject ? new ReceivedBody(received.bytes, 'application/json') : received
}

function written({ status, json }: ControlAnswer): Response {
  if (json === undefined) return new Response(null, { status })
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return new Response(writeJson(json), { status, headers })
}

/** The response to a control call that failed with an error. */
interface Refusal {
  readonly status: number
  readonly message: string
  readonly errors?: FieldErrors | undefined
}

/** Returns the status and the message for a control call that failed with an error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ControlError) return error
  if (error instanceof ApiError) return { status: error.status, message: messageOf(error) }
  if (error instanceof ZodError) return { status: 400, message: problemsOf(error) }
  if (refusesInput(error)) return { status: 400, message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { status: 500, message: `500 Internal Server Error - ${reason}` }
}

function refusesInput(error: unknown): error is Error {
  return [SeedError, InvalidArgument, ArgumentOutOfRange].some((kind) => error instanceof kind)
}

function messageOf(error: ApiError): string {
  const body = error.bodyIn('v4')
  return body && 'message' in body && typeof body.message === 'string'
    ? body.message
    : error.message
}

function problemsOf({ issues }: ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; ')
}
