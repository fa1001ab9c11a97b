import { type Call, fieldsOf, projectPath } from '../shared-tools.ts'

/** The path of the issue that a call is about, below `/api/v3`. */
export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** The text as it is where its percent signs are read as those of a URL. */
export function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** JSON with each of its objects changed, those inside of others first. */
export function deeplyChanged(
  json: unknown,
  change: (one: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(json)) return json.map((one) => deeplyChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(fieldsOf(json)).map(
    ([name, value]) => [name, deeplyChanged(value, change)] as const,
  )
  return change(Object.fromEntries(fields))
}
