import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the parts of a project in the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  const website = 'projects/tidewater/website/-'
  const main = (page: Page) => page.locator('main')

  it('are pages of a wiki, one of them from the list beside it', async () => {
    const { page, problems, faults, close } = await served.open(`${website}/wikis`)
    await page.getByRole('heading', { name: 'The website of the museum' }).waitFor()
    await expect.poll(() => page.title()).toBe('home · Website · Forgery')
    expect(await faults()).toEqual([])
    await page.locator('.prose').getByRole('link', { name: 'Opening hours' }).click()
    await page.getByRole('heading', { name: 'Opening hours', level: 2 }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/website\/-\/wikis\/guides\//)
    await page.goto(`${served.server.url}/_forge/${website}/wikis/nowhere`)
    await page.getByText('There is no page “nowhere”.').waitFor()
    // The API answers 404, of which the browser tells.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    await close()
  })

  it('are pages of a wiki that are written, changed and removed', async () => {
    const { page, problems, faults, close } = await served.open(`${website}/wikis/tides`)
    const ask = async (slug: string) => {
      const headers = { 'private-token': 'root-token' }
      const url = `${served.server.url}/api/v4/projects/1/wikis/${encodeURIComponent(slug)}`
      const answer = await fetch(url, { headers })
      return { status: answer.status, ...(await answer.json()) }
    }
    await page.getByText('There is no page “tides”.').waitFor()
    await page.getByRole('button', { name: 'New page' }).click()
    const writing = page.getByRole('dialog', { name: 'New page' })
    expect(await writing.getByLabel('Title').inputValue()).toBe('tides')
    await writing.getByLabel('Title').fill('guides/Tide tables')
    await writing.getByLabel('Content').fill('# High water\n\nAt noon.')
    expect(await faults()).toEqual([])
    await writing.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'High water' }).waitFor()
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(`/_forge/${website}/wikis/guides/Tide-tables`)
    expect(await ask('guides/Tide-tables')).toMatchObject({
      title: 'Tide tables',
      content: '# High water\n\nAt noon.',
      format: 'markdown',
    })
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    await form.getByLabel('Title').fill('Tides')
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      form.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(sent.postDataJSON()).toEqual({ title: 'Tides' })
    await page.getByRole('heading', { name: 'Tides', level: 2 }).waitFor()
    expect(await ask('guides/Tides')).toMatchObject({ content: '# High water\n\nAt noon.' })
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'The website of the museum' }).waitFor()
    expect((await ask('guides/Tides')).status).toBe(404)
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    await close()
  })

  it('are boards, whose lists follow what issues are labelled', async () => {
    const { page, problems, faults, close } = await served.open(`${website}/boards`)
    const titlesIn = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByRole('listitem').allInnerTexts()
    const urgent = ['Someone can list the drafts by guessing addresses']
    await page.getByRole('link', { name: urgent[0] ?? '' }).waitFor()
    await expect
      .poll(async () => (await titlesIn('urgent')).map((text) => text.split('\n')[0]))
      .toEqual(urgent)
    await fetch(`${served.server.url}/api/v4/projects/1/issues/11?add_labels=urgent`, {
      method: 'PUT',
      headers: { 'private-token': 'root-token' },
    })
    await expect.poll(async () => (await titlesIn('urgent')).length).toBe(urgent.length + 1)
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('are environments, with what was deployed to each', async () => {
    const { forge } = served.worlds.default
    const { page, problems, faults, close } = await served.open(`${website}/environments`)
    await page.getByRole('link', { name: 'staging' }).click()
    await page.getByRole('heading', { name: 'staging' }).waitFor()
    const { id } = forge.db.environments.all().find(({ name }) => name === 'staging') ?? {}
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(`/_forge/${website}/environments/${id}`)
    const deployed = forge.db.deployments.all().filter((one) => one.environment_id === id)
    expect(deployed.length).toBeGreaterThan(0)
    await expect.poll(() => main(page).getByRole('listitem').count()).toBe(deployed.length)
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('are members with their roles, and the tab of what is shown is in sight', async () => {
    for (const width of [320, 1280, 2560]) {
      const { page, problems, faults, close } = await served.open(`${website}/project_members`, {
        width,
      })
      await page.getByRole('row', { name: /Jonas Abel.*Maintainer/ }).waitFor()
      const tabs = page.getByRole('navigation', { name: 'Parts of the project' })
      const inSight = async (name: string) => {
        const box = await tabs.getByRole('link', { name }).boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= width
      }
      await expect.poll(() => inSight('Members')).toBe(true)
      expect([width, await inSight('Files')]).toEqual([width, width > 320])
      expect([width, await faults()]).toEqual([width, []])
      expect(problems).toEqual([])
      await close()
    }
  })

  it('say to whom they are not shown, and what to do, and are not offered where they are switched off', async () => {
    const { page, close } = await served.open(`${website}/environments`)
    for (const [who, status] of [
      ['', '401 Unauthorized: nobody may'],
      ['noor', '403 Forbidden: noor may'],
    ] as const) {
      await page.getByLabel('Acting as').selectOption(who)
      await page.getByText(`${status} not see this. Whom the console acts as`).waitFor()
    }
    await page.getByLabel('Acting as').selectOption('root')
    await page.getByRole('link', { name: 'staging' }).waitFor()
    const tab = page.getByRole('link', { name: 'Snippets' })
    expect(await tab.count()).toBe(0)
    await page.goto(`${served.server.url}/_forge/${website}/snippets`)
    await page.getByText('403 Forbidden: most likely it is switched off here').waitFor()
    expect(await tab.getAttribute('aria-current')).toBe('page')
    await close()
  })

  it('are what lies between two revisions', async () => {
    const { page, problems, faults, close } = await served.open(
      'projects/tidewater/collection-api/-/compare/master...feature/images',
    )
    await main(page).getByText('data/schema/object.json').first().waitFor()
    await expect.poll(() => page.title()).toBe('master...feature/images · Collection API · Forgery')
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('are lines from what a job needs to it', async () => {
    const { forge } = served.worlds.default
    const jobs = forge.db.builds.all().filter(({ pipeline_id }) => pipeline_id === 2)
    const production = jobs.find(({ name }) => name === 'production')
    await forge.db.builds.update((query) => query.where({ id: production?.id ?? 0 }), {
      data(build) {
        build.needs = ['pages']
      },
    })
    const { page, problems, faults, close } = await served.open(`${website}/pipelines/2`)
    const drawn = page.locator('.pipeline-lines path')
    await expect.poll(() => drawn.count()).toBe(1)
    const line = await drawn.boundingBox()
    const job = async (name: string) =>
      await page.locator('a.job').filter({ hasText: name }).boundingBox()
    const [from, to] = [await job('pages'), await job('production')]
    if (!line || !from || !to) throw new Error('nothing is drawn')
    expect(Math.abs(line.x - (from.x + from.width))).toBeLessThan(3)
    expect(Math.abs(line.x + line.width - to.x)).toBeLessThan(3)
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})
