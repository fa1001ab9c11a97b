import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { jsonReport } from '../../src/verify/compare/report.ts'
import { verify } from '../../src/verify/index.ts'
import { jsonReport as jsonReportOfVerify } from '../../src/verify/reports/json.ts'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { seed } from '../worlds/control/served-worlds.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the contract in the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole({ seed })
  })
  afterAll(() => served?.close())
  beforeEach(() => served.worlds.reset('default'))
  const forge = () => served.worlds.default.forge

  it('is searched, opened by the keyboard, and tried as somebody, with values that lead somewhere', async () => {
    const { page, problems, faults, close } = await served.open('contract/v4')
    await page.getByText('operations', { exact: false }).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('createIssue POST')
    await page.getByText(/^\d operations?$/).waitFor()
    await page.keyboard.press('Enter')
    const rows = page.locator('.table-row')
    const ids = await rows.locator('.cell:nth-child(3)').allInnerTexts()
    for (let at = 0; at <= ids.indexOf('createIssue'); at++) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: 'Operation', exact: true })
    await detail.getByLabel('id', { exact: true }).waitFor()
    await expect.poll(() => detail.getByLabel('id', { exact: true }).inputValue()).toBe('1')
    await detail.getByLabel('title', { exact: true }).fill('It leaks')
    await detail.getByText('more parameters').click()
    await detail.getByLabel('confidential body', { exact: true }).selectOption('true')
    await detail.getByLabel('labels body', { exact: true }).fill('one, two')
    await page.getByLabel('Acting as').selectOption('jane')
    await detail.getByRole('button', { name: 'Call as jane' }).click()
    // The contract, which is shown as well, has a 201 too.
    await expect
      .poll(() => forge().db.issues.all())
      .toMatchObject([{ title: 'It leaks', confidential: true, author_id: 2 }])
    await detail.locator('.status.is-done').getByText('201').first().waitFor()
    expect(
      forge()
        .db.labels.all()
        .map(({ title }) => title),
    ).toEqual(expect.arrayContaining(['one', 'two']))
    await expect
      .poll(() => page.url())
      .toContain('/_forge/contract/v4/createIssue?text=createIssue+POST')
    expect(await faults()).toEqual([])
    await page.reload()
    await detail.getByText('Create an issue.').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('of v3 has its own operations, and says what of them was called, as a map', async () => {
    const headers = { 'private-token': 'root-token' }
    for (const path of ['/projects', '/projects', '/user']) {
      await forge().fetch(`http://forge.test/api/v3${path}`, { headers })
    }
    const { page, problems, faults, close } = await served.open('contract/v3?show=coverage')
    const field = page.getByRole('button', { name: 'listProjects, 2 calls' })
    await field.waitFor()
    expect(await page.getByRole('button', { name: 'getCurrentUser, 1 call' }).count()).toBe(1)
    expect(await faults()).toEqual([])
    await field.click()
    await page.getByRole('button', { name: 'Call as root' }).click()
    await page.getByRole('button', { name: 'listProjects, 3 calls' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('opens a report of verify, and refuses what is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-report-'))
    const broken = await createForge({ seed, log: () => {} })
    const { summary } = verify({
      url: 'http://forge.test',
      token: 'root-token',
      only: ['listTags'],
      patience: 100,
      fetch: async (request) => {
        const answer = await broken.fetch(request)
        const isList = /\/repository\/tags(\?|$)/.test(request.url) && request.method === 'GET'
        return isList ? Response.json([{ name: '<b>v1</b>' }]) : answer
      },
    })
    writeFileSync(join(folder, 'report.json'), jsonReportOfVerify(await summary))
    writeFileSync(join(folder, 'other.json'), '{"format":"other"}')
    const { page, problems, faults, close } = await served.open('contract/report')
    await page.getByText('Nothing of it leaves the browser').waitFor()
    await page.getByLabel('A report', { exact: true }).setInputFiles(join(folder, 'other.json'))
    await page.getByText('other.json is no report').waitFor()
    await page.getByLabel('A report', { exact: true }).setInputFiles(join(folder, 'report.json'))
    await page.getByText('failed', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'listTags' }).first().waitFor()
    expect(await page.locator('main b').count()).toBe(0)
    expect(await faults()).toEqual([])
    await page.getByRole('link', { name: 'listTags' }).first().click()
    await page.getByRole('region', { name: 'Operation', exact: true }).waitFor()
    await expect.poll(() => page.url()).toContain('/_forge/contract/v3/listTags')
    expect(problems).toEqual([])
    await close()
  })

  it('opens a report of compare, and leads to the operations of the API that was asked', async () => {
    const found = { operation: 'listTags', place: '[].name', forge: 'v1', server: '<b>v1</b>' }
    const history = [{ as: 'root', operation: 'listTags', parameters: { id: 1 } }]
    const report = jsonReport({
      url: 'https://forge.example/api/v4',
      differences: [{ ...found, key: 'listTags | [].name', history: history as never, seed: 7 }],
      open: [{ ...found, place: '[].release', reason: 'the contract says nothing', count: 2 }],
      ...{ seed: 7, histories: 3, calls: 40, requests: 90, duration: 1000, wasInterrupted: false },
      ...{ stillThere: [], gone: [], leftBehind: [] },
    })
    const { page, problems, faults, close } = await served.open('contract/report')
    const file = { name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(report) }
    await page.getByLabel('A report', { exact: true }).setInputFiles(file)
    await page.getByText('different', { exact: true }).waitFor()
    await page.getByText('3 histories, 40 calls compared, 1 difference that the contract').waitFor()
    await page.getByText('<b>v1</b>').waitFor()
    await page.getByText('1 call before').click()
    await page.getByText('root: listTags {"id":1}').waitFor()
    expect(await faults()).toEqual([])
    const link = page.getByRole('link', { name: 'listTags' })
    expect(await link.getAttribute('href')).toBe('/_forge/contract/v4/listTags')
    expect(problems).toEqual([])
    await close()
  })

  it('leads from an operation to the calls of it, and back', async () => {
    await forge().fetch('http://forge.test/api/v4/version', {
      headers: { 'private-token': 'root-token' },
    })
    const { page, problems, close } = await served.open('contract/v4/getVersion')
    await page.getByRole('link', { name: /^\d+ calls?$/ }).click()
    await page.locator('.table-row').first().click()
    await page.getByRole('link', { name: 'getVersion' }).click()
    await page.waitForURL(/\/_forge\/contract\/v4\/getVersion$/)
    expect(problems).toEqual([])
    await close()
  })

  it('fits a narrow window', async () => {
    const { page, problems, faults, close } = await served.open('contract/v4/getProject', {
      width: 320,
    })
    await page.getByRole('button', { name: 'Call as root' }).waitFor()
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})
