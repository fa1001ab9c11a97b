export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a path of fields, such as `assignee.id`; undefined where it does not exist. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, field) =>
        typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined,
      value,
    )
}

/** Finds the list item whose field has a value. */
export function itemWith(field: string, value: unknown): (body: unknown) => unknown {
  return (body) =>
    Array.isArray(body) ? body.find((item) => at(item, field) === value) : undefined
}

export const EXPLAINS_ITSELF = 'The refusal explains itself in message.'

/** Whether a refusal has an explanation: a `message` that is not empty. */
export function hasMessage(body: unknown): boolean {
  const message = at(body, 'message')
  return typeof message === 'string' && message !== ''
}

/** Whether issues are kept by another service, which names them by texts (`listIssuesClosedByMergeRequest`). */
export const areElsewhere = (issues: unknown): boolean =>
  Array.isArray(issues) && issues.some((issue) => typeof at(issue, 'id') === 'string')

/** Takes the line breaks out of Base64, which may have them as in MIME; other values are returned as they are. */
export function unbroken(base64: unknown): unknown {
  return typeof base64 === 'string' ? base64.replace(/\s+/g, '') : base64
}

/** The fields of other users that only administrators see. */
export const secretsOfUsers: readonly string[] = [
  ...['email', 'identities', 'two_factor_enabled', 'projects_limit', 'private_token'],
]
