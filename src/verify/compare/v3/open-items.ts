import { at, isObject } from '../../story/bodies.ts'
import type { Call } from '../past.ts'
import type { Fields, Rules } from '../rules.ts'
import { facts, isOfAnybody } from './past.ts'

/** The prefix of all names of a run. */
export const ownName = /forgery-[a-km-np-z2-9]{8}-/

/** Lists of what the caller owns: an administrator owns what is not of the history. */
export const ownedLists: ReadonlySet<string> = new Set(['listOwnedProjects', 'listOwnedGroups'])

/** Lists that include records of others. */
export const isInstanceWide: ReadonlySet<string> = new Set([
  ...ownedLists,
  'listGroups',
  'listUsers',
  'listProjects',
  'listVisibleProjects',
  'listAllProjects',
  'listSystemHooks',
])

const isOfTrackerElsewhere = (item: unknown) => typeof at(item, 'id') === 'string'

/** Explains why it is open whether a list contains an item, by all that the server lists. */
export const openItem: Rules['openItem'] = (operation, item, listed) => {
  // Issues of a tracker elsewhere have texts as ids.
  if (operation === 'listIssuesClosedByMergeRequest' && listed.some(isOfTrackerElsewhere))
    return 'which tracker a project has follows from how it is set up'
  if (isInstanceWide.has(operation) && !ownName.test(JSON.stringify(item)))
    return "it is somebody else's"
  if (operation === 'listProjectUsers' && !ownName.test(String(item.username)))
    return 'whether administrators are users of every project is not stated'
  if (/Events$/.test(operation) && !isStatedEvent(item))
    return 'which events there are is not stated'
  // A server that shows a push among the events shows each.
  if (/Events$/.test(operation) && isPush(item) && !listed.some(isPush))
    return 'whether pushes are events is not stated'
  if (/Notes$/.test(operation) && item.system === true)
    return 'what a service notes itself is not stated'
  // A directory of users brings identities that nobody sends.
  if (item.extern_uid !== undefined && listed.includes(item))
    return 'where accounts come from is not stated'
  return undefined
}

/** Whether the specification names an event: `closed`, `opened`, `commented on`, and pushes. */
function isStatedEvent({ action_name: action, target_type: type, data, note }: Fields): boolean {
  if (data !== null && data !== undefined) return isPushOfCommits(data)
  return (
    (/^(?:opened|closed)$/.test(String(action)) && type === 'Issue') ||
    (action === 'commented on' && type === 'Note' && at(note, 'noteable_type') !== 'Commit')
  )
}

const isPush = (event: unknown) => isObject(at(event, 'data'))

const isNothing = (id: unknown) => /^0+$/.test(String(id))

/**
 * Whether an event tells of commits. That a branch or a tag was removed is no push: its new head is nothing. That one was
 * made at a commit that was there before pushes none.
 */
function isPushOfCommits(data: unknown): boolean {
  if (isNothing(at(data, 'after'))) return false
  const isTag = /^refs\/tags\//.test(String(at(data, 'ref')))
  return !isNothing(at(data, 'before')) || (!isTag && at(data, 'commits.length') !== 0)
}

const isOpening = (action: unknown) => action !== 'closed' && action !== 'commented on'

/** Names what an event tells: an issue that was opened after an older event of it was opened again. */
export const actionOf: Rules['actionOf'] = (event, listed) => {
  const { action_name: action, target_type: type, target_id: id } = event
  const isOfSame = (one: unknown) => at(one, 'target_type') === type && at(one, 'target_id') === id
  const isAgain =
    type === 'Issue' &&
    isOpening(action) &&
    // Lists are ordered newest first.
    listed.slice(listed.indexOf(event) + 1).some(isOfSame)
  return isAgain ? 'reopened' : action
}

/** Explains why a server may lack an item of the forge, by what the history did. */
export const openMissing: Rules['openMissing'] = (past, call, item, listed) => {
  const { operation, of, parameters } = call
  if (/Events$/.test(operation)) {
    const isKnown = past.facts.has(facts.reopened(item.target_id))
    return isKnown && actionOf(item, listed) === 'reopened' ? openingsAgain : undefined
  }
  if (isOfUsers(operation) && past.blocked.has(item.id) && !call.isByAdministrator) return ofBlocked
  if (operation === 'listProjectMembers' && past.facts.has(facts.ownsAlone(item.id, of)))
    return ownerIsMember
  if (operation === 'listProjectUsers') {
    if (parameters.search !== undefined) return 'which fields of users are searched is not stated'
    if (past.blocked.has(item.id)) return ofBlocked
    return past.facts.has(facts.joined(item.id, of)) ? undefined : usersOfProjects
  }
  if (operation === 'listSnippets')
    return item.visibility_level === 0 && at(item.author, 'id') !== call.caller
      ? ofCreators
      : undefined
  return operation === 'listOwnedProjects' && item.owner === undefined ? ownedInGroups : undefined
}

