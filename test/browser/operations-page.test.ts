import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'
import { lacksChromium, launchChromium, titleOf } from './chromium.ts'
import { type Tabs, tabsOf } from './tabs.ts'

describe.skipIf(lacksChromium)(titleOf('the page of operations in a real browser'), () => {
  let forge: Forge
  let server: Listening
  let browser: Browser
  let tabs: Tabs
  beforeAll(async () => {
    forge = await createTestForge({ seed: 'demo' })
    server = await listen(forge, { port: 0 })
    browser = await launchChromium()
    tabs = tabsOf(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** Opens a page, with whatever the browser complains of. */
  async function open(path: string, colorScheme: 'light' | 'dark', width: number) {
    const page = await tabs.open({ colorScheme, width, height: 900 })
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${server.url}${path}`)
    return { page, problems, close: () => tabs.close(page) }
  }

  const backgroundOf = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--soft'))

  it.each(['/users/sign_in', '/_forge/operations'])(
    'fits narrow and wide windows: %s',
    async (path) => {
      for (const width of [320, 1280]) {
        const { page, problems, close } = await open(path, 'light', width)
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scrollWidth).toBeLessThanOrEqual(width)
        expect(problems).toEqual([])
        await close()
      }
    },
  )

  it('is light or dark as the browser is', async () => {
    const light = await open('/_forge/operations', 'light', 800)
    const dark = await open('/_forge/operations', 'dark', 800)
    expect(await backgroundOf(light.page)).not.toBe(await backgroundOf(dark.page))
    await Promise.all([light.close(), dark.close()])
  })

  it('filters the operations by words, and links to each', async () => {
    const { page, problems, close } = await open('/_forge/operations', 'light', 390)
    const ids = () => page.locator('li[data-text]:visible a').allInnerTexts()
    const all = (await ids()).length
    await page.getByLabel('Filter').fill('v3 post /release')
    expect(await ids()).toEqual(['createRelease'])
    expect(await page.locator('nav li:visible').allInnerTexts()).toEqual(['Tags 6'])
    expect(await page.locator('output').innerText()).toBe('1 shown')
    await page.locator('#v3-createRelease a').click()
    expect(page.url()).toMatch(/#v3-createRelease$/)
    await page.getByLabel('Filter').fill('')
    expect(await ids()).toHaveLength(all)
    expect(problems).toEqual([])
    await close()
  })

  it('has the method beside the path on a phone', async () => {
    const { page, close } = await open('/_forge/operations', 'light', 390)
    const row = page.locator('#v3-createRelease')
    const [method, path] = await Promise.all(
      ['.method', '.path'].map((one) => row.locator(one).boundingBox()),
    )
    expect(path?.y).toBeLessThan((method?.y ?? 0) + (method?.height ?? 0))
    await close()
  })
})
