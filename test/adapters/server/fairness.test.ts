import { Agent } from 'node:http'
import { expect, it } from 'vitest'
import { listen } from '../../../src/adapters/server/listen.ts'
import { createTestForge } from '../../harness.ts'
import { ask } from '../../load/ask.ts'
import type { Piece } from '../../load/work.ts'

const CONNECTIONS = 20
const files = Array.from({ length: 2000 }, (_, index) => ({
  action: 'create' as const,
  file_path: `f${index}`,
  content: `${index}`,
}))
const world = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/site',
      repository: { commits: [{ message: 'Begin', author: 'jane', actions: files }] },
      issues: [{ title: 'First', author: 'jane' }],
    },
  ],
}
const get = (path: string): Piece => ({
  method: 'GET',
  path: `/api/v4/projects/1${path}`,
  status: 200,
})
const light = [get(''), get('/issues/1'), get('/issues')]

/**
 * What a request waits for is counted in answers of others, not in time: a busy machine makes all of them wait. Without
 * turns one connection could be answered a hundred times before another one is.
 */
it('answers all connections in turn, while a request that takes long goes on beside them', async () => {
  const server = await listen(await createTestForge({ seed: world }), { port: 0 })
  const agents = Array.from(
    { length: CONNECTIONS },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  )
  const heavyAgent = new Agent()
  let answered = 0
  let isOver = false
  const waits: number[] = []
  const shares = agents.map(() => 0)

  async function keepAsking(agent: Agent, connection: number): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const before = answered
      const piece = light[(turn + connection) % light.length] ?? get('')
      expect(await ask(server.url, agent, piece)).toBeUndefined()
      // The first waits for its connection as well, and connections are opened one at a time.
      if (turn > 0) waits.push(answered - before)
      answered += 1
      shares[connection] = (shares[connection] ?? 0) + 1
    }
  }

  try {
    const asking = Promise.all(agents.map(keepAsking))
    expect(await ask(server.url, heavyAgent, get('/repository/archive'))).toBeUndefined()
    isOver = true
    await asking
    expect(Math.max(...waits)).toBeLessThan(2 * CONNECTIONS)
    // More than once, or the archive would have been made at one go.
    expect(Math.min(...shares)).toBeGreaterThan(3)
    expect(Math.max(...shares)).toBeLessThanOrEqual(3 * Math.min(...shares))
  } finally {
    isOver = true
    for (const agent of [...agents, heavyAgent]) agent.destroy()
    await server.close()
  }
})
