import { type Call, callerOf, fieldsOf, levelOf, type Values } from '../shared-tools.ts'

/** Whether the caller may write to the repository: an administrator, or a developer or more. */
export async function mayPush(call: Call): Promise<boolean> {
  const { is_admin } = await callerOf(call)
  return is_admin === true || (await levelOf(call)) >= 30
}

/** The same JSON with each of its objects changed, however deep they stand. */
export function everyObject(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one: unknown) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(fieldsOf(json)).map(([name, value]) => [
    name,
    everyObject(value, change),
  ])
  return change(Object.fromEntries(fields))
}

/** The same moment as somebody two hours east of Greenwich writes it. */
export function inTheEast(timestamp: unknown): unknown {
  if (typeof timestamp !== 'string' || !timestamp.endsWith('Z')) return timestamp
  const shifted = new Date(Date.parse(timestamp) + 2 * 60 * 60 * 1000)
  return shifted.toISOString().replace('Z', '+02:00')
}
