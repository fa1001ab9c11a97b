import type { Context } from './context.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns a token of twenty characters, from the random source of the forge. */
export function secret({ random }: Pick<Context, 'random'>): string {
  return Array.from({ length: 20 }, () => letters[Math.floor(random() * letters.length)]).join('')
}

/** Returns a token with a number of hexadecimal digits, from the random source of the forge. */
export function hexSecret({ random }: Pick<Context, 'random'>, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
}
