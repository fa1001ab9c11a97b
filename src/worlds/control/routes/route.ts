import type { z } from 'zod'
import type { Forge } from '../../../forge/forge.ts'
import type { WorldDirectory } from '../../world-directory.ts'
import type { World } from '../../worlds.ts'

/** A call about the worlds of a server, with its validated body. */
export interface ServerCall<Body> {
  readonly directory: WorldDirectory
  readonly body: Body
  /** The values of the `{…}` parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly address: string
}

/** A call about one world, with its validated body. */
export interface WorldCall<Body> {
  /** The world of the call. */
  readonly world: World
  /** The forge of the world. */
  readonly forge: Forge
  readonly body: Body
  /** The values of the `{…}` parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
}

/** The response to a call; it has no body where `json` is undefined. */
export interface ControlAnswer {
  readonly status: number
  readonly json?: unknown
}

type Answered = ControlAnswer | Response | Promise<ControlAnswer | Response>

/** The description that routes of both kinds share. */
interface Description {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/_forge`; routes of a world exist below `/_forge/worlds/{world}` too. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly body: z.ZodType | undefined
  /** The parameters of the query, which the route parses itself. */
  readonly query?: z.ZodObject
  /** The status of success and the schema of its body; undefined for no body. */
  readonly success: { readonly status: number; readonly body?: z.ZodType | 'events' }
  /** Other statuses with their reasons, beside those that every call has. */
  readonly refusals?: Readonly<Record<number, string>>
}

interface ServerRoute extends Description {
  readonly subject: 'server'
  run(call: ServerCall<unknown>): Answered
}

interface WorldRoute extends Description {
  readonly subject: 'world'
  run(call: WorldCall<unknown>): Answered
}

/**
 * A route of the control address, with what its OpenAPI document needs. `subject` states whether it is about one world
 * or about the worlds of the server.
 */
export type ControlRoute = ServerRoute | WorldRoute

/** Makes a route about one world that takes no body. */
export function route(described: Omit<WorldRoute, 'body'>): WorldRoute {
  return { ...described, body: undefined }
}

/**
 * Makes a route about one world, whose body is validated by a schema before it runs. `check` runs first where the forge
 * has a check of its own, so that a mistake has the same message over HTTP.
 */
export function routeWithBody<Schema extends z.ZodType>(
  described: Omit<WorldRoute, 'body' | 'run'> & {
    readonly body: Schema
    readonly check?: (body: unknown) => void
    readonly run: (call: WorldCall<z.output<Schema>>) => Answered
  },
): WorldRoute {
  const { body, check = () => {}, run, ...rest } = described
  return {
    ...rest,
    body,
    run(call) {
      check(call.body)
      return run({ ...call, body: body.parse(call.body) })
    },
  }
}

/** Makes a route about the worlds of the server that takes no body. */
export function serverRoute(described: Omit<ServerRoute, 'body'>): ServerRoute {
  return { ...described, body: undefined }
}

/** Makes a route about the worlds of the server, whose body is validated by a schema before it runs. */
export function serverRouteWithBody<Schema extends z.ZodType>(
  described: Omit<ServerRoute, 'body' | 'run'> & {
    readonly body: Schema
    readonly run: (call: ServerCall<z.output<Schema>>) => Answered
  },
): ServerRoute {
  const { body, run } = described
  return { ...described, run: (call) => run({ ...call, body: body.parse(call.body) }) }
}
