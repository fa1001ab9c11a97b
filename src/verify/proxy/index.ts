export { endToEndHeaders } from './headers.ts'
export type { NoPassedAnswer, PassedAnswer, PassedContent } from './observer.ts'
export { createObserver, type Observer } from './observer.ts'
/** The part of the validating proxy that uses the contract; the caller forwards the traffic. */
export { coverageText } from './summary.ts'
