import type { ForgeControl } from '../../forge/control.ts'
import type { Forge } from '../../forge/forge.ts'
import { isPromise } from '../../shared/awaitable.ts'

/** The subject of a matcher: a forge in this process, or a remote one. */
export type Subject = Forge | ForgeControl

/** The part of `this` that a matcher uses; vitest, Jest and Playwright all provide it. */
export interface MatcherContext {
  equals(actual: unknown, expected: unknown): boolean
}

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/**
 * Checks that a matcher was given a forge, so that a wrong subject is not reported as a failed expectation.
 * @throws TypeError that names the matcher and what it needs.
 */
export function checkSubject(matcher: string, subject: unknown): asserts subject is Subject {
  const isForge =
    typeof subject === 'object' && subject !== null && 'requests' in subject && 'export' in subject
  if (isForge) return
  const hint = isPromise(subject) ? '; write `await createForge()`' : ''
  throw new TypeError(`${matcher}: expect() must be given a forge${hint}`)
}
