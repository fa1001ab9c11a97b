import type { ComparedApi } from '../api.ts'
import { addFixture } from './fixture.ts'
import { codeMoves } from './moves/code.ts'
import { instanceMoves } from './moves/instance.ts'
import { placeMoves } from './moves/places.ts'
import { refusalMoves } from './moves/refusals.ts'
import { trackerMoves } from './moves/tracker.ts'
import { rules } from './rules.ts'
import { vary } from './vary.ts'
import { createWorld } from './world.ts'

const moves = [...trackerMoves, ...codeMoves, ...placeMoves, ...refusalMoves]

/** The API v3, as histories are written in it. */
export const comparedV3: ComparedApi = {
  name: 'v3',
  rules,
  tokenField: 'private_token',
  drawHistory(draw, surroundings, operation) {
    const world = createWorld(draw, surroundings, operation)
    addFixture(world)
    const fixture = world.steps.length
    const possible = surroundings.mayWriteInstance ? [...moves, ...instanceMoves] : moves
    // A few moves stand out in each history: what rests on many of one kind is reached so.
    const favoured = possible.map((move) => {
      const factor = draw.one([0.2, 1, 1, 1, 6])
      return { ...move, weight: move.weight * factor }
    })
    const count = 30 + draw.below(40)
    for (let made = 0; made < count; made++) draw.weighted(favoured).make(world)
    return world.steps.map((step, index) => (index < fixture ? step : vary(step, world)))
  },
}
