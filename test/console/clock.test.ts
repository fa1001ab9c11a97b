import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

const hostile = '<img src=x onerror=alert(1)>\u202e'

describe.skipIf(lacksChromium)(titleOf('the view of the clock'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole({
      now: '2017-01-15T12:00:00Z',
      seed: {
        users: [
          {
            username: 'root',
            admin: true,
            personal_access_tokens: [{ token: 't', name: hostile, expires_at: '2017-02-01' }],
          },
          { username: 'jane' },
        ],
        projects: [
          {
            path: 'root/website',
            members: { jane: { level: 'developer', expires_at: '2017-01-18' } },
          },
        ],
      },
    })
  })
  afterAll(() => served?.close())

  it('moves the clock, and lists what that brings until it has happened', async () => {
    const { forge } = served.worlds.default
    const { page, problems, faults, close } = await served.open('clock')
    const face = page.getByRole('region', { name: 'The time of the world' })
    await face.getByText('12:00:00', { exact: true }).waitFor()
    const list = page.getByRole('listitem')
    const leaving = list.filter({ hasText: 'in 3 days' }).getByText('jane leaves root/website')
    expect(await leaving.getAttribute('href')).toBe(
      `/_forge/world/members/${forge.db.members.findFirst((q) => q.where({ user_id: 2 }))?.id}`,
    )
    expect(await list.last().innerText()).toContain(`the personal token "${hostile}" of root`)
    expect(await page.locator('img').count()).toBe(0)

    await page.getByRole('button', { name: '+1 hour' }).click()
    await face.getByText('13:00:00', { exact: true }).waitFor()
    expect(forge.clock.now()).toBe('2017-01-15T13:00:00.000Z')

    await page.getByRole('button', { name: 'Go to the next' }).click()
    await page.getByText('one thing has happened').waitFor()
    expect(forge.clock.now()).toBe('2017-01-18T00:00:00.000Z')
    expect(forge.db.members.all().map(({ user_id }) => user_id)).not.toContain(2)
    await expect.poll(() => list.count()).toBe(1)

    await page.getByLabel('Move on by').fill('1d 30m')
    await page.keyboard.press('Enter')
    await face.getByText('00:30:00', { exact: true }).waitFor()
    await page.getByLabel('Move on by').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('got "soon"').waitFor()

    await page.getByLabel('Set it to (UTC)').fill('2017-01-25T08:15:30')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await face.getByText('08:15:30', { exact: true }).waitFor()
    expect(forge.clock.now()).toBe('2017-01-25T08:15:30.000Z')

    await page.getByRole('button', { name: 'Let it run' }).click()
    await face.getByText('runs', { exact: true }).waitFor()
    expect(forge.clock.isFrozen()).toBe(false)
    await face.getByText(/^08:(?!15:30)\d\d:\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Stop it' }).click()
    await expect.poll(() => forge.clock.isFrozen()).toBe(true)
    expect(await faults()).toEqual([])
    expect(problems).toEqual([expect.stringContaining('400 (Bad Request)')])
    await close()
  })

  it('lets happen what was due, and does not set the clock back for it', async () => {
    const { forge } = served.worlds.default
    forge.reset()
    await forge.db.members.update((query) => query.where({ expires_at: '2017-01-18' }), {
      data(member) {
        member.expires_at = '2017-01-10'
      },
    })
    const { page, problems, close } = await served.open('clock', { width: 320 })
    await page.getByRole('listitem').filter({ hasText: 'due' }).waitFor()
    await page.getByRole('button', { name: 'Go to when jane leaves root/website' }).click()
    await expect.poll(() => forge.clock.upcoming().length).toBe(1)
    expect(forge.clock.now()).toBe('2017-01-15T12:00:00.001Z')
    expect(problems).toEqual([])
    await close()
  })
})
