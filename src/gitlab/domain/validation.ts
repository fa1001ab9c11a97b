import { badRequest, invalid } from '../../contract/errors.ts'
import { isLongerThan } from '../../contract/text-length.ts'
import { isUrl } from '../../shared/is-url.ts'

/** Throws 400 with the errors of all attributes, if there are any (`validation-errors.json`). */
export function checkNoErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  if (Object.keys(errors).length === 0) return
  const found = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  if (found.length === 0) return
  throw invalid(Object.fromEntries(found.map(([name, messages]) => [name, [...messages]])))
}

/** Whether a text is a web URL: http or https, with a host and without spaces. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && isUrl(text)
}

/** Returns the errors of a colour, which has the form `#E75E40` or `#EEE`. */
export function colorErrors(color: string): string[] {
  return /^#(?:[\da-f]{3}){1,2}$/i.test(color) ? [] : ['must be a valid color code']
}

/** Returns the errors of a text that may have at most `maxLength` characters. */
export function lengthErrors(text: string, maxLength: number): string[] {
  return isLongerThan(text, maxLength) ? [`is too long (maximum is ${maxLength} characters)`] : []
}

/** Throws 400 for a change without any of the attributes that can be changed. */
export function checkSomeChange<Name extends string>(
  attributes: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): void {
  if (names.some((name) => attributes[name] !== undefined)) return
  throw badRequest(`one of ${names.join(', ')} must be given`)
}
