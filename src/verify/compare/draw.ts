import { seededRandom } from '../../shared/random.ts'

/** The random source of a history: the same seed gives the same history. */
export interface Draw {
  /** Returns an integer from 0 up to, but excluding, a limit. */
  below(limit: number): number
  /** Returns true with a probability from 0 to 1. */
  isLikely(likelihood: number): boolean
  /** Returns one of several values. */
  one<T>(of: readonly T[]): T
  /** Returns one of several values with probabilities proportional to their weights. */
  weighted<T extends { readonly weight: number }>(of: readonly T[]): T
}

export function createDraw(seed: number): Draw {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    isLikely: (likelihood) => random() < likelihood,
    one(of) {
      const drawn = of[below(of.length)]
      if (drawn === undefined) throw new Error('there is nothing to draw from')
      return drawn
    },
    weighted(of) {
      let rest = random() * of.reduce((sum, { weight }) => sum + weight, 0)
      const isReached = (weight: number) => {
        rest -= weight
        return rest < 0
      }
      const drawn = of.find(({ weight }) => isReached(weight)) ?? of.at(-1)
      if (drawn === undefined) throw new Error('there is nothing to draw from')
      return drawn
    },
  }
}
