import { expect, it } from 'vitest'
import type { ForgeControl } from '../../src/forge/control.ts'
import { createForge } from '../../src/forge/create-forge.ts'
import { readWorld } from '../../src/worlds/saved/world-file.ts'
import { createTestForge, now } from '../harness.ts'

it('stands where it is pinned, and reports the time of requests', async () => {
  const forge = await createTestForge()
  expect(forge.clock.now()).toBe(now)
  forge.clock.set('2018-03-04T05:06:07Z')
  expect(forge.clock.now()).toBe('2018-03-04T05:06:07.000Z')
  await forge.fetch(new Request('http://forge.test/api/v3/user'))
  expect(forge.requests.at(-1)?.at).toBe('2018-03-04T05:06:07.000Z')
})

it.each([
  ['2h', '2017-01-15T14:00:00.000Z'],
  ['90s', '2017-01-15T12:01:30.000Z'],
  ['3d', '2017-01-18T12:00:00.000Z'],
  ['1d 12h', '2017-01-17T00:00:00.000Z'],
  ['1d12h', '2017-01-17T00:00:00.000Z'],
  ['1.5h', '2017-01-15T13:30:00.000Z'],
  ['5m', '2017-01-15T12:05:00.000Z'],
  ['2w', '2017-01-29T12:00:00.000Z'],
  ['250ms', '2017-01-15T12:00:00.250Z'],
  [1500, '2017-01-15T12:00:01.500Z'],
  [0, now],
] as const)('moves on by %s', async (by, time) => {
  const { clock } = await createTestForge()
  clock.advance(by)
  expect(clock.now()).toBe(time)
})

it.each(['2 parsecs', '', 'h', '-1h', -1, Number.NaN, undefined, '1h x'])(
  'refuses to move on by %s',
  async (by) => {
    const { clock } = await createTestForge()
    expect(() => clock.advance(by as never)).toThrow(
      /^clock\.advance: it takes milliseconds from 0 up, or a duration such as `2h`, .*; got /,
    )
    expect(clock.now()).toBe(now)
  },
)

it.each(['yesterday', '10000-01-01', new Date(Number.NaN), new Date(8.64e15), 12, undefined])(
  'refuses to be set to %s',
  async (time) => {
    const { clock } = await createTestForge()
    expect(() => clock.set(time as never)).toThrow(
      /^clock\.set: the time must be a date or an ISO 8601 time of the years 0000 to 9999/,
    )
    expect(clock.now()).toBe(now)
  },
)

it('does not leave the year 9999', async () => {
  const { clock } = await createTestForge()
  clock.set('9999-12-31')
  expect(() => clock.advance('1d')).toThrow('clock.advance: "1d" leads past the year 9999')
  clock.advance('23h')
  expect(clock.now()).toBe('9999-12-31T23:00:00.000Z')
})

it('may be set back', async () => {
  const { clock } = await createTestForge()
  clock.set(new Date('2016-01-01T00:00:00Z'))
  expect(clock.now()).toBe('2016-01-01T00:00:00.000Z')
})

it('runs on from where it is, stops there, and goes on running from a time that it is set to', async () => {
  let computer = Date.parse('2020-01-01T00:00:00Z')
  const { clock } = await createForge({ now: () => new Date(computer) })
  computer += 1000
  expect(clock.now()).toBe('2020-01-01T00:00:01.000Z')
  clock.set('2017-01-01')
  computer += 1000
  expect(clock.now()).toBe('2017-01-01T00:00:01.000Z')
  clock.freeze()
  computer += 1000
  expect(clock.now()).toBe('2017-01-01T00:00:01.000Z')
  clock.advance('1m')
  clock.resume()
  expect(clock.now()).toBe('2017-01-01T00:01:01.000Z')
  computer += 1000
  expect(clock.now()).toBe('2017-01-01T00:01:02.000Z')
})

it('runs by the clock of the computer where a pinned one is resumed', async () => {
  const { clock } = await createTestForge()
  clock.resume()
  await expect.poll(() => clock.now()).not.toBe(now)
  expect(clock.now()).toMatch(/^2017-01-15T12:0/)
})

it('reports a clock that ran past the year 9999', async () => {
  let computer = Date.parse('2020-01-01T00:00:00Z')
  const { clock } = await createForge({ now: () => new Date(computer) })
  clock.set('9999-12-31T23:59:59Z')
  computer += 2000
  expect(() => clock.now()).toThrow('has left the years 0000 to 9999')
})

it('is back where it was with a reset, and a fork goes on from it', async () => {
  const forge = await createTestForge()
  forge.clock.advance('1h')
  const fork = forge.fork()
  forge.clock.advance('1h')
  fork.clock.advance('1d')
  expect(fork.clock.now()).toBe('2017-01-16T13:00:00.000Z')
  expect(forge.clock.now()).toBe('2017-01-15T14:00:00.000Z')
  forge.reset()
  fork.reset()
  expect(forge.clock.now()).toBe(now)
  expect(fork.clock.now()).toBe('2017-01-15T13:00:00.000Z')
})

it('begins again in a fork from the seed as it does at a reset', async () => {
  const [begun, moved, later] = [
    '2017-01-15T12:00:00.000Z',
    '2017-01-15T13:00:00.000Z',
    '2017-01-16T13:00:00.000Z',
  ]
  const saved = await (await createTestForge()).toBytes()
  const opened = await createForge({ from: saved })
  for (const forge of [await createTestForge(), opened]) {
    forge.clock.advance('1h')
    const fork = forge.fork({ from: 'seed' })
    expect([forge, fork].map(({ clock }) => clock.now())).toEqual([moved, begun])
    fork.clock.advance('25h')
    expect(fork.clock.now()).toBe(later)
    for (const each of [forge, fork]) {
      each.reset()
      expect(each.clock.now()).toBe(begun)
    }
    await forge.reseed('empty')
    expect(forge.fork({ from: 'seed' }).clock.now()).toBe(begun)
  }
})

it('is that of a saved world in a fork that goes on from one, and at its reset that of the seed', async () => {
  const saved = await createTestForge()
  saved.clock.advance('1d')
  const first = await createForge({ from: await (await createTestForge()).toBytes() })
  const fork = first.fork({
    from: 'seed',
    saved: await readWorld(await saved.toBytes(), 'of a test'),
  })
  expect(fork.clock.now()).toBe('2017-01-16T12:00:00.000Z')
  fork.reset()
  expect(fork.clock.now()).toBe(now)
})

it('is the clock of every forge, wherever that is', async () => {
  const forge = await createTestForge()
  const control: Pick<ForgeControl, 'clock'> = forge
  await control.clock.advance('1s')
  expect(await control.clock.now()).toBe('2017-01-15T12:00:01.000Z')
})
