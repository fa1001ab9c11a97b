import { setupWorker } from 'msw/browser'
import { handlers } from '../../src/adapters/msw.ts'
import { createForge, type Forge } from '../../src/index.ts'

declare global {
  /** The forge that lives in the page; there from when its worker answers. */
  var forge: Forge | undefined
}

/** What the page runs: the demo world, and a service worker that answers its `fetch`. */
const made = await createForge({
  seed: 'demo',
  now: '2017-01-15T12:00:00.000Z',
  randomSeed: 1,
  validateResponses: true,
})
await setupWorker(...handlers(made)).start({ quiet: true, onUnhandledRequest: 'bypass' })
globalThis.forge = made
