import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ seed: { users: [{ username: 'jane' }] } })
const api = 'https://forge.example.com/api/v3'
const headers = { 'private-token': 'jane-token' }

test.beforeAll(async () => {
  await fetch(`${api}/projects?name=website`, { method: 'POST', headers })
})

for (const name of ['first', 'second']) {
  test(name, async () => {
    expect((await fetch(`${api}/projects/1`, { headers })).status).toBe(200)
    expect((await fetch(`${api}/projects/2`, { headers })).status).toBe(404)
  })
}
