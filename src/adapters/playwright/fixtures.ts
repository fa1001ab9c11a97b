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

/** The fixtures of each test. */
export interface ForgeFixtures {
  /** The world of this test: a `ForgeControl`, with its name, its url and its tokens. */
  readonly forge: ServedWorld
}

/** The options for `use` of the configuration, which apply to all tests of a worker. */
export interface ForgeWorkerOptions {
  /**
   * The address of a running `forgery serve`, such as `http://127.0.0.1:8080`. By default the environment variable
   * FORGERY_URL; without that, each worker starts its own server.
   */
  readonly forgeUrl: string | undefined
  /** The starting point of the world of a test: a seed, or the name of one; that of the default world by default. */
  readonly forgeSeed: Seed | string | undefined
}

interface ForgeWorkerFixtures extends ForgeWorkerOptions {
  /** The server that the tests of this worker share. */
  readonly forgeServer: ForgeServer
}

/** Written out, since the inferred type refers to a package that a suite may not have. */
type ForgeTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ForgeFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ForgeWorkerFixtures
>

/**
 * Playwright's `test`, which gives each test a world of its own on a shared server, so that tests can run in parallel
 * without a reset. All requests of the browser and of `request` carry the name of the world in a header and a cookie; a
 * front-end that forwards either reaches the world. The world is removed after the test. Where the test failed, the
 * requests that the forge received are attached to its report.
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
