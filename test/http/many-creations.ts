import { getHeapSpaceStatistics } from 'node:v8'
import { createForge } from '../../src/forge/create-forge.ts'

/**
 * Creates records, and prints how many bytes a creation of each kind takes of the old part of the heap, as
 * JSON. `memory.test.ts` starts it with a young part that takes all that is made: what comes to the old one
 * was made there.
 */
const project = '/api/v3/projects/1'
const creations: Readonly<Record<string, readonly [path: string, parameters: object]>> = {
  issue: [`${project}/issues`, { title: 'An issue', description: 'It was seen.' }],
  note: [`${project}/issues/1/notes`, { body: 'It was seen again.' }],
  snippet: [`${project}/snippets`, { title: 'a', file_name: 'a', code: 'b', visibility_level: 0 }],
}
const forge = await createForge({
  journalLimit: 1,
  seed: {
    users: [{ username: 'jane' }],
    projects: [{ path: 'jane/website', issues: [{ title: 'One' }], snippets_enabled: true }],
  },
})
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

async function create(name: string, times: number): Promise<void> {
  const [path, parameters] = creations[name] ?? []
  const bytes = new TextEncoder().encode(JSON.stringify(parameters))
  const { signal } = new AbortController()
  for (let count = 0; count < times; count++) {
    const { status } = await forge.answer({
      method: 'POST',
      url: `http://forge.test${path}`,
      headers: new Headers(headers),
      body: async () => bytes,
      signal,
    })
    if (status !== 201) throw new Error(`${name}: ${status}`)
  }
}

const oldSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ??
  0

const bytesEach: Record<string, number> = {}
for (const name of Object.keys(creations)) {
  await create(name, 2000)
  // The least of some rounds: the engine may still be at work on its own code. A round of 500 said anything from 0 to 750
  // for the same code, one of 2000 says 150 to 330.
  const rounds: number[] = []
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    const before = oldSpace()
    await create(name, 2000)
    rounds.push(Math.round((oldSpace() - before) / 2000))
  }
  bytesEach[name] = Math.min(...rounds)
}
process.stdout.write(JSON.stringify(bytesEach))
