import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ log: () => {} })
const featureFlags = () => fetch('https://forge.example.com/api/v4/projects/1/feature_flags')

test('asks for what is not served', async () => {
  expect((await featureFlags()).status).toBe(404)
})
