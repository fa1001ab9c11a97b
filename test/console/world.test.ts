import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the world of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  const ask = async (path: string) => {
    const headers = { 'private-token': served.worlds.default.forge.tokens.root ?? '' }
    const answer = await fetch(`${served.server.url}/api/v4${path}`, { headers })
    return { status: answer.status, body: await answer.json() }
  }

  it('is searched and ordered, and its references are followed both ways', async () => {
    const { page, problems, close } = await served.open('world')
    await page
      .getByRole('navigation', { name: 'Collections' })
      .getByText('issues', { exact: true })
      .click()
    await page.getByText('62 records').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('tram')
    await page.getByText('1 record', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/world\/issues\/12\?search=tram$/)
    await page.getByRole('link', { name: 'lena (users 9)' }).click()
    await page.waitForURL(/\/world\/users\/9$/)
    const naming = page.getByRole('region', { name: 'Records that name this one' })
    await naming
      .getByRole('link', { name: 'emails' })
      .or(naming.getByRole('link', { name: 'issues' }))
      .first()
      .click()
    await page.getByRole('button', { name: /user_id 9|author_id 9/ }).waitFor()
    await page.goto(`${served.server.url}/_forge/world/issues`)
    await page.getByRole('button', { name: 'title', exact: true }).click()
    await page.waitForURL(/order_by=title/)
    await page
      .locator('.table-row')
      .first()
      .getByText('A page for groups and schools')
      .or(page.locator('.table-row').first().getByText(/^A/))
      .first()
      .waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('shows a record as each API does to whoever is acted as', async () => {
    const { page, close } = await served.open('world/projects/8?show=v4')
    await page.getByText('GET /api/v4/projects/8').waitFor()
    await page.locator('.shown-by .status.is-done').waitFor()
    await page.getByRole('button', { name: 'In v3' }).click()
    await page.getByText('GET /api/v3/projects/8').waitFor()
    await page.getByLabel('Acting as').selectOption('')
    await page.locator('.shown-by .status.is-refused').waitFor()
    await page.getByText('as nobody').waitFor()
    await page.getByLabel('Acting as').selectOption('root')
    await page
      .locator('.code-view')
      .getByRole('link', { name: /vault\/ticketing"$/ })
      .first()
      .click()
    await page.waitForURL(/\/_forge\/projects\/vault\/ticketing$/)
    await page.getByRole('link', { name: 'Ticketing', exact: true }).waitFor()
    await close()
  })

  it('changes a record in a form, with what the model says of each field', async () => {
    const { page, problems, close } = await served.open('world/issues/12?show=change')
    await page.getByLabel('assignee_id').fill('99')
    await page.getByLabel('title', { exact: true }).fill('The map shows a tram')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('assignee_id 99 names no record').waitFor()
    expect((await ask('/projects/1/issues/12')).body.title).toBe('The map shows the old tram stop')
    await page.getByLabel('assignee_id').fill('2')
    await page.getByRole('textbox', { name: 'labels' }).fill('bug\nurgent')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('issues 12 is changed').waitFor()
    const { body } = await ask('/projects/1/issues/12')
    expect([body.title, body.assignee.username, body.labels]).toEqual([
      'The map shows a tram',
      'marta',
      ['bug', 'urgent'],
    ])
    // The refused change is an answer of 400, which a browser reports.
    expect(problems).toEqual([expect.stringContaining('400')])
    await close()
  })

  it('makes a record through the API, and deletes it', async () => {
    const { page, close } = await served.open('world/labels?new=yes')
    await page.getByText('POST /api/v4/projects/{id}/labels').waitFor()
    await page.getByLabel(/^id/).fill('1')
    await page.getByLabel(/^name/).fill('from the console')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText(/color/).waitFor()
    await page.getByLabel(/^color/).fill('#336699')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/world\/labels\/\d+/)
    const id = Number(/labels\/(\d+)/.exec(page.url())?.[1])
    expect((await ask(`/projects/1/labels/${id}`)).body.name).toBe('from the console')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete it for good' }).click()
    await page.getByText(/DELETE .* is done/).waitFor()
    expect((await ask(`/projects/1/labels/${id}`)).status).toBe(404)
    await close()
  })

  it('has any number of records, of which those in view are loaded', async () => {
    const { forge } = await served.worlds.create({ name: 'large', seed: 'demo' })
    const first = forge.db.issues.get(1)
    if (!first) throw new Error('The demo world has no issue.')
    for (let iid = 1000; iid < 101_000; iid++) {
      const { id: _, ...rest } = first
      forge.db.issues.insert({ ...rest, iid, title: `Issue ${iid}` })
    }
    const { page, problems, close } = await served.open('/w/large/_forge/world/issues')
    await page.getByText('100062 records').waitFor()
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await page.locator('.table').focus()
    await page.keyboard.press('End')
    await page.getByText('Issue 100999', { exact: true }).waitFor()
    await page.locator('.filter input').fill('100500')
    await page.getByText('1 record', { exact: true }).waitFor()
    expect(calls.length).toBeLessThan(8)
    expect(problems).toEqual([])
    await close()
  })

  it('takes what is stored for text, and is for everybody, in light, in dark and in any window', async () => {
    const hostile = '<img src=x onerror="hacked=1">\u202e<script>hacked=1</script>'
    const { forge } = await served.worlds.create({ name: 'hostile', seed: 'demo' })
    const issue = forge.db.issues.get(1)
    if (issue) forge.db.issues.replace(issue, { title: hostile, labels: [hostile] })
    const views = [
      [320, 'issues'],
      [320, 'issues/1?show=change'],
      [1280, 'issues/1'],
      [1280, 'issues/1?show=v4'],
      [1280, 'labels?new=yes'],
    ] as const
    for (const [width, view] of views) {
      const { page, problems, faults, close } = await served.open(
        `/w/hostile/_forge/world/${view}`,
        { width },
      )
      const content =
        view === 'issues' ? '.table-row' : '.detail-body :is(.record, .shown-by, .field)'
      await page.locator(content).first().waitFor()
      expect([view, await faults()]).toEqual([view, []])
      expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBe(undefined)
      expect(await page.locator('main img, main script').count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    }
  })
})
