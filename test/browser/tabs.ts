import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** How a tab looks. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** The tabs of a browser: one that is closed is cleared, and serves whoever opens the next. */
export interface Tabs {
  open(look?: Look): Promise<Page>
  close(page: Page): Promise<void>
}

/** The machine may be busy: what comes late is waited for. */
const MOST_MILLISECONDS = 60_000

/** To make a tab takes three times as long as to show a page in it. */
export function tabsOf(browser: Browser, options: BrowserContextOptions = {}): Tabs {
  const cleared: Page[] = []
  return {
    async open({ colorScheme = 'light', width = 1280, height = 800 } = {}) {
      const page = cleared.pop() ?? (await (await browser.newContext(options)).newPage())
      page.setDefaultTimeout(MOST_MILLISECONDS)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      return page
    },
    async close(page) {
      await clear(page)
      cleared.push(page)
    },
  }
}

/** Leaves nothing of what a test did to its tab. */
async function clear(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  page.removeAllListeners()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.goto('about:blank')
}
