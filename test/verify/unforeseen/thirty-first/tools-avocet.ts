import { type Call, encoded, listOf, projectPath, type Values } from '../shared-tools.ts'

/** The records in the order of their creation, the newest first. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))

/** The texts between the commas. */
export const commaSeparated = (text: unknown): readonly string[] =>
  String(text)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Whether the project is named by its path, and the path of the project itself has a dot. */
export const isNamedWithDot = ({ path }: Call) => /\/[^/]*\.[^/]*$/.test(path.id ?? '')

/** Whether the caller can see the project of the call. */
export const canSeeProject = async (call: Call) =>
  (await call.ask('GET', projectPath(call))).status === 200

/** The names of the branches that a removal of merged branches is about. */
export async function mergedBranches(call: Call): Promise<readonly string[]> {
  const { json } = await call.ask('GET', `${projectPath(call)}/repository/branches?per_page=100`)
  const project = await call.ask('GET', projectPath(call))
  const kept = listOf([project.json])[0]?.default_branch
  return listOf(json)
    .filter((one) => one.merged === true && one.protected === false && one.name !== kept)
    .map((one) => encoded(one.name))
}

/** Base64 of bytes, of which those that are no UTF-8 were replaced; undefined where all are. */
export function withoutBrokenBytes(content: unknown): string | undefined {
  const bytes = bytesOf(String(content))
  if (bytes === undefined) return undefined
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const after = base64Of(new TextEncoder().encode(text))
  return after === base64Of(bytes) ? undefined : after
}

function bytesOf(content: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const base64Of = (bytes: Uint8Array) =>
  btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))

/** A text as a search compares it: without accents, in small letters. */
export const folded = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** JSON that has only characters of ASCII. */
export const escaped = (json: string) =>
  [...json]
    .flatMap((character) => character.split(''))
    .map((unit) =>
      unit.charCodeAt(0) < 128 ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .join('')

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}
