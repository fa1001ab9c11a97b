import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startConsole } from './open-console.ts'

/**
 * Writes what the console looks like, each view at three widths, in light and in dark, into
 * `test-results/screenshots`. Run by `npm run screenshots`, of some views by `npm run screenshots -- requests start`.
 */
interface Screenshot {
  readonly name: string
  /** The address below `/_forge/`. */
  readonly view: string
  /** What is done, or waited for, before it is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const screenshots: readonly Screenshot[] = [
  { name: 'start', view: '' },
  { name: 'requests', view: 'requests' },
]

const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })
const console = await startConsole({ seed: 'demo' })
try {
  for (const { name, view, prepare } of screenshots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const width of [320, 1280, 2560]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const height = width === 320 ? 640 : Math.round((width * 10) / 16)
        const { page, close } = await console.open(view, { width, height, colorScheme })
        await page.locator('.live.is-on').waitFor({ state: 'attached' })
        await page.waitForTimeout(200)
        await prepare?.(page)
        const path = join(folder, `${name}-${width}-${colorScheme}.png`)
        await page.screenshot({ path })
        process.stdout.write(`${path}\n`)
        await close()
      }
    }
  }
} finally {
  await console.close()
}