/** Explains why a server may list an item that the forge has not, by what the history did. */
export const openFurther: Rules['openFurther'] = (past, call, item) => {
  const { operation, caller, of, parameters } = call
  const isFormer = (user: unknown, email: unknown) =>
    past.facts.has(facts.formerAddress(user, email)) ? formerAddresses : undefined
  const isOfAccount = (user: unknown) => {
    const addressOf = (one: unknown) => facts.address(one, item.email)
    // Sudo may name somebody by a username that a history does not know.
    const isAddress =
      user === undefined ? isOfAnybody(past, addressOf) : past.facts.has(addressOf(user))
    return isAddress
      ? 'whether the address of an account is among its e-mails is not stated'
      : isFormer(user, item.email)
  }
  if (operation === 'listOwnEmails') return isOfAccount(caller)
  if (operation === 'listEmailsOfUser') return isOfAccount(of)
  const { id } = item
  if (operation === 'listUsers' && isFilteredByMore(parameters))
    return 'GitLab 8.15 filtered users who were looked up by their username no further'
  return operation === 'listUsers' && typeof id === 'number'
    ? isFormer(past.mapping.forgeOf('user', id), parameters.search)
    : undefined
}

/** Whether users are filtered by a username and by something else as well. */
const isFilteredByMore = (parameters: Call['parameters']) =>
  parameters.username !== undefined &&
  ['active', 'blocked', 'external', 'search'].some((name) => parameters[name] !== undefined)

/** Whether a server may lack items in a list, so that its pages may have others. */
export const mayLackItems: Rules['mayLackItems'] = (past, { operation, of, isByAdministrator }) => {
  if (/^list(?:ProjectUsers|OwnedProjects)$/.test(operation)) return true
  // What only its creator may see, administrators may not see either.
  if (operation === 'listSnippets') return isByAdministrator
  if (isOfUsers(operation) && past.blocked.size > 0 && !isByAdministrator) return true
  return (
    operation === 'listProjectMembers' && isOfAnybody(past, (user) => facts.ownsAlone(user, of))
  )
}

/** Explains why two different statuses are open, by what the history did. */
export const openOutcome: Rules['openOutcome'] = (past, call, { server, forge }) => {
  const { operation, of, parameters, isByAdministrator } = call
  const { user_id: user, email } = parameters
  const isHidden = server === 404 && forge === 200
  const shown = /^get\w+Member$/.test(operation) ? user : of
  if (isHidden && isOfOneUser(operation) && past.blocked.has(shown) && !isByAdministrator)
    return ofBlocked
  const isNoMember = operation === 'addProjectMember' ? server < 300 : server === 404
  if (/ProjectMember$/.test(operation) && past.facts.has(facts.ownsAlone(user, of)) && isNoMember)
    return ownerIsMember
  const isTaken =
    /^create(?:OwnEmail|EmailOfUser)$/.test(operation) &&
    isOfAnybody(past, (one) => facts.formerAddress(one, email))
  return isTaken && server === 400 && forge < 300 ? formerAddresses : undefined
}

const isOfUsers = (operation: string) => /^list(?:Users|\w+Members|ProjectUsers)$/.test(operation)

const isOfOneUser = (operation: string) =>
  /^(?:getUser|listUserEvents|get\w+Member)$/.test(operation)

export const ownerIsMember =
  'whether who owns a project in their own namespace is a member of it is not stated'
export const openingsAgain =
  'what the event of an issue that is opened again is called is not stated'
export const formerAddresses = 'what becomes of the former address of a user is not stated'
export const ofCreators =
  'whether administrators see what is visible only to its creator is not stated'
const ofBlocked = 'whether blocked users are shown to others than administrators is not stated'
const usersOfProjects =
  'whether users of a project are others than the members that were added to it is not stated'
const ownedInGroups = 'whether who owns a group owns its projects is not stated'
