export { endToEndHeaders } from './headers.ts'
export type { NoPassedAnswer, PassedAnswer, PassedContent } from './observer.ts'
export { createObserver, type Observer } from './observer.ts'
/** The part of a validating proxy that knows the contract; passing traffic on is the caller's. */
export { coverageText } from './summary.ts'
