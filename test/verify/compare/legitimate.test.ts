import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { legitimateServers } from '../unforeseen/fourth/legitimate.ts'
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
    seed: 1,
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

/** Servers of a set written from the specification alone, with a seed of a history that shows their difference. */
const unforeseen = [
  ['Pages have a link to themselves', 8],
  ['Pushes, merges and joining have other words in the activity', 11],
  ['Whoever signs in with a private token is shown it', 11],
  ['The comment of an SSH key is the name of its owner', 15],
  ['Commits that are made over the web are committed by the service', 8],
  ['Messages of commits end with their line, as git keeps them', 8],
] as const

it.each(unforeseen)('tells no difference from the contract where: %s', async (name, seed) => {
  const server = legitimateServers.find((one) => one.name === name)
  if (!server) throw new Error(`There is no server "${name}".`)
  const forge = await createForge({ seed: 'demo', log: () => {} })
  const { differences, calls } = await compare({
    url: 'http://forge.test',
    token: 'root-token',
    fetch: server.start(forge),
    seed,
    runs: 1,
    patience: 10_000,
    shrinkTries: 0,
  })
  expect(differences.map(({ key, forge, server }) => ({ key, forge, server }))).toEqual([])
  expect(calls).toBeGreaterThan(50)
})

it('knows of at least 20 such servers', () => {
  expect(all.length).toBeGreaterThanOrEqual(20)
})
