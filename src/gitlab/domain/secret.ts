import type { Context } from './context.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A token of twenty characters, from the forge's own random source. */
export function secret({ random }: Pick<Context, 'random'>): string {
  return Array.from({ length: 20 }, () => letters[Math.floor(random() * letters.length)]).join('')
}
