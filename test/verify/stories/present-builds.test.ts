import { expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

/** Judges the demo, whose artifacts are read through `file`, and given as larger by a factor. */
async function judge(file: (answer: Response) => Response, factor = 1) {
  const forge = await createTestForge({ seed: 'demo' })
  const read: string[] = []
  const sizes: number[] = []
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['builds that are there'],
    fetch: async (request) => {
      const answer = await forge.fetch(request)
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/artifacts') && answer.ok) {
        read.push(pathname)
        return file(answer)
      }
      if (!pathname.endsWith('/builds') || !answer.ok) return answer
      const text = (await answer.text()).replace(/"size":(\d+)/g, (_, size) => {
        sizes.push(Number(size))
        return `"size":${Number(size) * factor}`
      })
      return new Response(text, { status: answer.status, headers: answer.headers })
    },
  })
  const { failures, operations } = await run.summary
  const content = operations
    .find(({ operation }) => operation === 'getBuildArtifacts')
    ?.aspects.find(({ aspect }) => aspect === 'content')
  return { failures: failures.map(({ result }) => result), operations, content, read, sizes, forge }
}

it('reads the smallest artifacts that are there', async () => {
  const { failures, content, read, sizes, forge } = await judge((answer) => answer)
  expect(failures).toEqual([])
  expect(content).toMatchObject({ verdict: 'passed' })
  expect(read).toHaveLength(1)
  const id = Number(/builds\/(\d+)/.exec(read[0] ?? '')?.[1])
  expect(sizes.length).toBeGreaterThan(1)
  expect(forge.db.builds.get(id)?.artifacts?.bytes.length).toBe(Math.min(...sizes))
})

it('reads no artifacts of more than 1 MB', async () => {
  const { failures, content, read } = await judge((answer) => answer, 1_000_000)
  expect(failures).toEqual([])
  expect(content).toMatchObject({
    verdict: 'not tested',
    reason: expect.stringContaining('larger than 1 MB'),
  })
  expect(read).toEqual([])
})

it('reports nothing of artifacts that are elsewhere', async () => {
  const headers = { location: 'https://files.example.com/1' }
  const { failures, content } = await judge(() => new Response(null, { status: 302, headers }))
  expect(failures).toEqual([])
  expect(content).toMatchObject({ verdict: 'not tested' })
})

it('reports a file of more than 32 MiB as not tested, and closes it', async () => {
  let isClosed = false
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)),
      cancel() {
        isClosed = true
      },
    })
  const { failures, operations } = await judge(() => new Response(body()))
  expect(failures).toEqual([])
  const { aspects } = operations.find(({ operation }) => operation === 'getBuildArtifacts') ?? {}
  expect(aspects?.find(({ aspect }) => aspect === 'status')).toMatchObject({
    verdict: 'not tested',
    reason: 'the answer is larger than 32 MiB.',
  })
  expect(isClosed).toBe(true)
})
