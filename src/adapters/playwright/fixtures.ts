import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import type { Seed } from '../../seed/schema.ts'
import type { ServedWorld } from '../../worlds/client/index.ts'
import { journalText } from './journal-text.ts'
import { type ForgeServer, startOrFindServer } from './server.ts'

/** What each test gets. */
export interface ForgeFixtures {
  /** The world of this test alone: a `ForgeControl`, with its name, its url and its tokens. */
  readonly forge: ServedWorld
}

/** What `use` of the configuration takes, for all tests of a worker. */
export interface ForgeWorkerOptions {
  /**
   * Where `forgery serve` runs, such as `http://127.0.0.1:8080`; by default the environment variable
   * FORGERY_URL, and without that each worker starts a server of its own.
   */
  readonly forgeUrl: string | undefined
  /** What the world of a test starts from: a seed, or the name of one; the default world's by default. */
  readonly forgeSeed: Seed | string | undefined
}

interface ForgeWorkerFixtures extends ForgeWorkerOptions {
  /** The server that the tests of this worker share. */
  readonly forgeServer: ForgeServer
}

/** Written out: an inferred type names a package that a suite need not have. */
type ForgeTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ForgeFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ForgeWorkerFixtures
>

/**
 * Playwright's `test`, each with a world of its own on a shared server: tests may run in parallel and
 * need no reset. Whatever the browser and `request` send carries the name of the world, as header
 * and as cookie, so a front-end that passes either on reaches it. The world goes with the test; where the
 * test failed, the requests that the forge received are attached to its report.
 * @example
 * test('closes an issue', async ({ page, forge }) => {
 *   await page.goto('/projects/1')
 *   await page.getByRole('button', { name: 'Close' }).first().click()
 *   await expect(forge).toHaveReceived('updateIssue', { state_event: 'close' })
 * })
 */
export const test: ForgeTest = base.extend<ForgeFixtures, ForgeWorkerFixtures>({
  forgeUrl: [process.env.FORGERY_URL, { option: true, scope: 'worker' }],
  forgeSeed: [undefined, { option: true, scope: 'worker' }],
  forgeServer: [
    async ({ forgeUrl, forgeSeed }, use) => {
      const server = await startOrFindServer(forgeUrl, forgeSeed)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  forge: async ({ forgeServer }, use, testInfo) => {
    const world = await forgeServer.createWorld()
    await use(world)
    await attachJournal(world, testInfo)
    await forgeServer.control.worlds.remove(world.name)
  },
  baseURL: ({ baseURL, forgeServer }, use) => use(baseURL ?? forgeServer.url),
  extraHTTPHeaders: ({ extraHTTPHeaders, forge }, use) =>
    use({ ...extraHTTPHeaders, 'X-Forge-World': forge.name }),
  context: async ({ context, baseURL, forgeServer, forge }, use) => {
    const cookie = { name: 'forge_world', value: forge.name }
    await context.addCookies([{ ...cookie, url: baseURL ?? forgeServer.url }])
    await use(context)
  },
})

async function attachJournal(world: ServedWorld, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const body = journalText(await world.requests.all())
  await testInfo.attach('requests to the forge', { body, contentType: 'text/plain' })
}
