import type { ApiError } from '../../contract/errors.ts'

/** Returns the message of an error as one text. Errors of attributes are prefixed with the attribute's name. */
export function errorText(error: ApiError): string {
  const body = error.bodyIn('v4')
  if (!body || !('message' in body)) return error.message
  const { message } = body
  if (typeof message === 'string') return message
  if (Array.isArray(message)) return message.join(', ')
  return Object.entries(message)
    .flatMap(([name, problems]) => [problems].flat().map((problem) => `${named(name)} ${problem}`))
    .join(', ')
}

/** Returns `source_branch` as `Source branch`. */
function named(attribute: string): string {
  const words = attribute.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
