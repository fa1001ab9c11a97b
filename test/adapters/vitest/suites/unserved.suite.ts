import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ log: () => {} })
const runners = () => fetch('https://forge.example.com/api/v3/projects/1/runners')

test('asks for what is not served', async () => {
  expect((await runners()).status).toBe(404)
})
