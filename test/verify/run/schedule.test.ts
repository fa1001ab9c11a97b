import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { scheduleStories } from '../../../src/verify/run/schedule.ts'
import { type Story, type StoryOptions, story } from '../../../src/verify/story/story.ts'

const named = (name: string, options: Partial<StoryOptions> = {}): Story =>
  story(name, { about: [], ...options }, async () => {})

/** What ran when: `+name` as it began, `-name` as it ended. */
async function orderOf(stories: readonly Story[], atOnce: number): Promise<string[]> {
  const log: string[] = []
  await scheduleStories(stories, atOnce, async ({ name }) => {
    log.push(`+${name}`)
    await turn()
    log.push(`-${name}`)
  })
  return log
}

it('begins with the long stories, and keeps the order otherwise', async () => {
  const stories = [named('a'), named('b'), named('c', { isLong: true }), named('d')]
  expect(await orderOf(stories, 1)).toEqual(['+c', '-c', '+a', '-a', '+b', '-b', '+d', '-d'])
})

it('runs so many at once, and the exclusive ones alone at the end', async () => {
  const stories = [
    named('x', { isExclusive: true, isLong: true }),
    named('y', { isExclusive: true }),
    named('a'),
    named('b'),
  ]
  const log = await orderOf(stories, 2)
  expect(log.slice(0, 4).sort()).toEqual(['+a', '+b', '-a', '-b'])
  expect(log.slice(0, 2)).toEqual(['+a', '+b'])
  expect(log.slice(4)).toEqual(['+x', '-x', '+y', '-y'])
})

it('runs the undisturbed ones after all that write, one after the other, beside those that read', async () => {
  const stories = [
    named('x', { isExclusive: true }),
    named('undisturbed', { isUndisturbed: true }),
    named('later', { isUndisturbed: true }),
    named('reads', { isReading: true }),
    named('reads long', { isReading: true, isLong: true }),
    named('writes'),
  ]
  const log = await orderOf(stories, 1)
  expect(log.slice(0, 2)).toEqual(['+writes', '-writes'])
  expect(log.slice(2, 4)).toEqual(['+reads long', '+undisturbed'])
  expect(log.indexOf('+later')).toBeGreaterThan(log.indexOf('-undisturbed'))
  expect(log.indexOf('+reads')).toBeGreaterThan(log.indexOf('-reads long'))
  expect(log.slice(-2)).toEqual(['+x', '-x'])
})

it('ends with what one throws, when the others have ended, and runs none that is to be alone', async () => {
  const ended: string[] = []
  const environment = scheduleStories(
    [
      named('bad'),
      named('good'),
      named('undisturbed', { isUndisturbed: true }),
      named('x', { isExclusive: true }),
    ],
    2,
    async ({ name }) => {
      if (name === 'bad') throw new Error('interrupted')
      await turn()
      ended.push(name)
    },
  )
  await expect(environment).rejects.toThrow('interrupted')
  expect(ended).toEqual(['good'])
})
