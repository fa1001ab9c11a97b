import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, shiftOf, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the start of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  it('is where a browser comes to, drawn of little and without a shift', async () => {
    const { page, problems, faults, close } = await served.open('/')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_forge/')
    await page.getByRole('heading', { name: 'Who is in this world' }).waitFor()
    expect(await faults()).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Who is in this world' }).waitFor()
    // What is asked for before anything is drawn, in kilobytes as they come: a second is enough for it anywhere.
    const { asked, kilobytes } = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      const before = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].filter(({ startTime }) => startTime < painted) as PerformanceResourceTiming[]
      const bytes = before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { asked: before.length, kilobytes: Math.round(bytes / 1000) }
    })
    expect(asked).toBeLessThan(16)
    expect(kilobytes).toBeLessThan(200)
    expect(await shiftOf(page)).toBeLessThan(0.01)
    expect(problems).toEqual([])
    await close()
  })

  it.each([
    { width: 2560, beside: true },
    { width: 1280, beside: false },
  ])('shows calls beside who is there where $width pixels have room', async ({ width, beside }) => {
    const { page, faults, close } = await served.open('', { width })
    const topOf = async (name: string) =>
      (await page.getByRole('heading', { name }).boundingBox())?.y ?? Number.NaN
    await page.getByRole('button', { name: 'Send' }).first().waitFor()
    expect((await topOf('Calls')) < (await topOf('Who is in this world'))).toBe(beside)
    expect(await faults()).toEqual([])
    await close()
  })

  it('copies tokens as they are used, and signs this browser in', async () => {
    const { page, problems, close } = await served.open('')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy the token of marta' }).click()
    await expect.poll(clipboard).toBe('marta-token')
    const use = async (name: string) => {
      await page.getByRole('button', { name: 'Use the token of marta' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await use('as a header')
    await page.getByText('Copied as a header').waitFor()
    expect(await clipboard()).toBe('PRIVATE-TOKEN: marta-token')
    await use('for the environment')
    await page.getByText('Copied for the environment').waitFor()
    expect(await clipboard()).toBe(`GITLAB_URL=${served.server.url}\nGITLAB_TOKEN=marta-token`)
    await use('Sign in as')
    await page.getByText('This browser is signed in as marta').waitFor()
    await page.getByRole('link', { name: 'The page to sign in at' }).click()
    await page.getByText('Signed in as').waitFor()
    expect(await page.locator('body').innerText()).toContain('(marta)')
    expect(problems).toEqual([])
    await close()
  })

  it('sends calls as whoever is chosen, and answers them in place', async () => {
    const { page, problems, faults, close } = await served.open('')
    const { forge } = served.worlds.default
    const before = forge.db.issues.all().length
    await page.getByLabel('Acting as').selectOption('marta')
    const card = page.locator('.call').filter({ hasText: 'A new issue of' })
    await card.getByText('marta-token').waitFor()
    await card.getByRole('button', { name: 'Send' }).click()
    await card.getByText('201', { exact: true }).waitFor()
    await card.locator('pre').getByText('"title": "Hello"').waitFor()
    const issues = forge.db.issues.all()
    expect(issues).toHaveLength(before + 1)
    const author = forge.db.users.get(issues.at(-1)?.author_id ?? 0)
    expect(author?.username).toBe('marta')
    await page
      .getByLabel('The world in numbers')
      .getByText(String(before + 1))
      .waitFor()
    expect(await faults()).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('asks for people by their names, and not for each letter of one', async () => {
    const users = [...'abcdefgh'].flatMap((one) =>
      Array.from({ length: 30 }, (_, index) => ({ username: `${one}${index}` })),
    )
    await served.worlds.create({ name: 'crowd', seed: { users: [...users, { username: 'zoe' }] } })
    const { page, problems, close } = await served.open('/w/crowd/_forge/')
    // A set: the overview is loaded again, with its search, whenever the stream of events opens, early or late.
    const searches = new Set<string>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const search = searchParams.get('search')
      if (pathname.endsWith('/overview') && search !== null) searches.add(search)
    })
    await page.getByLabel('Find people').evaluate(async (field: HTMLInputElement) => {
      for (const text of ['z', 'zo', 'zoe', 'zoe0', 'zoe']) {
        field.value = text
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        // Drawn before the next letter, all of them before any pause can end.
        for (let turn = 0; turn < 10; turn++) await undefined
      }
    })
    await page.getByRole('button', { name: 'Copy the token of zoe' }).waitFor()
    expect([...searches]).toEqual(['zoe'])
    expect(problems).toEqual([])
    await close()
  })

  it('leads to the other worlds of the server', async () => {
    await served.worlds.create({ name: 'checkout', seed: 'empty' })
    const { page, problems, close } = await served.open('')
    await page.getByRole('link', { name: 'checkout' }).click()
    await page.getByRole('heading', { name: 'Start: the world checkout' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/w/checkout/_forge/')
    await page.getByLabel('Base URLs').getByText('/w/checkout/api/v4').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
