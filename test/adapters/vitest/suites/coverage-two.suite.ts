import { expect, test as plainTest } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest()
const url = 'https://forge.example.com/api/v3/projects/1'

test('asks anonymously', async () => {
  expect((await fetch(url)).status).toBe(404)
})

plainTest('has no forge', () => {
  expect(1).toBe(1)
})
