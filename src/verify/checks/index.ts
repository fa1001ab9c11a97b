import type { Story } from '../story/story.ts'
import { access } from './access.ts'
import { alike } from './alike.ts'
import { belonging } from './belonging.ts'
import { credentialPlaces } from './credential-places.ts'
import { credentials } from './credentials.ts'
import { deletions } from './deletions.ts'
import { encoding } from './encoding.ts'
import { filters } from './filters.ts'
import { frame } from './frame/frame.ts'
import { ledgers } from './ledger/index.ts'
import { openness } from './openness.ts'
import { opposites } from './opposites.ts'
import { order } from './order.ts'
import { pages } from './pages.ts'
import { pagesUnderFilters } from './pages-under-filters.ts'
import { parameterPlaces } from './parameter-places.ts'
import { forms, parameters } from './parameters.ts'
import { pathIds } from './path-ids.ts'
import { hooks, notifications, settings } from './read-back/instance.ts'
import { emails, sshKeys, users } from './read-back/people.ts'
import { groups, members, projects } from './read-back/places.ts'
import { branches, commitStatuses, commits, files, tags } from './read-back/repository.ts'
import { issues, mergeRequests, notes, snippets } from './read-back/tracker.ts'
import { reads } from './reads.ts'
import { routes } from './routes.ts'
import { shapes } from './shapes.ts'
import { snippetLevels } from './who-may/snippets.ts'
import { whoMay } from './who-may/who-may.ts'
import { wholeRecords } from './whole-records.ts'

/** Every writable attribute is read back by every operation that shows it. */
const readBack: readonly Story[] = [
  users,
  sshKeys,
  emails,
  groups,
  members,
  projects,
  issues,
  mergeRequests,
  notes,
  snippets,
  branches,
  tags,
  files,
  commits,
  commitStatuses,
  notifications,
  hooks,
  settings,
]

/** The checks that are derived from the contract, run like stories. */
export const checks: readonly Story[] = [
  ...access,
  ...openness,
  ...whoMay,
  snippetLevels,
  ...parameters,
  ...pathIds,
  ...pages,
  ...pagesUnderFilters,
  ...parameterPlaces,
  ...credentialPlaces,
  ...order,
  ...filters,
  ...reads,
  ...shapes,
  ...belonging,
  ...alike,
  ...ledgers,
  ...frame,
  ...deletions,
  ...opposites,
  ...wholeRecords,
  ...encoding,
  ...routes,
  credentials,
  forms,
  ...readBack,
]

export { readOnlyChecks } from './read-only.ts'
