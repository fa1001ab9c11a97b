import { z } from 'zod'
import type { Seed } from '../../seed/schema.ts'
import { ControlError } from '../../worlds/control-error.ts'
import type { WorldDescription } from '../../worlds/world-directory.ts'
import type { ObjectNamespace } from './engine.ts'

/**
 * What the front and the registry ask of the object of a world, beside the requests of clients. It
 * stands in a header, which the front lets no client send.
 */
export const callHeader = 'x-forge-object'

/** Names the world of a call. */
export const nameHeader = 'x-forge-world'

/** How an object says that no world was made in it. */
export const unmade = 'unmade'

/** The calls of a world's object. */
export type ObjectCall = 'make' | 'show' | 'export' | 'forget'

/** What a new world starts from: the seed of the worker, a seed, the name of one, or a saved world. */
export type NewStart = { readonly seed?: Seed | string | undefined } | Uint8Array<ArrayBuffer>

/** Calls the object of a world. @throws ControlError with its status and message where it refuses. */
export async function callObject(
  worlds: ObjectNamespace,
  name: string,
  call: ObjectCall,
  { start, snapshot }: { readonly start?: NewStart; readonly snapshot?: string | undefined } = {},
): Promise<Response> {
  const url = new URL('http://object/')
  if (snapshot !== undefined) url.searchParams.set('snapshot', snapshot)
  const headers = { [callHeader]: call, [nameHeader]: name }
  const object = worlds.get(worlds.idFromName(name))
  return accepted(
    await object.fetch(new Request(url, { method: 'POST', headers, ...bodyOf(start) })),
  )
}

const shown = z.object({ name: z.string(), tokens: z.record(z.string(), z.string()) })

/** Reads a world as an object or the registry shows it. */
export async function readDescription(response: Response): Promise<WorldDescription> {
  return shown.parse(await response.json())
}

/** @throws ControlError where an answer of an object is a refusal. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const { message } = await response.json()
  throw new ControlError(response.status, String(message))
}

function bodyOf(start: NewStart | undefined): { readonly body?: string | Uint8Array<ArrayBuffer> } {
  if (start === undefined) return {}
  return { body: start instanceof Uint8Array ? start : JSON.stringify(start) }
}

/** Reads what `callObject` sent as the start of a world: a saved world, or JSON. */
export async function readStart(request: Request): Promise<NewStart> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const isJson = bytes[0] === '{'.charCodeAt(0)
  return isJson ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
}
