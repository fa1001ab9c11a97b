import type { World } from '../world.ts'
import { accountOrders } from './account-orders.ts'
import { accountPairs, notificationPairs } from './account-pairs.ts'
import { accountStates } from './account-states.ts'
import { branchStates } from './branch-states.ts'
import { buildStates } from './build-states.ts'
import { outsiders, readers, strangers } from './callers.ts'
import { changedCallers } from './changed-callers.ts'
import { branches, builds, commits, files, tags } from './code.ts'
import { repositoryOrders } from './code-orders.ts'
import { codePairs } from './code-pairs.ts'
import { defaultBranches } from './default-branches.ts'
import { deliveries } from './deliveries.ts'
import { encodings } from './encodings.ts'
import { filterPairs } from './filter-pairs.ts'
import { filters } from './filters.ts'
import { filtersByStrangers } from './filters-by-strangers.ts'
import { formerAdministrators } from './former-administrators.ts'
import { issueMoves } from './issue-moves.ts'
import { issueStates } from './issue-states.ts'
import { leavers } from './leavers.ts'
import { levels } from './levels.ts'
import { membershipStates } from './membership-states.ts'
import { mergeRequestStates } from './merge-request-states.ts'
import { mistakes } from './mistakes.ts'
import { namesakes } from './namesakes.ts'
import { neighbours } from './neighbours.ts'
import { outsideAuthors } from './outside-authors.ts'
import { ownAccount } from './own-account.ts'
import { inOwnProject } from './own-projects.ts'
import { accounts, belongings, notifications } from './people.ts'
import { groupOrders } from './place-orders.ts'
import { groupPairs, memberPairs, projectPairs } from './place-pairs.ts'
import { members, places } from './places.ts'
import { groupStates, projectStates } from './project-states.ts'
import { publicProjects } from './public-projects.ts'
import { pushes } from './pushes.ts'
import { removals } from './removals.ts'
import { renames } from './renames.ts'
import { repeats } from './repeats.ts'
import { revisions } from './revisions.ts'
import { scheduledMerges } from './scheduled-merges.ts'
import { snippetStates } from './snippet-states.ts'
import { statusStates } from './status-states.ts'
import { strays } from './strays.ts'
import { tagStates } from './tag-states.ts'
import { texts } from './texts.ts'
import { issues, mergeRequests, talk } from './tracker.ts'
import { issueOrders, mergeRequestOrders, snippetOrders } from './tracker-orders.ts'
import { issuePairs, mergeRequestPairs } from './tracker-pairs.ts'
import { twins } from './twins.ts'
import { unchanged } from './unchanged.ts'
import { updatesInStates } from './updates-in-states.ts'
import { attributions, ways } from './ways.ts'
import { wrongTokens } from './wrong-tokens.ts'

/** A systematic part of all requests; together the tours cover each operation with each of its parameters. */
export type Tour = (world: World) => void

/**
 * Each history takes the next tour. A run has time for the first of them alone where it has little: in front are those
 * that told most faults of two sets of servers in the fewest calls. Filters, pages and places of parameters are behind
 * them, as the checks of a run ask much of that as well.
 */
export const tours: readonly (readonly Tour[])[] = [
  [places, publicProjects],
  [mergeRequests, strays],
  [members, levels],
  [commits, builds],
  [ways],
  [attributions, ownAccount],
  [belongings, notifications],
  [membershipStates, leavers],
  [branches, tags, deliveries],
  [issuePairs],
  [issues, issueMoves],
  [accounts],
  [readers, wrongTokens],
  [renames],
  [removals, texts],
  [tagStates, buildStates, twins],
  [accountStates],
  [formerAdministrators, changedCallers, unchanged],
  [branchStates],
  [mergeRequestStates],
  [encodings, statusStates, namesakes],
  [mergeRequestOrders, snippetOrders, accountOrders],
  [talk, strangers],
  [strangers, outsiders, outsideAuthors],
  [mistakes, repeats],
  [issueStates],
  [projectStates, groupStates],
  [snippetStates, defaultBranches, scheduledMerges],
  [mergeRequestPairs],
  [groupPairs, memberPairs],
  [projectPairs],
  [accountPairs],
  [codePairs],
  [notificationPairs],
  [pushes, revisions],
  [updatesInStates],
  [inOwnProject(issues, talk, mergeRequests)],
  [inOwnProject(branches, tags, files, commits)],
  [inOwnProject(readers, strangers, removals)],
  [issueOrders],
  [groupOrders, repositoryOrders],
  [neighbours],
  [files, filtersByStrangers],
  [filters],
  [filterPairs],
]
