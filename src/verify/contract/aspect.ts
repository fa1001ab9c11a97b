import type { Operation } from './operation.ts'

/** An aspect of an operation that is checked. */
export interface Aspect {
  readonly name: string
  /** The rule in words, as the specification states it. */
  readonly rule: string
  /** Why the specification leaves it open, if it does. */
  readonly isLeftOpen?: string
}

/** Marks an aspect that the specification leaves open. */
export function leftOpen(isOpen: boolean, reason: string): { readonly isLeftOpen?: string } {
  return isOpen ? { isLeftOpen: reason } : {}
}

/** Whether a parameter is an extension of the forge, which the specification does not mention. */
export function isBeyond({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.name === name && one.isExtension)
}
