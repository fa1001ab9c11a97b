import type { z } from 'zod'
import type { Forge } from '../../forge.ts'
import type { World, Worlds } from '../worlds.ts'

/** A control call, its body checked. */
export interface ControlCall<Body> {
  readonly worlds: Worlds
  /** The world that is meant; of calls to the server, the default one. */
  readonly world: World
  /** The forge of the world. */
  readonly forge: Forge
  readonly body: Body
  /** What stands in the path at `{…}`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Where the server is reached, such as `http://127.0.0.1:8080`. */
  readonly address: string
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

/** What a call is answered with; without a body where `json` is undefined. */
export interface ControlAnswer {
  readonly status: number
  readonly json?: unknown
}

/** One call of the control address, as it is carried out and as its OpenAPI document tells of it. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_forge`; of a world also below `/_forge/worlds/{world}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** Whether it is about one world, or about the server. */
  readonly subject: 'server' | 'world'
  readonly body: z.ZodType | undefined
  /** The status of success, with what its body is; undefined for none. */
  readonly success: { readonly status: number; readonly body?: z.ZodType | 'events' }
  /** Other statuses that it has a reason for, beside those that every call has. */
  readonly refusals?: Readonly<Record<number, string>>
  run(call: ControlCall<unknown>): ControlAnswer | Response | Promise<ControlAnswer | Response>
}

type Run<Body> = (
  call: ControlCall<Body>,
) => ControlAnswer | Response | Promise<ControlAnswer | Response>

/** A route without a body. */
export function route(described: Omit<ControlRoute, 'body'>): ControlRoute {
  return { ...described, body: undefined }
}

/** A route whose body is read with a schema before it runs. */
export function routeWithBody<Schema extends z.ZodType>(
  described: Omit<ControlRoute, 'body' | 'run'> & {
    readonly body: Schema
    readonly run: Run<z.output<Schema>>
  },
): ControlRoute {
  const { body, run } = described
  return { ...described, run: (call) => run({ ...call, body: body.parse(call.body) }) }
}
