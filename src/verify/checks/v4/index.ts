import type { Story } from '../../story/story.ts'
import { access } from './access.ts'
import { lists } from './lists.ts'
import { parameters } from './parameters.ts'
import { readBack } from './read-back.ts'
import { reads } from './reads.ts'

/** The checks of v4 that are derived from the contract alone, run like stories. */
export const checksOfV4: readonly Story[] = [
  ...access,
  ...parameters,
  ...reads,
  ...lists,
  ...readBack,
]

export { readOnlyChecksOfV4 } from './read-only.ts'
