// What the package offers to suites that run elsewhere, or in a runner of their own, as such a suite
// imports it; module-formats.test.ts compiles it under each way of resolving modules.
import { test as playwrightTest } from '@playwright/test'
import type { Fault, ForgeControl, ForgeEvent } from 'forgery'
import { connect, type ServedWorld } from 'forgery/client'
import type { ExpectedIssue } from 'forgery/matchers'
import { expect, type ForgeFixtures, type ForgeWorkerOptions, test } from 'forgery/playwright'

const options: Partial<ForgeWorkerOptions> = { forgeSeed: { users: [{ username: 'jane' }] } }
test.use(options)

test('has a world of its own', async ({ forge, page, request }) => {
  const world: ServedWorld = forge
  const token: string | undefined = world.tokens.jane
  await page.goto(world.url)
  await request.get('/api/v3/user', { headers: { 'PRIVATE-TOKEN': token ?? '' } })
  await expect(forge).toHaveReceived('getCurrentUser', {}, { user: 'jane' })
  const expected: ExpectedIssue = { title: 'It leaks' }
  await expect(forge).not.toHaveIssue(expected)
  await expect(page).toHaveTitle('Forgery')
  await breakTheTracker(forge)
  expect(await follow(AbortSignal.timeout(10))).toEqual([])
})

playwrightTest.extend<Pick<ForgeFixtures, 'forge'>>({
  forge: async (_, use) => use(await connect('http://127.0.0.1:8080').worlds.create()),
})

async function breakTheTracker(forge: ForgeControl): Promise<Fault> {
  const fault = await forge.faults.add({ operation: 'createIssue', world: 'shop-*', status: 503 })
  await forge.faults.remove(fault.id)
  return fault
}

async function follow(signal: AbortSignal): Promise<readonly ForgeEvent[]> {
  const seen: ForgeEvent[] = []
  for await (const event of connect('http://127.0.0.1:8080').events({ signal })) seen.push(event)
  return seen
}
