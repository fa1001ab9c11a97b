import type { Story } from '../story/story.ts'

/** The checks that come from the contract by themselves, told as stories are. */
export const checks: readonly Story[] = []
