import { background } from './background.ts'
import { bodies } from './bodies.ts'
import { choices } from './choices.ts'
import { instances } from './instances.ts'
import { protocol } from './protocol.ts'
import type { Variant } from './variant.ts'

export { otherCredentials, type RunningVariant, startVariant, type Variant } from './variant.ts'

/** Servers that are as good as ours: a judge that fails one of them is wrong. */
export const variants: readonly Variant[] = [
  ...instances,
  ...bodies,
  ...protocol,
  ...choices,
  ...background,
]
