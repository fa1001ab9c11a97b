import { z } from 'zod'
import type { Seed } from '../../seed/schema.ts'
import { ControlError } from '../../worlds/control-error.ts'
import type { WorldDescription } from '../../worlds/world-directory.ts'
import type { ObjectNamespace } from './engine.ts'

/** The header with a call of the front or the registry to the object of a world. The front refuses it from clients. */
export const callHeader = 'x-forge-object'

/** The header with the name of the world of a call. */
export const nameHeader = 'x-forge-world'

/** The response of an object in which no world was made. */
export const unmade = 'unmade'

/** The calls to the object of a world. */
export type ObjectCall = 'make' | 'show' | 'export' | 'forget'

/** The starting point of a new world: the seed of the worker, a seed, the name of one, or a saved world. */
export type NewStart = { readonly seed?: Seed | string | undefined } | Uint8Array<ArrayBuffer>

/**
 * Calls the object of a world.
 * @throws ControlError with the status and the message of a refusal.
 */
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

/** Parses the description of a world in a response of an object or the registry. */
export async function readDescription(response: Response): Promise<WorldDescription> {
  return shown.parse(await response.json())
}

/** @throws ControlError where the response of an object is a refusal. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const { message } = await response.json()
  throw new ControlError(response.status, String(message))
}

function bodyOf(start: NewStart | undefined): { readonly body?: string | Uint8Array<ArrayBuffer> } {
  if (start === undefined) return {}
  return { body: start instanceof Uint8Array ? start : JSON.stringify(start) }
}

/** Parses the starting point that `callObject` sent: a saved world, or JSON. */
export async function readStart(request: Request): Promise<NewStart> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const isJson = bytes[0] === '{'.charCodeAt(0)
  return isJson ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
}
