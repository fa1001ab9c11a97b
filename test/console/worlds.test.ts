import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the view of the worlds'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  it('makes a world, forks, resets, exports and removes it', async () => {
    const { page, problems, faults, close } = await served.open('worlds')
    await page.getByRole('button', { name: 'New world' }).click()
    await page.getByLabel('Name', { exact: true }).fill('checkout')
    await page.getByLabel('Starts from').selectOption('the demo world')
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'Make the world' }).click()
    const detail = page.getByRole('region', { name: 'World', exact: true })
    await detail.getByText(`${served.server.url}/w/checkout/api/v4`).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_forge/worlds/checkout')
    await detail.getByText('root-token').waitFor()
    expect(await faults()).toEqual([])

    const { forge } = served.worlds.get('checkout') ?? served.worlds.default
    const issues = `${served.server.url}/w/checkout/api/v4/projects/1/issues`
    const headers = { 'private-token': 'root-token' }
    await fetch(`${issues}?title=More`, { method: 'POST', headers })
    const count = forge.db.issues.count()
    await detail.getByRole('button', { name: 'Fork' }).click()
    await detail.getByText(`/w/w1/api/v4`).waitFor()
    expect(served.worlds.get('w1')?.forge.db.issues.count()).toBe(count)
    await page.getByRole('row', { name: /^checkout/ }).click()
    await detail.getByText(`/w/checkout/api/v4`).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      detail.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('checkout.json')
    const exported = JSON.parse(readFileSync(await file.path(), 'utf8'))
    expect(exported).toEqual(JSON.parse(JSON.stringify(forge.export())))
    await detail.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => forge.db.issues.count()).toBe(count - 1)
    await detail.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => served.worlds.list().map(({ name }) => name)).toEqual(['default', 'w1'])
    expect(problems).toEqual([])
    await close()
  })

  it('takes seeds of files, for a new world and for one that is there', async () => {
    const { page, problems, close } = await served.open('worlds', { width: 320 })
    await page.getByRole('button', { name: 'New world' }).click()
    await page.getByLabel('Starts from').selectOption('a seed, of a file')
    const seed = (text: string) => ({
      name: 'world.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(text),
    })
    await page.getByLabel('Seed, YAML or JSON').setInputFiles(seed('users: [{ nmae: eve }]'))
    await page.getByRole('button', { name: 'Make the world' }).click()
    await page.getByRole('status').getByText('users[0]').waitFor()
    await page.getByLabel('Seed, YAML or JSON').setInputFiles(seed('users: [{ username: eve }]'))
    await page.getByLabel('Name', { exact: true }).fill('eves')
    await page.getByRole('button', { name: 'Make the world' }).click()
    const detail = page.getByRole('region', { name: 'World', exact: true })
    await detail.getByText('eve-token').waitFor()
    await detail.getByLabel('Add a seed').setInputFiles(seed('users: [{ username: ann }]'))
    await page.getByText('Added 1 record').waitFor()
    const { forge } = served.worlds.get('eves') ?? served.worlds.default
    expect(forge.db.users.all().map(({ username }) => username)).toEqual(['eve', 'ann'])
    expect(problems).toEqual([expect.stringContaining('400 (Bad Request)')])
    await close()
  })

  it('leads to the console of another world', async () => {
    await served.worlds.create({ name: 'there' })
    const { page, problems, close } = await served.open('worlds/there')
    await page.getByRole('link', { name: 'Open its console' }).click()
    await page.waitForURL(`${served.server.url}/w/there/_forge/`)
    await page.getByText('there', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
