import type { Story } from '../story/story.ts'
import { access } from './access.ts'
import { parameters } from './parameters.ts'

/** The checks that come from the contract by themselves, told as stories are. */
export const checks: readonly Story[] = [...access, ...parameters]
