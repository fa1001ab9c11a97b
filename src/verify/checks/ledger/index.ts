import type { Story } from '../../story/story.ts'
import { buildsLedger } from './builds.ts'
import { hooksLedger } from './instance.ts'
import { mergingLedger } from './merging.ts'
import { placeLedgers } from './places.ts'
import { repositoryLedger } from './repository.ts'
import { trackerLedgers } from './tracker.ts'

/** All writes are compared with all reads that can show them. */
export const ledgers: readonly Story[] = [
  ...trackerLedgers,
  mergingLedger,
  repositoryLedger,
  buildsLedger,
  hooksLedger,
  ...placeLedgers,
]
