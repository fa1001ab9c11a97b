import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { seed } from '../worlds/control/served-worlds.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the requests of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole({ seed, journalLimit: 20_000 })
  })
  afterAll(() => served?.close())
  beforeEach(() => served.worlds.reset('default'))

  const forge = () => served.worlds.default.forge
  const ask = (path: string, { as = 'root', method = 'GET', body = undefined as unknown } = {}) =>
    fetch(`${served.server.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': `${as}-token`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const rows = (page: Page) => page.locator('.table-row')
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  it('appear as they are made, are filtered, opened by the keyboard, and say why they were refused', async () => {
    const { page, problems, faults, close } = await served.open('requests')
    await page.getByText('Nothing was asked yet').waitFor()
    await ask('/projects/1')
    await ask('/projects/1/issues', { method: 'POST', body: { labels: 'bug' } })
    await ask('/projects/77', { as: 'jane' })
    await page.getByText('3 requests').waitFor()
    await expect.poll(() => rows(page).first().innerText()).toContain('/projects/77')
    await page.keyboard.press('/')
    await page.keyboard.type('createIssue')
    await page.getByText('1 of 3').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: 'Request', exact: true })
    await detail.getByText('What was sent is refused').waitFor()
    await expect.poll(() => detail.innerText()).toContain('title is missing')
    await expect.poll(() => page.url()).toMatch(/\/_forge\/requests\/[\w-]+\?text=createIssue$/)
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await close()
  })

  it('are gone through by j and k from beside the list too, and ordered by the keyboard', async () => {
    for (const path of ['/projects/1', '/user', '/version']) await ask(path)
    const { page, problems, close } = await served.open('requests')
    await rows(page).first().click()
    const detail = page.getByRole('region', { name: 'Request', exact: true })
    const title = () => detail.getByRole('heading', { level: 2 }).innerText()
    await detail.getByText('Request id').click()
    for (const [key, path] of [
      ['j', '/user'],
      ['j', '/projects/1'],
      ['k', '/user'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(title).toContain(path)
    }
    const link = detail.getByRole('link', { name: 'getCurrentUser' })
    expect(await link.getAttribute('href')).toBe('/_forge/contract/v4/getCurrentUser')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'Path ↑' }).waitFor()
    await expect.poll(() => rows(page).first().innerText()).toContain('/projects/1')
    expect(problems).toEqual([])
    await close()
  })

  it('have those of git among them', async () => {
    const { page, problems, close } = await served.open('requests')
    await page.getByText('Nothing was asked yet').waitFor()
    const url = `${served.server.url}/jane/website.git`
    await promisify(execFile)('git', ['-c', 'protocol.version=2', 'ls-remote', url])
    await page.getByText('2 requests').waitFor()
    await expect
      .poll(() => rows(page).first().innerText())
      .toContain('/jane/website.git/git-upload-pack')
    await rows(page).first().click()
    const detail = page.getByRole('region', { name: 'Request', exact: true })
    await detail.getByText('200').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('are sent again, as somebody else, and made to fail the next time', async () => {
    await ask('/projects/1/issues', { method: 'POST', body: { title: 'It leaks' } })
    const { page, problems, close } = await served.open('requests')
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByText('POST was answered 201').waitFor()
    await page.getByRole('button', { name: 'Replay as' }).click()
    await page.getByRole('menuitem', { name: 'jane' }).click()
    await page.getByText('3 requests').waitFor()
    const authors = forge()
      .db.issues.all()
      .map(({ author_id }) => author_id)
    expect(authors).toEqual([1, 1, 2])
    await page.getByRole('button', { name: 'Fail next time' }).click()
    await page.getByRole('menuitem', { name: '503' }).click()
    await page.getByText('will be hit once').waitFor()
    const again = { method: 'POST', body: { title: 'Once more' } }
    expect((await ask('/projects/1/issues', again)).status).toBe(503)
    expect((await ask('/projects/1/issues', again)).status).toBe(201)
    await page.getByText('5 requests').waitFor()
    await rows(page).nth(1).click()
    await page.getByText('hit it (operation createIssue, status 503; 1 of 1 hits)').waitFor()
    // The browser itself says of a 4xx or 5xx of this page that it was one; there was none here.
    expect(problems).toEqual([])
    await close()
  })

  it('are copied as a test that passes, and as what a shell and a browser understand', async () => {
    await ask('/projects/1/issues', { method: 'POST', body: { title: "It's <b>hot</b>" } })
    await ask('/projects/1/issues')
    const { page, problems, close } = await served.open('requests')
    const copy = async (row: number, kind: string) => {
      await rows(page).nth(row).click()
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('menuitem', { name: kind }).click()
      await page.getByText(`Copied the request ${kind}`).last().waitFor()
      return clipboard(page)
    }
    const url = `${served.server.url}/api/v4/projects/1/issues`
    expect(await copy(1, 'as curl')).toBe(
      `curl -H 'PRIVATE-TOKEN: root-token' -H 'Content-Type: application/json' --data-raw '{"title":"It'\\''s <b>hot</b>"}' '${url}'`,
    )
    expect(await copy(0, 'as fetch')).toContain(`await fetch('${url}', {`)
    const test = await copy(0, 'as a test')
    const titles: string[] = []
    const define = async (title: string, body: () => Promise<void>) => {
      titles.push(title)
      await body()
    }
    const program = test.replace(/^import .*$/m, '').trim()
    await new Function('expect', 'it', `return ${program}`)(expect, define)
    expect(titles).toEqual(['answers GET /api/v4/projects/1/issues with 200'])
    forge().reset()
    await expect(
      new Function('expect', 'it', `return ${program}`)(expect, define),
    ).rejects.toThrow()
    expect(problems).toEqual([])
    await close()
  })

  it('show whatever came as text', async () => {
    const hostile = `<img src=x onerror="document.title='gone'"><script>document.title='gone'</script>\u202e${'W'.repeat(10_000)}`
    await ask('/projects/1/issues', {
      method: 'POST',
      body: { title: hostile.slice(0, 250), description: hostile },
    })
    await ask(`/projects/1/issues?search=${encodeURIComponent(hostile.slice(0, 2000))}`)
    const { page, problems, faults, close } = await served.open('requests', { width: 320 })
    await page.getByText('2 requests').waitFor()
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Close' }).waitFor()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await rows(page).nth(1).click()
    await page.getByText('<script>').first().waitFor()
    await expect.poll(() => page.title()).toBe('POST /api/v4/projects/1/issues · Forgery')
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('scroll where there are ten thousand, of which a few are drawn', async () => {
    for (let at = 0; at < 10_000; at += 100) {
      await Promise.all(
        Array.from({ length: 100 }, () =>
          forge().fetch('http://forge.test/api/v4/version', {
            headers: { 'private-token': 'root-token' },
          }),
        ),
      )
    }
    const { page, problems, close } = await served.open('requests')
    await page.getByText('10000 requests').waitFor()
    // What is drawn at once is what a frame takes.
    const added = await page.evaluate(async () => {
      const added: number[] = []
      const observer = new MutationObserver((changes) =>
        added.push(changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)),
      )
      const [table, space] = ['.table', '.table-space'].map((name) => document.querySelector(name))
      if (table && space) {
        observer.observe(space, { childList: true })
        for (let frame = 0; frame < 60; frame++) {
          table.scrollTop += 5000
          await new Promise(requestAnimationFrame)
        }
      }
      return added
    })
    expect(added.length).toBeGreaterThan(0)
    expect(Math.max(...added)).toBeLessThan(80)
    expect(await rows(page).count()).toBeLessThan(80)
    await page.locator('.table').focus()
    await page.keyboard.press('End')
    await page.locator('.table-row[aria-rowindex="10001"]').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('flow past, 200 in a second, without the page falling behind', async () => {
    const { page, problems, close } = await served.open('requests')
    await page.getByText('Nothing was asked yet').waitFor()
    const drawings = await page.evaluateHandle(() => {
      const drawings: number[] = []
      const space = document.querySelector('.table-space')
      const observer = new MutationObserver(() => drawings.push(performance.now()))
      if (space) observer.observe(space, { childList: true })
      return drawings
    })
    const headers = { 'private-token': 'root-token' }
    const started = performance.now()
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          forge().fetch('http://forge.test/api/v4/projects/1', { headers }),
        ),
      )
      await new Promise((resolve) =>
        setTimeout(resolve, (round + 1) * 100 - (performance.now() - started)),
      )
    }
    await page.getByText('400 requests').waitFor()
    // However many come, the list is drawn at most once in 60 ms.
    const times = await drawings.evaluate((drawings) => drawings)
    const duration = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(times.length).toBeGreaterThan(1)
    expect(times.length).toBeLessThan(duration / 60 + 3)
    expect(problems).toEqual([])
    await close()
  })
})
