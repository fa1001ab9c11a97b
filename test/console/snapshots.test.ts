import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

const hostile = `<script>alert(1)</script>\u202e${'long '.repeat(2000)}`

describe.skipIf(lacksChromium)(titleOf('the view of the snapshots'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  const ask = async (method: string, path: string, parameters: object) => {
    const { ok } = await fetch(`${served.server.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    })
    expect(ok).toBe(true)
  }

  it('keeps the world, shows what became of it, and goes back', async () => {
    const { forge } = served.worlds.default
    const title = forge.db.issues.get(1)?.title ?? ''
    const { page, problems, faults, close } = await served.open('snapshots')
    await page.getByLabel('Name of the snapshot').fill('before the rain')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Compare before the rain with the present' }).click()
    await page.getByText('Nothing differs between these moments.').waitFor()

    await ask('PUT', '/projects/1/issues/1', { title: 'It pours', description: hostile })
    await ask('POST', '/projects/1/repository/branches', { branch: 'umbrella', ref: 'master' })
    const row = page.getByRole('row', { name: /^changed issues/ })
    await row.waitFor()
    await page.getByRole('row', { name: /added refs .* refs\/heads\/umbrella/ }).waitFor()
    await row.click()
    const detail = page.getByRole('region', { name: 'Change', exact: true })
    await detail.getByText(`before: ${title}`).waitFor({ state: 'attached' })
    expect(await detail.getByRole('region', { name: 'title' }).innerText()).toMatch(
      /−[\s\S]*\+[\s\S]*It pours/,
    )
    expect(await detail.getByRole('region', { name: 'description' }).innerText()).toContain(
      '<script>alert(1)</script>',
    )
    expect(await faults()).toEqual([])
    expect(await detail.getByRole('link', { name: 'issues 1' }).getAttribute('href')).toBe(
      '/_forge/world/issues/1',
    )
    const address = page.url()
    await page.reload()
    await detail.getByText('It pours').first().waitFor()
    await expect.poll(() => page.url()).toBe(address)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^issues/ }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)

    await page.getByRole('button', { name: 'Restore before the rain' }).click()
    await page.getByText('Nothing differs between these moments.').waitFor()
    expect(forge.db.issues.get(1)?.title).toBe(title)
    await page.getByRole('button', { name: 'Remove before the rain' }).click()
    await expect.poll(() => forge.snapshots.all()).toEqual([])
    await expect.poll(() => new URL(page.url()).searchParams.has('since')).toBe(false)
    expect(problems).toEqual([])
    await close()
  })

  it('does not compare with one that is being removed, whatever changes meanwhile', async () => {
    const { forge } = served.worlds.default
    forge.snapshots.save('short-lived')
    const { page, problems, close } = await served.open('snapshots?since=short-lived')
    await page.getByText('Nothing differs between these moments.').waitFor()
    await page.route(/\/snapshots\/short-lived$/, async (route) => {
      const removed = await route.fetch()
      const reloaded = page.waitForResponse(/\/changes$/)
      await ask('PUT', '/projects/1/issues/3', { title: 'meanwhile' })
      await reloaded
      await route.fulfill({ response: removed })
    })
    await page.getByRole('button', { name: 'Remove short-lived' }).click()
    await page.getByText('The snapshot “short-lived” is gone').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('compares two that were kept, in any window', async () => {
    const { forge } = served.worlds.default
    forge.snapshots.save('one')
    await ask('PUT', '/projects/1/issues/1', { title: 'First line\nSecond line' })
    forge.snapshots.save('two')
    await ask('PUT', '/projects/1/issues/2', { title: 'later' })
    const { page, problems, faults, close } = await served.open('snapshots?in=issues', {
      width: 320,
      height: 900,
    })
    await page.getByLabel('What has changed since').selectOption('one')
    await page.getByLabel('until').selectOption('two')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('row', { name: /^changed .*#1/ }).waitFor()
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'New world of one' }).click()
    await expect.poll(() => served.worlds.list().length).toBe(2)
    expect(served.worlds.list()[1]?.forge.db.issues.get(1)?.title).not.toContain('Second')
    expect(problems).toEqual([])
    await close()
  })
})
