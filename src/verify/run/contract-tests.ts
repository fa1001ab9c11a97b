import { operations } from '../../contract/generated/operations.ts'
import type { VerifyOptions } from '../options.ts'
import { describeFailure } from '../reports/describe-failure.ts'
import type { Result, Summary } from '../results.ts'
import { stories } from '../stories/index.ts'
import { verify } from './verify.ts'

/** What vitest, jest and node:test have in common. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly test: (name: string, body: () => Promise<void>, timeout?: number) => unknown
}

/** A whole run may take as long against a slow server, in milliseconds. */
const timeout = 15 * 60 * 1000

/**
 * Registers the checks in a test suite: a test for each operation and one for each story. One run
 * serves them all, and begins with the first of them.
 *
 * @example
 * import { describe, test } from 'vitest'
 * contractTests({ url: 'https://forge.example.com', token }, { describe, test })
 */
export function contractTests(options: VerifyOptions, { describe, test }: TestRunner): void {
  let running: Promise<Summary> | undefined
  const finish = () => {
    running ??= verify(options).summary
    return running
  }
  describe(`the contract of ${options.url}`, () => {
    for (const { id, method, path } of operations) {
      test(
        `${method} ${path} (${id})`,
        async () => throwFailures(await finish(), ({ operation }) => operation === id),
        timeout,
      )
    }
    for (const { name } of stories) {
      test(
        name,
        async () => throwFailures(await finish(), ({ source }) => source.startsWith(name)),
        timeout,
      )
    }
  })
}

function throwFailures({ failures }: Summary, isAbout: (result: Result) => boolean): void {
  const found = failures.flatMap(({ result, others }) => [result, ...others]).filter(isAbout)
  if (found.length === 0) return
  throw new Error(found.map(describeFailure).join('\n\n'))
}
