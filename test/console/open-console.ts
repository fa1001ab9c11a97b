import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { type Listening, type ListenOptions, listen } from '../../src/adapters/server/listen.ts'
import type { ForgeOptions } from '../../src/forge/options.ts'
import { createWorlds } from '../../src/worlds/create-worlds.ts'
import type { Worlds } from '../../src/worlds/worlds.ts'
import { launchChromium } from '../browser/chromium.ts'
import { type Look, type Tabs, tabsOf } from '../browser/tabs.ts'
import { now } from '../harness.ts'

/**
 * A console in a real browser: one server and one browser for a file.
 *
 *   const console = await startConsole({ seed: 'demo' })
 *   const { page } = await console.open('requests')
 *   await page.getByRole('button', { name: 'Replay' }).click()
 *   await console.checkPage(page)
 */
export interface ServedConsole {
  readonly worlds: Worlds
  readonly server: Listening
  /** Opens a view in a tab of its own: `requests`, or `/w/checkout/_forge/requests` for another world. */
  open(view: string, look?: Look): Promise<OpenConsole>
  close(): Promise<void>
}

export interface OpenConsole {
  readonly page: Page
  /** What the browser complained of, and requests to other hosts: to be empty at the end of a test. */
  readonly problems: string[]
  /**
   * What is wrong with the page as it is now, for who cannot see it well, in light and in dark; and whether it is wider than
   * its window. Empty where nothing is.
   */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Serves worlds, and starts a browser to open their console with. */
export async function startConsole(
  options: ForgeOptions = {},
  listening: ListenOptions = {},
): Promise<ServedConsole> {
  const worlds = await createWorlds({ seed: 'demo', now, randomSeed: 1, ...options })
  const server = await listen(worlds, { port: 0, ...listening })
  const browser = await launchChromium()
  const tabs = tabsOf(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  return {
    worlds,
    server,
    open: (view, look) => openView(tabs, server.url, view, look),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

async function openView(tabs: Tabs, url: string, view: string, look?: Look): Promise<OpenConsole> {
  const page = await tabs.open(look)
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(url).host) problems.push(request.url())
  })
  await page.goto(`${url}${view.startsWith('/') ? view : `/_forge/${view}`}`)
  return { page, problems, faults: () => faultsOf(page), close: () => tabs.close(page) }
}

/** The number in the address of what is shown, such as that of an issue: the address follows what is drawn. */
export async function numberOf(page: Page, part: string): Promise<number> {
  const pattern = new RegExp(`/${part}/(\\d+)`)
  await page.waitForURL(pattern)
  return Number(pattern.exec(page.url())?.[1])
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe asks of colours by default: nothing else is different in the dark. */
const ofColours = ['color-contrast', 'link-in-text-block']

async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'dark' ? { runOnly: { type: 'rule', values: ofColours } } : {}
    const violations = await page.evaluate(async (options) => {
      // @ts-expect-error axe is what the script above left
      const { violations } = await axe.run(options)
      return violations.flatMap(
        (violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
          violation.nodes.map(
            ({ html, failureSummary }) => `${violation.id}: ${html} ${failureSummary}`,
          ),
      )
    }, rules)
    found.push(...violations.map((violation: string) => `${colorScheme}: ${violation}`))
  }
  const overflow = await overflowOf(page)
  if (overflow > 0) found.push(`The page is ${overflow} pixels wider than its window.`)
  return found
}

/** How many pixels wider than its window a page is. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** How much of what a page shows has moved without anybody doing something, as browsers count it (0.1 and more is felt). */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    let shift = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    return shift
  })
}
