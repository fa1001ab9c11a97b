import type { Story } from '../../story/story.ts'
import { buildsLedger } from './builds.ts'
import { hooksLedger } from './instance.ts'
import { mergingLedger } from './merging.ts'
import { placeLedgers } from './places.ts'
import { repositoryLedger } from './repository.ts'
import { trackerLedgers } from './tracker.ts'

/** What else shows it: everything that is written, held against every read that may show it. */
export const ledgers: readonly Story[] = [
  ...trackerLedgers,
  mergingLedger,
  repositoryLedger,
  buildsLedger,
  hooksLedger,
  ...placeLedgers,
]
