import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startConsole } from './open-console.ts'
import { fill, shownViews, windows } from './shown-views.ts'

/**
 * Writes what the console looks like, each view in three windows, in light and in dark, into
 * `test-results/screenshots`. Run by `npm run screenshots`, of some views by `npm run screenshots -- requests start`.
 */
const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })
const console = await startConsole()
try {
  await fill(console)
  for (const { name, view, has, prepare } of shownViews) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const size of windows) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, close } = await console.open(view, { ...size, colorScheme })
        await page.locator('.live.is-on').waitFor({ state: 'attached' })
        await prepare?.(page)
        await page.locator(has).first().waitFor()
        await page.waitForTimeout(300)
        const path = join(folder, `${name}-${size.width}-${colorScheme}.png`)
        await page.screenshot({ path })
        process.stdout.write(`${path}\n`)
        await close()
      }
    }
  }
} finally {
  await console.close()
}
