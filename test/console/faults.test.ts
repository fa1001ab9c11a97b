import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the view of the faults'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  beforeEach(() => served.worlds.default.forge.faults.clear())
  afterAll(() => served?.close())

  const ask = async (method = 'GET', path = '/user') => {
    const headers = { 'private-token': 'root-token' }
    return (await fetch(`${served.server.url}/api/v4${path}`, { method, headers })).status
  }

  it('adds what many try, counts its hits as they come, switches it and removes it', async () => {
    const { page, problems, close } = await served.open('faults')
    await page.getByText('Everything works.').waitFor()
    expect(await page.getByRole('button', { name: 'Remove all' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Unavailable/ }).click()
    const rule = page.getByRole('listitem')
    await rule.getByText('answered 503, again after 30 s').waitFor()
    expect([await ask(), await ask()]).toEqual([503, 503])
    await rule.getByText('2 hits').waitFor()

    const toggle = page.getByRole('switch', { name: 'The fault 1' })
    await toggle.click()
    await rule.getByText('off', { exact: true }).waitFor()
    expect(await toggle.isChecked()).toBe(false)
    expect(await ask()).toBe(200)
    await toggle.press('Space')
    await expect.poll(() => toggle.isChecked()).toBe(true)
    expect(await ask()).toBe(503)

    await page.getByRole('button', { name: 'Remove the fault 1' }).click()
    await page.getByText('Everything works.').waitFor()
    expect(await ask()).toBe(200)
    expect(problems).toEqual([])
    await close()
  })

  it('is of faults that the application meets: the console goes on, and uses none of them up', async () => {
    const { faults } = served.worlds.default.forge
    faults.add({ status: 503, times: 1 })
    const { page, problems, close } = await served.open('projects/tidewater/website')
    await page.getByRole('link', { name: 'README.md' }).waitFor()
    expect(faults.all()).toMatchObject([{ hits: 0 }])
    expect([await ask(), await ask()]).toEqual([503, 200])
    expect(problems).toEqual([])
    await close()
  })

  it('takes one that is described, and says what is wrong with it', async () => {
    const { page, problems, faults, close } = await served.open(
      'faults?operation=getCurrentUser&times=1',
    )
    await expect.poll(() => page.getByLabel('Operation').inputValue()).toBe('getCurrentUser')
    await page.getByRole('textbox', { name: 'Status' }).fill('99')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByRole('status').getByText('a whole number from 400 to 599').waitFor()
    await page.getByRole('textbox', { name: 'Status' }).fill('429')
    await page.getByLabel('Retry-After').fill('7')
    await page.getByLabel('User').selectOption('root')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    const rule = page.getByRole('listitem')
    await rule.getByText('getCurrentUser by root').waitFor()
    const { forge } = served.worlds.default
    expect(forge.faults.all()).toMatchObject([
      { operation: 'getCurrentUser', user: 'root', status: 429, retryAfter: 7, times: 1 },
    ])
    expect([await ask(), await ask()]).toEqual([429, 200])
    await rule.getByText('1 of 1').waitFor()
    await rule.getByText('spent').waitFor()
    await page.getByLabel('Effect').selectOption('the connection is lost')
    await page.getByLabel('Method').fill('delete')
    await page.getByLabel('Path').fill('/projects/**')
    await page.getByLabel('When').selectOption('after, so the answer is lost')
    await page.getByLabel('in all worlds').check()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText('all worlds', { exact: true }).waitFor()
    expect(forge.faults.all()[1]).toMatchObject({
      id: 'shared-1',
      method: 'DELETE',
      path: '/projects/**',
      connection: 'drop',
      phase: 'after',
    })
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect.poll(() => forge.faults.all()).toEqual([])
    await page.getByRole('button', { name: 'Remove all' }).waitFor({ state: 'detached' })
    expect(problems).toEqual([expect.stringContaining('400 (Bad Request)')])
    await close()
  })
})
