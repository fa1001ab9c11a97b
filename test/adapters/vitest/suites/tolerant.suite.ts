import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ onUnhandledRequest: 'warn', log: () => {} })
const second = forgeTest()

test('may ask for what is not served', async () => {
  const response = await fetch('https://forge.example.com/api/v4/projects/1/feature_flags')
  expect(response.status).toBe(404)
})

test('may ask a server that runs', async () => {
  expect(await (await fetch(`${process.env.UNANSWERED_SERVER}/tolerant`)).text()).toBe('answered')
})

second('is of a second forgeTest', () => {
  expect(1).toBe(1)
})
