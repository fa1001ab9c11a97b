import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  it('has an address for each view, which a reload and the button "back" keep to', async () => {
    const { page, problems, close } = await served.open('')
    await page.getByRole('heading', { name: 'Start' }).waitFor()
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_forge/requests')
    await page.reload()
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Start' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('finds views and people by a few letters', async () => {
    const { page, problems, close } = await served.open('')
    await page.getByText('live', { exact: true }).waitFor()
    const command = page.getByRole('combobox', { name: 'Command' })
    await page.keyboard.press('Control+k')
    await command.pressSequentially('journal')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/_forge\/requests$/)
    await page.keyboard.press('Control+k')
    await command.pressSequentially('act as nobody')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Acting as').inputValue()).toBe('')
    expect(problems).toEqual([])
    await close()
  })

  it('finds each of a crowd, and keeps to whom it found', async () => {
    const users = Array.from({ length: 300 }, (_, at) => ({ username: `user-${at}`, name: 'Ada' }))
    await served.worlds.create({ name: 'crowd', seed: { users } })
    const { page, problems, faults, close } = await served.open('/w/crowd/_forge/')
    const picker = page.getByLabel('Acting as')
    await picker.selectOption('find one of 100 more …')
    await page.getByRole('combobox', { name: 'Command' }).pressSequentially('user-287')
    await page.getByRole('option', { name: 'Act as user-287' }).click()
    await expect.poll(() => picker.inputValue()).toBe('user-287')
    await page.reload()
    await page.locator('.call').getByText('user-287-token').first().waitFor()
    await expect.poll(() => picker.inputValue()).toBe('user-287')

    await page.getByLabel('Find people').fill('ada user-298')
    await page.getByRole('button', { name: 'Copy the token of user-298' }).waitFor()
    expect(await page.getByRole('button', { name: /^Copy the token of/ }).count()).toBe(1)
    await page.getByLabel('Find people').fill('ada of nowhere')
    await page.getByText('Nobody here has this name.').waitFor()
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('shows another world below its address, and says of one that is not there what makes it', async () => {
    await served.worlds.create({ name: 'checkout' })
    const { page, problems, close } = await served.open('/w/checkout/_forge/')
    await page.getByText('checkout', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await page.goto(`${served.server.url}/w/nowhere/_forge/`)
    await page.getByRole('alert').getByText('POST /_forge/worlds {"name": "nowhere"}').waitFor()
    await close()
  })

  it('stays light or dark as it was switched', async () => {
    const { page, close } = await served.open('', { colorScheme: 'light' })
    const scheme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect.poll(scheme).toBe('dark')
    await page.reload()
    await expect.poll(scheme).toBe('dark')
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect.poll(scheme).toBe(undefined)
    await close()
  })
})

describe.skipIf(lacksChromium)(titleOf('the console under a control token'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole({}, { controlToken: 'open sesame' })
  })
  afterAll(() => served?.close())

  it('asks for it once a tab, and shows nothing of the world before', async () => {
    const { page, close, faults } = await served.open('')
    const field = page.getByLabel('Control token', { exact: true }).last()
    await field.fill('a guess')
    await page.keyboard.press('Enter')
    await page.getByText('That is not the token of this server.').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('root')
    expect(await faults()).toEqual([])
    await field.fill('open sesame')
    await page.keyboard.press('Enter')
    await page.getByText('live', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('live', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })
})
