import type { Operation } from './operation.ts'

/** One thing to check of one operation. */
export interface Aspect {
  readonly name: string
  /** The rule in words, as the specification states it. */
  readonly rule: string
  /** Why the specification leaves it open, where it does. */
  readonly isLeftOpen?: string
}

/** The mark of an aspect that the specification leaves open, where it does. */
export function leftOpen(isOpen: boolean, reason: string): { readonly isLeftOpen?: string } {
  return isOpen ? { isLeftOpen: reason } : {}
}

/** Parameters that the forge takes beyond those that the specification names. */
export function isBeyond({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.name === name && one.isExtension)
}
