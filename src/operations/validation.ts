import { invalid } from '../contract/refusals.ts'

/** Refuses with 400 where any attribute has errors (document 1, Errors, body 2). */
export function refuseErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  const found = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  if (found.length === 0) return
  throw invalid(Object.fromEntries(found.map(([name, messages]) => [name, [...messages]])))
}
