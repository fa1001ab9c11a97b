import { expect, it } from 'vitest'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import { comparedV3 } from '../../../src/verify/compare/v3/api.ts'
import { addFixture } from '../../../src/verify/compare/v3/fixture.ts'
import { codeMoves } from '../../../src/verify/compare/v3/moves/code.ts'
import { placeMoves } from '../../../src/verify/compare/v3/moves/places.ts'
import { refusalMoves } from '../../../src/verify/compare/v3/moves/refusals.ts'
import { trackerMoves } from '../../../src/verify/compare/v3/moves/tracker.ts'
import { tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { createWorld } from '../../../src/verify/compare/v3/world.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { needsOf } from '../../../src/verify/reproduction/history.ts'

const setUp = 'It follows from how a server is set up.'
const reasons: Readonly<Record<string, string>> = {
  target_project_id: 'No operation makes a fork.',
  merge_when_build_succeeds: 'When a build ends is up to a runner.',
  import_url: 'A server would fetch from elsewhere.',
  all_available: 'Which groups others have is not of the history.',
  statistics: 'Sizes are those of the disk of a server.',
  container_registry_enabled: setUp,
  extern_uid: setUp,
  provider: setUp,
  password: 'What a password does is not shown by the API.',
  notification_email: 'Which addresses are confirmed is not stated.',
}

/** What no history calls, and parameters that none gives, each with the reason. */
const left: Readonly<Record<string, string>> = {
  testSystemHook: 'It makes the server send something to somebody.',
  'testSystemHook id': 'It makes the server send something to somebody.',
  'createProjectForUser namespace_id': "A project elsewhere would be nobody's of the history.",
  'listSystemHooks page': 'Hooks of others are on its pages.',
}

const settingsLeft: readonly string[] = [
  'signin_enabled',
  'domain_whitelist',
  'domain_blacklist_enabled',
  'domain_blacklist',
  'repository_storages',
  'repository_storage',
  'integration_a_enabled',
  'integration_a_url',
  'integration_b_enabled',
  'integration_b_url',
  'disabled_oauth_sign_in_sources',
]

it('calls each operation with each of its parameters in some history, but for those that are named', async () => {
  const contract = await loadContract('v3')
  const { operations } = contract
  const operation = comparedV3.operationsOf(contract)
  const surroundings = { levels: [0, 10, 20], mayWriteInstance: true }
  const given = new Set(
    tours.flatMap((_, turn) =>
      comparedV3
        .drawHistory(createDraw(turn), surroundings, operation, turn)
        .flatMap((step) => [
          step.operation,
          ...Object.keys(step.parameters).map((name) => `${step.operation} ${name}`),
        ]),
    ),
  )
  // The specification says that there are more parameters, but not which.
  const notShown = new Set(
    operations
      .filter(({ id }) => id === 'createProjectForUser')
      .flatMap(({ parameters }) => parameters.filter(({ isExtension }) => isExtension))
      .map(({ name }) => name),
  )
  const missing = operations
    .flatMap(({ id, parameters }) => [id, ...parameters.map(({ name }) => `${id} ${name}`)])
    .filter((one) => !given.has(one))
  const unexplained = missing.filter((one) => {
    const [id, name = ''] = one.split(' ')
    if (id === 'createProjectForUser' && notShown.has(name)) return false
    if (id === 'updateApplicationSettings') return !settingsLeft.includes(name)
    if (id === 'updateNotificationSettings' && name !== 'notification_email') return false
    return left[one] === undefined && reasons[name] === undefined
  })
  expect(unexplained).toEqual([])
  expect(operations).toHaveLength(152)
})

it('refers to nothing that no call makes, as such a call would be left out', async () => {
  const contract = await loadContract('v3')
  const operation = comparedV3.operationsOf(contract)
  const surroundings = { levels: [0, 10, 20], mayWriteInstance: true }
  const unknown = tours.flatMap((_, turn) => {
    const history = comparedV3.drawHistory(createDraw(turn), surroundings, operation, turn)
    const made = new Set(history.map(({ makes }) => makes))
    return history.flatMap((step) =>
      [...needsOf(step)]
        .filter((symbol) => !made.has(symbol))
        .map((symbol) => `${step.operation} ${symbol}`),
    )
  })
  expect([...new Set(unknown)]).toEqual([])
})

it('makes every move where a project has nothing yet', async () => {
  const operation = comparedV3.operationsOf(await loadContract('v3'))
  const surroundings = { levels: [0, 10, 20], mayWriteInstance: false }
  for (let seed = 0; seed < 20; seed++) {
    const world = createWorld(createDraw(seed), surroundings, operation)
    addFixture(world)
    for (const project of world.projects) project.files.length = 0
    const from = world.steps.length
    for (const move of [...codeMoves, ...trackerMoves, ...placeMoves, ...refusalMoves])
      move.make(world)
    expect(world.steps.length).toBeGreaterThan(from)
  }
})
