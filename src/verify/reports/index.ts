/** The reports of a run: texts made of its summary, none of which holds a secret. */
export { htmlReport } from './html/page.ts'
export { jsonReport, readBaseline } from './json.ts'
export { junitReport } from './junit.ts'
export { textReport } from './text.ts'
