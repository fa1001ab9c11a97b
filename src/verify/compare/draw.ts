import { seededRandom } from '../../shared/random.ts'

/** What a history is drawn with: the same seed draws the same one. */
export interface Draw {
  /** A whole number from 0 up to, and without, a limit. */
  below(limit: number): number
  /** True with a likelihood from 0 to 1. */
  isLikely(likelihood: number): boolean
  /** One of several. */
  one<T>(of: readonly T[]): T
  /** One of several, each as likely as its weight. */
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
