import type { Values } from '../shared-tools.ts'

/** JSON in which every object is another one, however deep it stands. */
export function deeply(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deeply(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(json).map(([name, value]) => [name, deeply(value, change)])
  return change(Object.fromEntries(fields))
}

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** The order of names in which numbers are compared as numbers: `v9` stands before `v10`. */
export function naturally(one: unknown, other: unknown): number {
  const left = partsOf(one)
  const right = partsOf(other)
  for (const [index, part] of left.entries()) {
    const against = right[index]
    if (against === undefined) return 1
    if (part === against) continue
    const areNumbers = /^\d/.test(part) && /^\d/.test(against)
    const difference = areNumbers ? Number(part) - Number(against) : 0
    if (difference !== 0) return difference
    return part < against ? -1 : 1
  }
  return left.length - right.length
}

const partsOf = (name: unknown): readonly string[] => String(name).match(/\d+|\D+/g) ?? []

/** The lines of a text that is Base64, as Ruby's encoder writes them. */
export const inLines = (base64: string) => base64.replaceAll(/.{1,60}/g, (line) => `${line}\n`)
