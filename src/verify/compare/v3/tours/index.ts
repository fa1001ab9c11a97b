import type { World } from '../world.ts'
import { outsiders, readers, strangers } from './callers.ts'
import { branches, builds, commits, files, tags } from './code.ts'
import { filters } from './filters.ts'
import { mistakes } from './mistakes.ts'
import { accounts, belongings, notifications } from './people.ts'
import { members, places } from './places.ts'
import { removals } from './removals.ts'
import { issues, mergeRequests, talk } from './tracker.ts'
import { ways } from './ways.ts'

/** A systematic part of all requests; together the tours cover each operation with each of its parameters. */
export type Tour = (world: World) => void

/** Each history takes the next tour. */
export const tours: readonly (readonly Tour[])[] = [
  [filters],
  [issues],
  [readers],
  [places],
  [files],
  [accounts],
  [mergeRequests],
  [branches, tags],
  [ways],
  [talk, strangers],
  [members],
  [removals],
  [strangers, outsiders],
  [commits, builds],
  [mistakes],
  [belongings, notifications],
]
