import { at, type OperationId } from '../server.ts'
import { type Call, projectPath, type Values } from '../shared-tools.ts'

export const listsOfProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
]

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** The id of the project that a call is about, whether the path has its id or its name. */
export const projectIdOf = async (call: Call) =>
  at((await call.askAsRoot('GET', projectPath(call))).json, 'id')

/** The brief form of a user. */
export const briefOf = ({ id, username, name, state, avatar_url, web_url }: Values): Values => ({
  id,
  username,
  name,
  state,
  avatar_url,
  web_url,
})

/** How many lines a difference takes away. */
export const removedLines = (difference: string) =>
  difference.split('\n').filter((line) => line.startsWith('-') && !line.startsWith('--- ')).length

/** The bytes that Base64 stands for; undefined where it is none. */
export function bytesOf(base64: unknown): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(String(base64)), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const encodedBytes = (bytes: Iterable<number>) => btoa(String.fromCharCode(...bytes))
