import { expect, it } from 'vitest'
import { addressesUnder } from '../../src/gitlab/domain/addresses.ts'
import { consequences } from '../../src/gitlab/domain/consequences.ts'
import { type Context, systemContext } from '../../src/gitlab/domain/context.ts'
import type { HookMessage } from '../../src/gitlab/domain/hooks/hook-message.ts'
import { perspectiveOf } from '../../src/http/perspectives.ts'
import { ReadingContext } from '../../src/http/reading-context.ts'
import { createStore } from '../../src/store/store.ts'
import { noCredentials } from './no-credentials.ts'

const now = '2017-01-15T12:00:00.000Z'
const origin = 'http://forge.test'

function readingContext() {
  const store = createStore()
  const messages: HookMessage[] = []
  const source = { store, consequences, now, random: () => 0.25 }
  const work = systemContext(source, addressesUnder(origin), messages)
  const standpoint = { presented: noCredentials, today: now.slice(0, 10), origin }
  return { context: new ReadingContext(work, perspectiveOf(store, standpoint)), messages }
}

it('is repeatable as long as the world, the viewer and the day are asked for', () => {
  const { context } = readingContext()
  const { viewer, today, addresses, settings, store, moment } = context
  expect([viewer.user, today, settings.id]).toEqual([undefined, '2017-01-15', 1])
  expect(addresses.origin).toBe(origin)
  expect(moment()).toBe(moment())
  expect(store.settings.all()).toEqual([settings])
  expect(context.isRepeatable).toBe(true)
})

it.each<[string, (context: Context) => unknown, unknown]>([
  ['the time', ({ now }) => now, now],
  ['chance', ({ random }) => random(), 0.25],
])('is not once %s was asked for', (_, ask, answer) => {
  const { context } = readingContext()
  expect(ask(context)).toBe(answer)
  expect(context.isRepeatable).toBe(false)
})

it('is not once a system hook was to fire', () => {
  const { context, messages } = readingContext()
  const { fire } = context
  fire({ trigger: 'system', payload: { event_name: 'project_create' } })
  expect(messages).toHaveLength(1)
  expect(context.isRepeatable).toBe(false)
})
