import { badRequest, invalid } from '../contract/errors.ts'

/** Refuses with 400 where any attribute has errors (document 1, Errors, body 2). */
export function refuseErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  const found = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  if (found.length === 0) return
  throw invalid(Object.fromEntries(found.map(([name, messages]) => [name, [...messages]])))
}

/** Refuses with 400 a change that names none of the attributes that can be changed. */
export function refuseNoChange<Name extends string>(
  attributes: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): void {
  if (names.some((name) => attributes[name] !== undefined)) return
  throw badRequest(`one of ${names.join(', ')} must be given`)
}
