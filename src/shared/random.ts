/**
 * Numbers from 0 up to 1. A source that a number pins gives its state, which pins another to go on
 * from it.
 */
export type RandomSource = (() => number) & { readonly state?: () => number }

/** A source of random numbers that a number pins (mulberry32): the same seed gives the same sequence. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, { state: () => state })
}
