import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestForge } from './harness.ts'
import { begin, commands, reached, type Send } from './model-commands.ts'
import { modelWorld } from './model-world.ts'

it('goes through the states of document 2 as the model of them does', async () => {
  const forge = await createTestForge({ seed: modelWorld })
  const send: Send = async (as, method, path, parameters) => {
    const response = await forge.fetch(
      new Request(`http://forge.test/api/v3/projects/1${path}`, {
        method,
        headers: { 'private-token': `${as}-token`, 'content-type': 'application/json' },
        ...(parameters ? { body: JSON.stringify(parameters) } : {}),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 100, size: 'max' }), async (sequence) => {
      forge.reset()
      await fc.asyncModelRun(() => begin(send), sequence)
    }),
    { numRuns: Number(process.env.FORGERY_MODEL_RUNS ?? 150) },
  )
  const outcomes = [200, 401, 405, 406, 409].map((status) => `merge ${status}`)
  const cancels = [200, 401, 405, 406].map((status) => `cancel ${status}`)
  expect([...reached].sort()).toEqual([...cancels, ...outcomes, 'merged later'])
}, 120_000)
