import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Step } from '../../reproduction/history.ts'
import type { ComparedApi } from '../api.ts'
import type { Draw } from '../draw.ts'
import { addFixture } from './fixture.ts'
import { accountMoves } from './moves/accounts.ts'
import { codeMoves } from './moves/code.ts'
import { instanceMoves } from './moves/instance.ts'
import { outsiderMoves } from './moves/outsiders.ts'
import { placeMoves } from './moves/places.ts'
import { refusalMoves } from './moves/refusals.ts'
import { trackerMoves } from './moves/tracker.ts'
import { operationsOf } from './operations.ts'
import { takesPath } from './paths.ts'
import { addRecords } from './records.ts'
import { rules } from './rules.ts'
import { beyond } from './tours/beyond.ts'
import { filterPairs } from './tours/filter-pairs.ts'
import { filters } from './tours/filters.ts'
import { type Tour, tours } from './tours/index.ts'
import { revisions } from './tours/revisions.ts'
import { settings } from './tours/settings.ts'
import { vary, varyRemoval } from './vary.ts'
import { withWholeHashes } from './whole-hashes.ts'
import { createWorld } from './world.ts'

const moves = [
  ...trackerMoves,
  ...codeMoves,
  ...placeMoves,
  ...accountMoves,
  ...refusalMoves,
  ...outsiderMoves,
]

/** One of so many histories ends with a part that is beyond the contract. */
const HISTORIES_PER_PART_BEYOND = 2

/** Parts that ask what anonymous callers see as well, which is nothing where all is private. */
const inPublic: ReadonlySet<Tour> = new Set([revisions, filterPairs, filters])

/** The API v3 for comparisons. */
export const comparedV3: ComparedApi = {
  name: 'v3',
  rules,
  operationsOf,
  tokenField: 'private_token',
  parts: tours.length,
  drawHistory(draw, surroundings, operation, turn) {
    const world = createWorld(draw, surroundings, operation)
    const part = tours[turn % tours.length] ?? []
    addFixture(
      world,
      part.some((tour) => inPublic.has(tour)),
    )
    const fixture = world.steps.length
    const possible = surroundings.mayWriteInstance ? [...moves, ...instanceMoves] : moves
    // A few moves are favoured in each history, so that it reaches states that need many of one kind.
    const favoured = possible.map((move) => {
      const factor = draw.one([0.2, 1, 1, 1, 6])
      return { ...move, weight: move.weight * factor }
    })
    // A seed gives a history the same records, whether it goes on with random writes or not.
    const drawn = 10 + draw.below(20)
    const count = surroundings.isSystematic ? 0 : drawn
    for (const project of world.projects.slice(0, 2)) addRecords(world, project)
    for (const tour of part) tour(world)
    if (surroundings.mayWriteInstance) settings(world)
    const varied = world.steps.map((step) => varyRemoval(step, world))
    for (let made = 0; made < count; made++) {
      const from = world.steps.length
      draw.weighted(favoured).make(world)
      varied.push(...world.steps.slice(from).map((step) => vary(step, world)))
    }
    const end = world.steps.length
    if (turn % HISTORIES_PER_PART_BEYOND === 0)
      beyond[(turn / HISTORIES_PER_PART_BEYOND) % beyond.length]?.(world)
    varied.push(...world.steps.slice(end))
    const isRead = (step: Step) => operation(step.operation).method === 'GET'
    const looked = lookBefore(varied.slice(fixture), isRead, draw)
    const byHash = withWholeHashes(looked, world)
    return [...varied.slice(0, fixture), ...alsoByPath(byHash, operation)]
  },
}

/** After so many reads of a project or a group one is repeated by its path. */
const READS_BY_ID = 8

/** Repeats some of the reads with the path of their project or group instead of its number, until a path changes. */
function alsoByPath(steps: readonly Step[], operation: (id: OperationId) => Operation): Step[] {
  const isRename = (step: Step) => step.operation === 'updateGroup' && 'path' in step.parameters
  const renamed = steps.findIndex(isRename)
  const end = renamed < 0 ? steps.length : renamed
  let reads = 0
  return steps.flatMap((step, index) => {
    const called = operation(step.operation)
    const [, symbol, kind] = /^<((project|group)\d+)>$/.exec(String(step.parameters.id)) ?? []
    const isByPath = called.method === 'GET' && takesPath(called)
    if (index >= end || step.makes || !symbol || !isByPath) return [step]
    if (++reads % READS_BY_ID > 0) return [step]
    const id = `<${symbol}.${kind === 'group' ? 'path' : 'path_with_namespace'}>`
    return [step, { ...step, parameters: { ...step.parameters, id } }]
  })
}

/**
 * Repeats some of the reads after a write before it as well, since a server with a stale cache would return the old
 * response.
 */
function lookBefore(
  steps: readonly Step[],
  isRead: (step: Step) => boolean,
  draw: Draw,
): readonly Step[] {
  return steps.flatMap((step, index) => {
    if (isRead(step)) return [step]
    const rest = steps.slice(index + 1)
    const end = rest.findIndex((one) => !isRead(one))
    const reads = rest.slice(0, end < 0 ? undefined : end)
    const early = reads.filter((one) => one.makes === undefined && draw.isLikely(0.2))
    return [...early, step]
  })
}
