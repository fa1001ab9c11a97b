import { apis } from '../../contract/apis.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { readSettings, type VerifyOptions } from '../options.ts'
import { describeFailure } from '../reports/describe-failure.ts'
import {
  type OperationSummary,
  type Result,
  type StorySummary,
  type Summary,
  storyOf,
} from '../results.ts'
import { stories } from '../stories/index.ts'
import { readSelection } from './selection.ts'
import { startRun } from './verify.ts'

/** The common interface of vitest, jest and node:test. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly test: (name: string, body: () => Promise<void>, timeout?: number) => unknown
}

/** The timeout of a whole run against a slow server, in milliseconds. */
const timeout = 15 * 60 * 1000

/**
 * Registers the checks as tests: one for each selected operation, one for each story, and one for other failures. All
 * share a single run, which starts with the first of them. A test without any check fails with `not tested` and the
 * reason; `skip` excludes it.
 *
 * @example
 * import { describe, test } from 'vitest'
 * contractTests({ url: 'https://forge.example.com', token, skip: ['Builds'] }, { describe, test })
 */
export function contractTests(options: VerifyOptions, { describe, test }: TestRunner): void {
  let running: Promise<Summary> | undefined
  const register = (name: string, check: (summary: Summary) => void) =>
    test(
      name,
      async () => {
        running ??= startRun(options).summary
        check(await running)
      },
      timeout,
    )
  const chosen = choose(options)
  describe(`the contract of ${options.url}`, () => {
    for (const { id, method, path } of chosen.operations) {
      register(`${method} ${path} (${id})`, (summary) => {
        throwFailures(summary, ({ operation }) => operation === id)
        throwUntested(summary.operations.find(({ operation }) => operation === id))
      })
    }
    for (const { name } of chosen.stories) {
      register(name, (summary) => {
        throwFailures(summary, (result) => storyOf(result) === name)
        throwUntestedStory(summary.stories.find((story) => story.name === name))
      })
    }
    register('what is called on the way, and what is left behind', (summary) => {
      const isReportedAbove = (result: Result) =>
        chosen.operations.some(({ id }) => id === result.operation) ||
        chosen.stories.some(({ name }) => name === storyOf(result))
      throwFailures(summary, (result) => !isReportedAbove(result))
      throwLeftBehind(summary)
    })
  })
}

/** Returns the selected operations and stories. */
function choose(options: VerifyOptions) {
  const { api } = readSettings(options)
  const operations = apis[api].operations
    .filter(({ isExtension }) => !isExtension)
    .map(({ id, tag: resource, method, path }) => ({ id, resource, method, path }))
  const { hasOperation, wants } = readSelection(options, operations)
  return {
    operations: operations.filter(({ id, resource }) => hasOperation(id, resource)),
    stories: judgedApis[api].scope || options.readOnly ? [] : stories.filter(wants),
  }
}

function throwFailures({ failures }: Summary, isAbout: (result: Result) => boolean): void {
  const found = failures.flatMap(({ result, others }) => [result, ...others]).filter(isAbout)
  if (found.length === 0) return
  throw new Error(found.map(describeFailure).join('\n\n'))
}

function throwUntested(operation: OperationSummary | undefined): void {
  const aspects = operation?.aspects ?? []
  const isTested = aspects.some(
    ({ verdict }) => verdict !== 'not tested' && verdict !== 'left open',
  )
  if (isTested) return
  const reasons = new Set(
    aspects.flatMap(({ verdict, reason }) => (verdict === 'not tested' && reason ? [reason] : [])),
  )
  throw new Error(`not tested: ${[...reasons].join('; ') || 'nothing checked it'}`)
}

function throwUntestedStory(story: StorySummary | undefined): void {
  if (story && story.verdict !== 'not tested') return
  throw new Error(`not tested: ${story?.reason ?? 'nothing checked it'}`)
}

function throwLeftBehind({ leftBehind }: Summary): void {
  if (leftBehind.length === 0) return
  const list = leftBehind.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`)
  throw new Error(`left behind on the server, to be removed by hand:\n${list.join('\n')}`)
}
