import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page, type ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { htmlReport } from '../../../src/verify/reports/html/page.ts'
import { clean, sample, untested, wide } from './sample.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const isThere = existsSync(executablePath)
const title = isThere
  ? 'the HTML report in a real browser'
  : `the HTML report in a real browser: skipped, as there is no ${executablePath} (apt-get install chromium)`
if (!isThere) console.error(title)
const options = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

it('does not show a run that checked nothing as one that passed', () => {
  expect(htmlReport(untested)).toContain('<span class="outcome failed">Not tested</span>')
  expect(htmlReport(clean)).toContain('<span class="outcome passed">Passed</span>')
})

it('needs nothing from elsewhere', () => {
  expect(htmlReport(sample)).not.toMatch(/(src|href)="(?!data:|#)/)
})

type Look = { readonly viewport?: ViewportSize; readonly colorScheme?: 'light' | 'dark' }

describe.skipIf(!isThere)(title, () => {
  let browser: Browser
  let tab: Page
  const problems: string[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, headless: true, args: options })
    tab = await browser.newPage()
    tab.on('pageerror', (error) => problems.push(error.message))
    tab.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
  })
  afterAll(() => browser?.close())

  /** In the one tab: to make another takes three times as long as to show a report. */
  async function open(
    { viewport = { width: 1280, height: 720 }, colorScheme = 'light' }: Look = {},
    summary = sample,
  ): Promise<Page> {
    await tab.setViewportSize(viewport)
    await tab.emulateMedia({ colorScheme })
    await tab.goto('about:blank')
    await tab.setContent(htmlReport(summary))
    return tab
  }

  const titlesOf = async (page: Page) =>
    (await page.locator('.matrix thead th').allInnerTexts()).map((one) =>
      one.replaceAll('\u00ad', ''),
    )

  it.each(['light', 'dark'] as const)('is accessible in %s', async (colorScheme) => {
    const page = await open({ colorScheme })
    await page.evaluate(axe)
    const found = await page.evaluate(async () => {
      const { violations } = await (
        globalThis as unknown as { axe: typeof import('axe-core') }
      ).axe.run()
      return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`)
    })
    expect(found).toEqual([])
    expect(problems).toEqual([])
  })

  it('shows what the server answered as text', async () => {
    const page = await open()
    expect(await page.evaluate(() => 'isBroken' in globalThis)).toBe(false)
    expect(await page.locator('pre').allTextContents()).toContainEqual(
      expect.stringContaining('</pre><script>globalThis.isBroken = true</script>'),
    )
  })

  it('shows the totals, and each failure unfolded', async () => {
    const page = await open()
    expect(await page.locator('.totals li').allInnerTexts()).toEqual([
      '2\n✓ passed',
      '2\n✗ failed',
      '1\n≈ as released',
      '1\n· not tested',
      '1\n○ left open',
    ])
    expect(await page.locator('dt:has-text("expected") + dd').first().innerText()).toBe(
      '2017-01-01',
    )
    const after = page.locator('dt:has-text("after") + dd').first()
    expect(await after.innerText()).toBe('createProject name="roof" (the administrator): 201')
    await page.getByText('A script that makes what it needs').first().click()
    expect(await page.getByText('#!/usr/bin/env bash').first().isVisible()).toBe(true)
  })

  it('filters by words, and to failures', async () => {
    const page = await open()
    const rows = () => page.locator('tbody tr[data-text]:visible summary').allInnerTexts()
    expect(await rows()).toEqual(['createIssue', 'updateIssue', 'createSystemHook'])
    await page.fill('input[type=search]', 'hook post')
    expect(await rows()).toEqual(['createSystemHook'])
    expect(await page.locator('output').innerText()).toBe(
      '1 operation, 0 failures, 0 stories shown',
    )
    await page.fill('input[type=search]', 'consequence:')
    expect(await rows()).toEqual(['createSystemHook'])
    await page.fill('input[type=search]', '')
    await page.check('input[type=checkbox]')
    expect(await rows()).toEqual(['createIssue', 'updateIssue'])
    expect(await page.locator('#stories:visible').count()).toBe(0)
  })

  it('filters the stories with the operations', async () => {
    const stories = [
      ...sample.stories,
      { name: 'the hooks', verdict: 'failed', checks: 2 } as const,
    ]
    const page = await open({}, { ...sample, stories })
    const names = () => page.locator('tr[data-what=story]:visible th').allInnerTexts()
    await page.fill('input[type=search]', 'issue')
    expect(await names()).toEqual(['the states of an issue'])
    expect(await page.locator('output').innerText()).toBe('2 operations, 1 failure, 1 story shown')
    await page.fill('input[type=search]', '')
    await page.check('input[type=checkbox]')
    expect(await names()).toEqual(['the hooks'])
  })

  it('has the columns of which something was tried, and names the others', async () => {
    const page = await open()
    expect(await titlesOf(page)).toEqual([
      'Operation',
      'Answer',
      'Invalid',
      'Read back',
      'Consequences',
    ])
    expect(await page.locator('main').innerText()).toContain(
      'Not tried in this run, as no operation of it has such aspects: Access, Sudo, Unknown, Missing, Pages, Order, Parameters, Removal, Transitions, Other.',
    )
  })

  it('has every column in sight on a laptop', async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } }, wide)
    expect(await titlesOf(page)).toHaveLength(15)
    expect(await page.locator('.matrix').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(
      0,
    )
    expect(await page.locator('.more:visible').count()).toBe(0)
  })

  it('says on a phone that there is more aside, and keeps the operations in sight', async () => {
    const page = await open({ viewport: { width: 390, height: 800 } }, wide)
    const left = () => page.locator('tr[data-what=operation] th').first().boundingBox()
    const before = await left()
    expect(await page.locator('.more').innerText()).toMatch(/^More columns/)
    await page.locator('.matrix').evaluate((one) => one.scrollTo(10_000, 0))
    expect(await left()).toEqual(before)
    expect(before?.width).toBeLessThan(390 / 2)
  })

  it.each([390, 1280])('moves no column where an operation unfolds at %d', async (width) => {
    const page = await open({ viewport: { width, height: 800 } }, wide)
    const places = () =>
      page
        .locator('.matrix thead th')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    const before = await places()
    await page.locator('.matrix summary').first().click()
    const unfolded = page.locator('.matrix details[open] .aspects')
    expect(await places()).toEqual(before)
    const box = await unfolded.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(box?.width).toBeGreaterThan(width * 0.8)
  })

  it('can be read without scripts', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.setContent(htmlReport(sample))
    expect(await page.locator('tr[data-what=operation]:visible').count()).toBe(3)
    expect(await page.locator('.filter:visible').count()).toBe(0)
    await page.close()
  })

  it('is no wider than a phone', async () => {
    const page = await open({ viewport: { width: 360, height: 800 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  it('does not show an interrupted run as one that passed', async () => {
    const page = await open({}, { ...clean, wasInterrupted: true })
    expect(await page.locator('h1').innerText()).toMatch(/^Interrupted/)
    expect(await page.locator('h1 .passed').count()).toBe(0)
  })

  it('says that nothing failed', async () => {
    const page = await open({}, clean)
    expect(await page.locator('h1').innerText()).toMatch(/^Passed/)
    expect(await page.locator('main').innerText()).toContain('Nothing failed.')
  })
})
