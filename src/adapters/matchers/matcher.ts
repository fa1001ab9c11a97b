import type { ForgeControl } from '../../forge/control.ts'
import type { Forge } from '../../forge/forge.ts'
import { isPromise } from '../../shared/awaitable.ts'

/** What is asked: a forge in this process, or one that is served. */
export type Subject = Forge | ForgeControl

/** The part of `this` that a matcher uses; vitest, Jest and Playwright give it alike. */
export interface MatcherContext {
  equals(actual: unknown, expected: unknown): boolean
}

/** What a matcher found out. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/**
 * Checks that a matcher was given a forge, so that a wrong subject is no failed expectation.
 * @throws TypeError naming the matcher and what it needs.
 */
export function checkSubject(matcher: string, subject: unknown): asserts subject is Subject {
  const isForge =
    typeof subject === 'object' && subject !== null && 'requests' in subject && 'export' in subject
  if (isForge) return
  const hint = isPromise(subject) ? '; write `await createForge()`' : ''
  throw new TypeError(`${matcher}: expect() must be given a forge${hint}`)
}
