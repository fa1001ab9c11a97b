import { expect, it } from 'vitest'
import type { ForgeEvent } from '../../src/forge/events.ts'
import { createTestForge } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }],
  projects: [{ path: 'root/website' }],
}

const openIssue = () =>
  new Request('http://forge.test/api/v3/projects/1/issues?title=a', {
    method: 'POST',
    headers: { 'private-token': 'root-token' },
  })

it('reports a request and what it changed, once a step', async () => {
  const forge = await createTestForge({ seed })
  const events: ForgeEvent[] = []
  const stop = forge.watch((event) => events.push(event))
  await forge.fetch(openIssue())
  expect(events.find(({ type }) => type === 'request')).toMatchObject({
    request: { operationId: 'createIssue', status: 201 },
  })
  const changes = events.filter((event) => event.type === 'change')
  expect(changes).toHaveLength(1)
  expect(changes[0]?.collections).toEqual(expect.arrayContaining(['issues', 'events']))
  expect(changes[0]?.collections).not.toContain('users')
  stop()
  await forge.fetch(openIssue())
  expect(events).toHaveLength(2)
})

it('reports deliveries, and a world that went back', async () => {
  const hooks = [{ url: 'http://receiver.test/' }]
  const forge = await createTestForge({
    seed: { ...seed, hooks },
    fetch: async () => new Response(),
  })
  const events: ForgeEvent[] = []
  forge.watch(() => {
    throw new Error('A listener that fails')
  })
  forge.watch((event) => events.push(event))
  const url = 'http://forge.test/api/v3/projects?name=shop'
  await forge.fetch(
    new Request(url, { method: 'POST', headers: { 'private-token': 'root-token' } }),
  )
  await forge.settled()
  expect(events).toContainEqual({ type: 'delivery', delivery: forge.deliveries[0] })
  events.length = 0
  forge.reset()
  await Promise.resolve()
  expect(events).toMatchObject([{ type: 'change' }])
})

it('gives a fork no events of its origin', async () => {
  const forge = await createTestForge({ seed })
  const events: ForgeEvent[] = []
  forge.fork().watch((event) => events.push(event))
  await forge.fetch(openIssue())
  expect(events).toEqual([])
})
