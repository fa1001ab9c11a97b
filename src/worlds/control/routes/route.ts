import type { z } from 'zod'
import type { Forge } from '../../../forge/forge.ts'
import type { WorldDirectory } from '../../world-directory.ts'
import type { World } from '../../worlds.ts'

/** A call about the worlds of a server, its body checked. */
export interface ServerCall<Body> {
  readonly directory: WorldDirectory
  readonly body: Body
  /** What stands in the path at `{…}`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Where the server is reached, such as `http://127.0.0.1:8080`. */
  readonly address: string
}

/** A call about one world, its body checked. */
export interface WorldCall<Body> {
  /** The world that is meant. */
  readonly world: World
  /** The forge of the world. */
  readonly forge: Forge
  readonly body: Body
  /** What stands in the path at `{…}`. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

/** What a call is answered with; without a body where `json` is undefined. */
export interface ControlAnswer {
  readonly status: number
  readonly json?: unknown
}

type Answered = ControlAnswer | Response | Promise<ControlAnswer | Response>

/** What calls of both kinds are described by. */
interface Description {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_forge`; of a world also below `/_forge/worlds/{world}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly body: z.ZodType | undefined
  /** What may stand in the query, which the route reads itself. */
  readonly query?: z.ZodObject
  /** The status of success, with what its body is; undefined for none. */
  readonly success: { readonly status: number; readonly body?: z.ZodType | 'events' }
  /** Other statuses that it has a reason for, beside those that every call has. */
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
 * One call of the control address, as it is carried out and as its OpenAPI document describes it;
 * `subject` says whether it is about one world, or about the worlds of the server.
 */
export type ControlRoute = ServerRoute | WorldRoute

/** A route about one world, without a body. */
export function route(described: Omit<WorldRoute, 'body'>): WorldRoute {
  return { ...described, body: undefined }
}

/**
 * A route about one world, whose body is read with a schema before it runs. `check` comes first where the
 * forge has a check of its own, so that a mistake has the same message over HTTP.
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

/** A route about the worlds of the server, without a body. */
export function serverRoute(described: Omit<ServerRoute, 'body'>): ServerRoute {
  return { ...described, body: undefined }
}

/** A route about the worlds of the server, whose body is read with a schema before it runs. */
export function serverRouteWithBody<Schema extends z.ZodType>(
  described: Omit<ServerRoute, 'body' | 'run'> & {
    readonly body: Schema
    readonly run: (call: ServerCall<z.output<Schema>>) => Answered
  },
): ServerRoute {
  const { body, run } = described
  return { ...described, run: (call) => run({ ...call, body: body.parse(call.body) }) }
}
