import { AsyncLocalStorage } from 'node:async_hooks'
import type { Forge } from '../../forge/forge.ts'

/** A test that runs, with the forge of its own. */
export interface RunningTest {
  readonly forge: Forge
  /** The requests that nothing answered, as `GET https://forge.example.com/api/v4/user`. */
  readonly unanswered: string[]
}

/** The tests of one `forgeTest` that run, and which of them a request comes from. */
export interface RunningTests {
  begin(forge: Forge): void
  /** Returns the requests of the test that nothing answered. */
  end(forge: Forge): readonly string[]
  /**
   * Runs what belongs to the test of a forge, so that its requests are kept apart from those of others; a
   * step that belongs to none of these tests just runs.
   */
  run<T>(forge: Forge, step: () => T): T
  /**
   * The test that a request comes from; undefined outside of tests. One that was begun outside of
   * them (a server of the suite that answers a test, say) belongs to the only test that runs.
   * @throws Error where several run.
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
