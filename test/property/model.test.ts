import fc from 'fast-check'
import { expect, it } from 'vitest'
import { issueStates } from '../../src/gitlab/domain/issues/states.ts'
import { mergeRequestStates } from '../../src/gitlab/domain/merge-requests/states.ts'
import { createTestForge } from '../harness.ts'
import { propertySeed } from '../property-seed.ts'
import { begin, commands, reached, type Send, tried } from './model-commands.ts'
import { modelWorld } from './model-world.ts'

/** The seed of the suite reaches every transition in few sequences; a search needs more. */
const runs = process.env.FORGERY_MODEL_RUNS
const numRuns = runs ? Number(runs) : 60
const seed = runs ? propertySeed : 1

it('takes every transition that the state tables allow, and refuses every other one', async () => {
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
    { numRuns, seed },
  )
  const outcomes = [200, 401, 405, 406, 409].map((status) => `merge ${status}`)
  const cancels = [200, 401, 405, 406].map((status) => `cancel ${status}`)
  const what = `${numRuns} sequences of the seed ${seed}`
  expect([...tried].sort(), what).toEqual(
    [
      ...everyPair('issue', ['opened', 'closed'], issueStates),
      ...everyPair('merge request', ['opened', 'closed', 'reopened', 'merged'], mergeRequestStates),
    ].sort(),
  )
  expect([...reached].sort(), what).toEqual([...cancels, ...outcomes, 'merged later'])
})

/** Each state with each event of a table. */
function everyPair(name: string, states: readonly string[], table: object): string[] {
  return states.flatMap((state) => Object.keys(table).map((event) => `${name} ${state} ${event}`))
}
