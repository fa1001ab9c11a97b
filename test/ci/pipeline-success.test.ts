import { beforeEach, expect, it, vi } from 'vitest'
import { pipelineSucceeded } from '../../src/operations/pipeline-success.ts'
import { createTestForge, now } from '../harness.ts'
import { buildWorld } from '../operations/build-world.ts'

vi.mock(import('../../src/operations/pipeline-success.ts'), () => ({ pipelineSucceeded: vi.fn() }))
const listener = vi.mocked(pipelineSucceeded)
beforeEach(() => {
  listener.mockReset()
})

const pipelinesTold = () => listener.mock.calls.map(([, { id, status }]) => [id, status])

async function forgeOf() {
  const forge = await createTestForge({ seed: buildWorld })
  const post = (path: string, parameters: object = {}) =>
    forge.fetch(
      new Request(`http://forge.test/api/v3/projects/1${path}`, {
        method: 'POST',
        headers: { 'private-token': 'dev-token', 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      }),
    )
  return { forge, post }
}

it('is told of a pipeline once, when its last build succeeds', async () => {
  const { forge, post } = await forgeOf()
  await post('/builds/13/retry')
  for (const id of [10, 13, 11]) forge.advance(id, 'success')
  expect(pipelinesTold()).toEqual([])
  forge.advance(12, 'success')
  expect(pipelinesTold()).toEqual([[3, 'success']])
  expect(listener.mock.calls[0]?.[0]).toMatchObject({ now, today: '2017-01-15' })
})

it('is told when a commit status makes it a success, each time it becomes one', async () => {
  const { forge, post } = await forgeOf()
  const path = `/statuses/${forge.db.builds.get(1)?.sha}`
  await post(path, { state: 'success', ref: 'master', name: 'a' })
  expect(pipelinesTold()).toEqual([])
  await post(path, { state: 'running', ref: 'master', name: 'b' })
  await post(path, { state: 'success', ref: 'master', name: 'b' })
  expect(pipelinesTold()).toEqual([[1, 'success']])
})

it('is not told of failures', async () => {
  const { forge } = await forgeOf()
  for (const id of [10, 11]) forge.advance(id, 'failed')
  expect(forge.db.pipelines.get(3)?.status).toBe('failed')
  expect(pipelinesTold()).toEqual([])
})

it('takes everything back where what follows throws', async () => {
  const { forge, post } = await forgeOf()
  await post('/builds/6/retry')
  forge.db.builds.deleteMany((q) => q.where({ id: 8 }))
  const before = [forge.db.builds.get(6), forge.db.pipelines.get(2)]
  listener.mockImplementation(() => {
    throw new Error('No merge today.')
  })
  expect(() => forge.advance(6, 'success')).toThrow('No merge today.')
  expect([forge.db.builds.get(6), forge.db.pipelines.get(2)]).toEqual(before)
})
