import type { Context } from './context.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A token of twenty characters, from the forge's own random source. */
export function secret({ random }: Pick<Context, 'random'>): string {
  return Array.from({ length: 20 }, () => letters[Math.floor(random() * letters.length)]).join('')
}

/** A token of so many hexadecimal digits, from the same source. */
export function hexSecret({ random }: Pick<Context, 'random'>, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
}
