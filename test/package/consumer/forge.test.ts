// A suite as a user of the package writes it; package.test.ts runs it beside the installed package.
import { createForge, type JournalEntry, type Seed, SeedError } from 'forgery'
import { handlers } from 'forgery/msw'
import { listen } from 'forgery/server'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
  ],
}
const forge = await createForge({ seed, now: '2017-01-15T12:00:00Z', validateResponses: true })
const server = setupServer(...handlers(forge, { baseUrl: 'https://forge.example.com' }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => forge.reset())
afterAll(() => server.close())

const asJane = { headers: { 'private-token': 'jane-token' } }

it('answers under msw', async () => {
  const response = await fetch('https://forge.example.com/api/v3/user', asJane)
  expect(await response.json()).toMatchObject({ username: 'jane', name: 'Jane Doe' })
  const [entry]: readonly JournalEntry[] = forge.requests
  expect(entry?.operationId).toBe('getCurrentUser')
})

it('answers over HTTP', async () => {
  const listening = await listen(await createForge({ seed: 'empty' }), { port: 0 })
  const response = await fetch(`${listening.url}/api/v3/openapi.json`)
  expect((await response.json()).openapi).toBe('3.1.0')
  await listening.close()
})

it('is looked into and changed, with types', async () => {
  await forge.db.users.update((query) => query.where({ username: 'jane' }), {
    data(jane) {
      jane.name = 'Jane Roe'
    },
  })
  const jane = forge.db.users.findFirst((query) => query.where({ username: 'jane' }))
  const name: string | undefined = jane?.name
  expect(name).toBe('Jane Roe')
  // @ts-expect-error A state is 'active' or 'blocked': the records are typed.
  expect(jane?.state === 'asleep').toBe(false)
})

it('refuses a wrong seed with its class', async () => {
  // @ts-expect-error A user has a username.
  const wrong: Seed = { users: [{ name: 'Nobody' }] }
  await expect(createForge({ seed: wrong })).rejects.toThrow(SeedError)
})
