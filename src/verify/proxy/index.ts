/** The part of a validating proxy that knows the contract; passing traffic on is the caller's. */
export { coverageText } from './coverage-text.ts'
export { endToEndHeaders } from './headers.ts'
export { createObserver, type Observer } from './observer.ts'
export type { NoPassedAnswer, PassedAnswer, PassedContent } from './traffic.ts'
