import { type SetupServer, setupServer } from 'msw/node'
import { expect, type TestAPI, test } from 'vitest'
import { basePaths } from '../../contract/base-paths.ts'
import { createForge } from '../../forge/create-forge.ts'
import type { Forge } from '../../forge/forge.ts'
import type { ForgeOptions } from '../../forge/options.ts'
import { checkOptions } from '../../shared/options.ts'
import { forgeMatchers } from '../matchers/index.ts'
import { handlers } from '../msw.ts'
import { exercisedIn } from './coverage.ts'
import { createRunningTests, type RunningTests } from './running-tests.ts'
import { type OnUnhandledRequest, unansweredRules } from './unanswered.ts'
import { checkTest } from './version.ts'

/** The options of `forgeTest`: those of `createForge`, and the handling of requests. */
export interface ForgeTestOptions extends ForgeOptions {
  /** The address that the client uses for the forge; see `handlers` of `forgery/msw`. */
  readonly baseUrl?: string
  /**
   * The handling of a request that neither the forge nor a handler of the suite answers. `'error'` (the default)
   * rejects it and fails the test that sent it, even where its client swallows the error; `'warn'` and `'bypass'` let
   * it go out to the network, `'warn'` with a line in the log. With `'error'`, a test also fails where it sent the
   * forge a request below `/api/` for which there is no operation.
   */
  readonly onUnhandledRequest?: OnUnhandledRequest
}

/** The fixtures of a test of `forgeTest`. */
export interface ForgeTestContext {
  /** The forge of this test, a fork of `baseForge`. */
  readonly forge: Forge
  /** The forge of the file, from which all tests start; it is available in `beforeAll` too. */
  readonly baseForge: Forge
  /** The msw server, for handlers of the suite: `server.use(…)` applies until the end of the test. */
  readonly server: SetupServer
}

/**
 * Makes a `test` whose tests have a forge each. msw routes the requests of a test to its own forge, for concurrent
 * tests as well. Requests of `beforeAll` go to `baseForge`, so that all tests start with what it wrote. Call it once
 * per file, at the top level. Adds the matchers of `forgery/matchers` to `expect`.
 * @throws TypeError where an option is unknown or wrong; Error where vitest is older than 4.1.
 * @example
 * const test = forgeTest({ seed: 'demo', baseUrl: 'https://forge.example.com' })
 *
 * test('closes the issue', async ({ forge }) => {
 *   await closeIssue('tidewater/website', 3)
 *   expect(forge).toHaveReceived('updateIssue', { state_event: 'close' })
 *   expect(forge).toHaveIssue({ project: 'tidewater/website', iid: 3, state: 'closed' })
 * })
 */
export function forgeTest(options: ForgeTestOptions = {}): TestAPI<ForgeTestContext> {
  const { baseUrl = '*', onUnhandledRequest = 'error', ...forgeOptions } = options
  checkOptions('forgeTest', { onUnhandledRequest }, { onUnhandledRequest: unhandledRule })
  checkTest(test)
  expect.extend(forgeMatchers)
  const running = createRunningTests()
  const extended = test.extend<ForgeTestContext>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads which fixtures another one needs from its parameter.
    baseForge: [async ({}, use) => use(await createForge(forgeOptions)), { scope: 'file' }],
    server: [
      async ({ baseForge }, use) => {
        if (listening.size > 0) throw new Error(secondInFile)
        const server = serverFor(baseForge, baseUrl, running, onUnhandledRequest)
        listening.add(server)
        await use(server)
        server.close()
        listening.delete(server)
      },
      { scope: 'file', auto: true },
    ],
    forge: [
      async ({ baseForge, server, task }, use) => {
        const forge = baseForge.fork()
        running.begin(forge)
        await use(forge)
        const unanswered = running.end(forge)
        server.resetHandlers()
        // The reporter reads it in the main process.
        task.meta.forgery = exercisedIn(forge.coverage())
        task.file.meta.forgery = exercisedIn(baseForge.coverage())
        if (onUnhandledRequest !== 'error') return
        checkAllAnswered(unanswered, baseUrl)
        forge.verifyNoUnhandled()
      },
      { auto: true },
    ],
  })
  // Applies to the other tests of the file as well.
  extended.aroundEach((runTest, { forge }) => running.run(forge, runTest))
  return extended
}

/** The msw server of the current file: a second one would execute each request again. */
const listening = new Set<SetupServer>()
const secondInFile =
  'forgeTest: its tests may not stand beside those of another forgeTest in one file. ' +
  'Move them to a file of their own, or give the world what they need with `forge.add(seed)`.'

const unhandledRule = {
  mustBe: '`error`, `warn` or `bypass`',
  accepts: (value: unknown) => ['error', 'warn', 'bypass'].includes(String(value)),
}

/** Returns an msw server with one handler, which uses the forge of the test that sent the request. */
function serverFor(
  baseForge: Forge,
  baseUrl: string,
  running: RunningTests,
  onUnhandledRequest: OnUnhandledRequest,
) {
  const forgeOfTest: Forge = {
    ...baseForge,
    fetch: (request) => (running.current()?.forge ?? baseForge).fetch(request),
  }
  const server = setupServer(...handlers(forgeOfTest, { baseUrl }))
  const rules = unansweredRules(onUnhandledRequest, (request) => {
    running.current()?.unanswered.push(request)
  })
  server.listen(rules)
  return server
}

function checkAllAnswered(unanswered: readonly string[], baseUrl: string): void {
  if (unanswered.length === 0) return
  const lines = unanswered.map((request) => `\n  ${request}`).join('')
  const paths = `paths below ${Object.values(basePaths).join(' and ')}`
  const place = baseUrl === '*' ? paths : `${paths} of ${baseUrl}`
  throw new Error(
    `Nothing answered these requests of the test:${lines}\nThe forge answers ${place}; ` +
      'answer others with `server.use(…)`, or let them go with `forgeTest({ onUnhandledRequest: "bypass" })`.',
  )
}
