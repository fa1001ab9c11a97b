import { expect, it } from 'vitest'
import { compare } from '../../../src/verify/compare/index.ts'
import { startVariant, type Variant, variants } from '../variants/index.ts'
import { deployments } from './deployments.ts'

/**
 * Servers that hold every sentence of the specification and differ from ours all the same: none differs from the
 * contract. `npm run compare:faults` takes all; the suite those whose differences are the greatest.
 */
const isWhole = process.env.FORGERY_COMPARE_FAULTS !== undefined
const all: readonly Variant[] = [...variants, ...deployments]
const inSuite = new Set([
  'sends further fields in every object',
  'says what is wrong in other words',
  'has large ids with gaps',
  'leaves fields out of the answers to a move and a subscription',
  'lists what has no stated order the other way round',
])
const chosen = isWhole ? all : all.filter(({ name }) => inSuite.has(name))

it.each(chosen)('tells of a server that $name no difference from the contract', async (variant) => {
  const running = await startVariant(variant)
  const { url, token, fetch } = running.options
  const { differences, leftBehind, calls } = await compare({
    url,
    token,
    ...(fetch ? { fetch } : {}),
    seed: 305,
    runs: isWhole ? 4 : 1,
    patience: 10_000,
    shrinkTries: 0,
    concurrency: 2,
  })
  await running.close()
  expect(differences.map(({ key, forge, server }) => ({ key, forge, server }))).toEqual([])
  expect(leftBehind).toEqual([])
  expect(calls).toBeGreaterThan(100)
})

it('knows of at least 20 such servers', () => {
  expect(all.length).toBeGreaterThanOrEqual(20)
})
