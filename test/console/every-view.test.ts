import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { views } from '../../src/console/views.ts'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { overflowOf, type ServedConsole, shiftOf, startConsole } from './open-console.ts'
import { fill, shownViews, windows } from './shown-views.ts'

describe.skipIf(lacksChromium)(titleOf('every view of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
    await fill(served)
  })
  afterAll(() => served?.close())

  it('is among those that are looked at', async () => {
    const paths = new Set(shownViews.map(({ view }) => view.replace(/^\/w\/\w+\/_forge\//, '')))
    const names = new Set([...paths].map((path) => path.split(/[/?]/)[0]))
    expect(views.map(({ path }) => path).filter((path) => !names.has(path))).toEqual([])
    const { page, close } = await served.open('projects/tobi/tide-clock')
    const tabs = page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link')
    await tabs.first().waitFor()
    const parts = await tabs.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')?.split('/-/')[1] ?? 'tree'),
    )
    expect(parts.length).toBeGreaterThan(12)
    expect(parts.filter((part) => ![...paths].some((path) => path.includes(`/-/${part}`)))).toEqual(
      [],
    )
    await close()
  })

  it.each(shownViews)(
    'is seen by everybody, in light and dark and any window: $name',
    async ({ view, has, prepare }) => {
      const { page, problems, faults, close } = await served.open(view)
      await page.locator('.live.is-on').waitFor({ state: 'attached' })
      await prepare?.(page)
      await page.locator(has).first().waitFor()
      if (!prepare) expect(await shiftOf(page)).toBeLessThan(0.1)
      for (const size of windows) {
        await page.setViewportSize(size)
        await expect.poll(() => isSeen(page, has)).toBe(true)
        // More room alone than a usual window has, no fault comes of.
        if (size.width < 2000) expect([size.width, await faults()]).toEqual([size.width, []])
        else expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      }
      expect(problems).toEqual([])
      await close()
    },
  )
})

/** Whether something is where a person sees it, or can scroll to it: in no box without a height, and below nothing else. */
function isSeen(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(
        Math.min(left + width / 2, innerWidth - 1),
        Math.min(Math.max(top + height / 2, 0), innerHeight - 1),
      )
      return found !== null && (element.contains(found) || found.contains(element))
    })
}
