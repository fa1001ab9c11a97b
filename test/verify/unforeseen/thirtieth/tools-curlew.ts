import type { Answer } from '../server.ts'
import { fieldsOf, listOf } from '../shared-tools.ts'

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** A path as git prints it where its setting core.quotePath is on. */
export function quotedPath(path: unknown): unknown {
  if (typeof path !== 'string') return path
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const written = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${written.join('')}"`
}

/** All the branches of a project, by their names. */
export async function branchesOf(
  ask: (method: string, path: string) => Promise<Answer>,
  repository: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { json } = await ask('GET', `${repository}/branches?per_page=100&page=${page}`)
    const some = listOf(json)
    for (const { name, commit } of some) found.set(String(name), String(fieldsOf(commit).id))
    if (some.length < 100) return found
  }
}

/** JSON with each of its objects changed, however deep it stands. */
export function everyObject(
  json: unknown,
  change: (one: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([name, value]) => [name, everyObject(value, change)])
  return change(fieldsOf(Object.fromEntries(entries)))
}
