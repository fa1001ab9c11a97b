import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { branches } from '../../../src/verify/compare/v3/tours/code.ts'
import { filterPairs } from '../../../src/verify/compare/v3/tours/filter-pairs.ts'
import { type Tour, tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { removals } from '../../../src/verify/compare/v3/tours/removals.ts'
import { tagStates } from '../../../src/verify/compare/v3/tours/tag-states.ts'
import { mergeRequestPairs } from '../../../src/verify/compare/v3/tours/tracker-pairs.ts'
import { listenTo } from '../variants/listen.ts'
import { worldOf } from '../world-of.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** `npm run compare:faults` draws more histories than the suite has time for. */
const runs = process.env.FORGERY_COMPARE_FAULTS === undefined ? 1 : 10

/** The seed of a history with a tour. */
const seedOf = (tour: Tour) => tours.findIndex((part) => part.includes(tour))

const ofPages = ['those of the same moment', 'what counts as a change is not stated']

/** The administrator of this server has one, and that of the forge has none. */
const isAvatar = (place: string) => place.endsWith('author.avatar_url')

/** Commits are in the order of their times, which have seconds: a slow machine begins another one between two of them. */
const isOrderOfCommits = ({ operation, place }: { operation: string; place: string }) =>
  place === 'commits[] (order)' || (operation === 'listCommits' && place === '[] (order)')

/** What is the same differs nowhere: neither from the contract, nor in what that leaves open. */
it.each([mergeRequestPairs, tagStates, removals].map((tour) => [tour.name, tour] as const))(
  'tells no difference of a forge from a forge in %s, and leaves it as it was',
  async (_name, tour) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const before = worldOf(forge)
    const server = await listenTo(forge.fetch, {})
    const { differences, open, leftBehind, histories, calls } = await compare({
      url: server.url,
      token: 'root-token',
      seed: seedOf(tour),
      runs,
      patience: 1000,
    })
    await server.close()
    expect(differences).toEqual([])
    // On which page such items are, the test behind this one says.
    const others = open.filter(
      (one) => !ofPages.includes(one.reason) && !isAvatar(one.place) && !isOrderOfCommits(one),
    )
    expect(others).toEqual([])
    expect(leftBehind).toEqual([])
    expect(histories).toBe(runs)
    expect(calls).toBeGreaterThan(100)
    expect(worldOf(forge)).toEqual(before)
  },
)

it('leaves open which items of the same second are on a page: Date, the clock of the oracle, has no milliseconds', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const server = await listenTo(forge.fetch, {})
  // A history that lists issues with each two parameters, one and two on a page.
  const drawn = { seed: seedOf(filterPairs), runs: 1, patience: 1000 }
  const { differences } = await compare({ url: server.url, token: 'root-token', ...drawn })
  await server.close()
  expect(differences).toEqual([])
})

it('calls for no two commits that are alike, which the moment would make one or two', async () => {
  // All is written within one second here, and each second has one call in the forge that it is compared with.
  const forge = await createForge({
    seed: 'demo',
    log: () => {},
    fetch,
    now: () => new Date('2026-03-01T12:00:00Z'),
  })
  let second = 0
  const { differences } = await compare({
    url: 'http://forge.test',
    token: 'root-token',
    async fetch(request) {
      const answer = await forge.fetch(request)
      const headers = new Headers(answer.headers)
      headers.set('date', new Date(Date.UTC(2026, 2, 1, 12, 0, second++)).toUTCString())
      return new Response(answer.body, { status: answer.status, headers })
    },
    instance: true,
    journal: () => {},
    // Branches and tags, and every operation with each credential.
    seed: seedOf(branches),
    runs: 2,
    patience: 200,
    shrinkTries: 0,
  })
  expect(differences.map(({ operation, place }) => `${operation} ${place}`)).toEqual([])
})

it('compares settings of the instance and system hooks where it is told to, and puts them back', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const before = worldOf(forge)
  const written = new Set<string>()
  const { differences, open, leftBehind } = await compare({
    url: 'http://forge.test',
    token: 'root-token',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') written.add(pathname.split('/')[3] ?? '')
      return forge.fetch(request)
    },
    instance: true,
    journal: () => {},
    // One that draws both settings and hooks.
    seed: 0,
    runs,
    patience: 1000,
  })
  expect({ differences, leftBehind }).toEqual({ differences: [], leftBehind: [] })
  // The hooks of the demo world are nobody's of the history, and what is changed in one moment has no order.
  const isOfMoment = ({ reason }: (typeof open)[number]) => /counts as a change/.test(reason)
  const others = open.filter((one) => one.operation !== 'listSystemHooks' && !isOfMoment(one))
  expect(others).toEqual([])
  expect([...written]).toEqual(
    expect.arrayContaining(['application', 'hooks', 'projects', 'users']),
  )
  expect(worldOf(forge)).toEqual(before)
})
