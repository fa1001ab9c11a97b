import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ log: () => {} })
const labels = () => fetch('https://forge.example.com/api/v3/projects/1/labels')

test('asks for what is not served', async () => {
  expect((await labels()).status).toBe(404)
})
