import { AsyncLocalStorage } from 'node:async_hooks'
import type { Forge } from '../../forge/forge.ts'

/** A running test with its forge. */
export interface RunningTest {
  readonly forge: Forge
  /** The requests that no handler answered, such as `GET https://forge.example.com/api/v4/user`. */
  readonly unanswered: string[]
}

/** The running tests of one `forgeTest`, and the attribution of requests to them. */
export interface RunningTests {
  begin(forge: Forge): void
  /** Ends a test and returns its requests that no handler answered. */
  end(forge: Forge): readonly string[]
  /**
   * Runs a step in the context of the test of a forge, which separates its requests from those of others. A step of any
   * other test just runs.
   */
  run<T>(forge: Forge, step: () => T): T
  /**
   * Returns the test that sent the current request; undefined outside of tests. A request from outside their contexts
   * (of a server of the suite, say) belongs to the only running test.
   * @throws Error where several tests run.
   */
  current(): RunningTest | undefined
}

export function createRunningTests(): RunningTests {
  const running = new Map<Forge, RunningTest>()
  const present = new AsyncLocalStorage<RunningTest>()
  return {
    begin: (forge) => void running.set(forge, { forge, unanswered: [] }),
    end(forge) {
      const { unanswered = [] } = running.get(forge) ?? {}
      running.delete(forge)
      return unanswered
    },
    run(forge, step) {
      const test = running.get(forge)
      return test === undefined ? step() : present.run(test, step)
    },
    current() {
      const test = present.getStore()
      if (test !== undefined) return test
      if (running.size > 1) throw new Error(ambiguous)
      const [only] = running.values()
      return only
    },
  }
}

const ambiguous =
  'forgery/vitest: it is not known which test a request belongs to, of those that run at the same time. ' +
  'Call forgeTest in the file of the tests (or leave `isolate` on), and start what sends requests within ' +
  'a test; otherwise leave out `concurrent`.'
