import { createDraw } from '../../../src/verify/compare/draw.ts'
import type { History } from '../../../src/verify/compare/index.ts'
import { addFixture } from '../../../src/verify/compare/v3/fixture.ts'
import { operationsOf } from '../../../src/verify/compare/v3/operations.ts'
import { addRecords } from '../../../src/verify/compare/v3/records.ts'
import type { Tour } from '../../../src/verify/compare/v3/tours/index.ts'
import { createWorld } from '../../../src/verify/compare/v3/world.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'

export const contract = await loadContract('v3')

/** Returns the calls of a tour alone. */
export const stepsOf = (tour: Tour) => callsOf(tour).own

/** Returns the calls of a tour, after those that create what it needs. */
export const historyOf = (tour: Tour): History => callsOf(tour).all

function callsOf(tour: Tour) {
  const surroundings = { levels: [0, 10, 20], mayWriteInstance: false }
  const world = createWorld(createDraw(5), surroundings, operationsOf(contract))
  addFixture(world)
  for (const project of world.projects) addRecords(world, project)
  const from = world.steps.length
  tour(world)
  return { all: world.steps, own: world.steps.slice(from) }
}
