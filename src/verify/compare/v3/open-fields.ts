import { at } from '../../story/bodies.ts'
import type { Call, Past, TwoValues } from '../past.ts'
import type { Fields, Rules } from '../rules.ts'
import { formerAddresses, openingsAgain, ownerIsMember } from './open-items.ts'
import { joinedAlike } from './open-texts.ts'
import { facts, ofInternalUsers } from './past.ts'

/** The values of `action_name` that the specification names. */
const statedActions: ReadonlySet<unknown> = new Set(['closed', 'opened', 'commented on'])

export const whichNameMerge = 'which merge requests name the commit of their merge is not stated'
export const emptyRepository = 'what an empty repository has is not stated'
export const ofNothingSent = 'what it is where nothing was sent is not stated'

/** Fields of which only the type is specified. */
const open: Readonly<Record<string, string>> = {
  avatar_url: 'where an avatar comes from is not stated',
  theme_id: 'its default is not stated',
  color_scheme_id: 'its default is not stated',
  two_factor_enabled: 'no operation sets a second factor',
  ssh_url_to_repo: 'where git is served is not stated',
  should_remove_source_branch: ofNothingSent,
}

/** Features that an instance may lack: one that was switched off is off, and one that was not may be. */
const features: ReadonlySet<string> = new Set(['container_registry_enabled', 'lfs_enabled'])

const isUsualBranch = (name: unknown) => name === null || name === 'master'

/** Explains why the value of a field is open, where no mark of the contract does. */
export const openField: Rules['openField'] = (schemas, field, object) => {
  if (schemas.includes('SystemHookTest')) return 'which event a test sends is not stated'
  if (field === 'action_name' && !statedActions.has(object.action_name)) {
    return 'the words for it are not stated'
  }
  if (/^committer_(?:name|email)$/.test(field)) return 'who commits what is written is not stated'
  if (features.has(field) && object[field] !== false)
    return 'it follows from how the instance is set up'
  if (field === 'finished_at' && object.status === 'canceled' && object.started_at === null)
    return 'whether a build that was canceled before it began has a time of its end is not stated'
  if (field === 'merge_commit_sha' && object[field] === null) return whichNameMerge
  if (field === 'merge_status') return 'which values there are but can_be_merged is not stated'
  if (field === 'short_id') return 'how much of an id is shown is not stated'
  if (field === 'title' && schemas.includes('CommitBrief'))
    return 'how long a title is is not stated'
  if (field === 'status' && object.status === null && schemas.some((one) => /^Commit/.test(one)))
    return 'a service beside may post a status of any commit'
  if (field === 'merged' && schemas.includes('Branch')) return undefined
  // A server may have another default, which is shown until the first push.
  if (field === 'default_branch' && isUsualBranch(object[field])) return emptyRepository
  if (schemas.includes('Namespace')) return openInNamespace(field, object)
  return open[field]
}

/** Explains why a field of the namespace of a project is open: of its own, only name and path are stated. */
function openInNamespace(field: string, { owner_id: owner }: Fields): string | undefined {
  if (field === 'avatar') return open.avatar_url
  if (field === 'share_with_group_lock') return 'no operation locks the shares of a group'
  if (owner === null)
    return field === 'owner_id' ? 'who owns the namespace of a group is not stated' : undefined
  return field === 'visibility_level' || field === 'name'
    ? 'what the namespace of a user is called, and who sees it, is not stated'
    : undefined
}

type Opener = (past: Past, call: Call, values: TwoValues) => string | undefined

/** Explains why two different values of a field are open, by what the history did. */
export const openValue: Rules['openValue'] = (past, call, values) => {
  const openers = [ofEvent, ofProject, ofMember, ofUser, ofNotifications, ofSettings]
  for (const explain of openers) {
    const why = explain(past, call, values)
    if (why !== undefined) return why
  }
  return undefined
}

const asTheyWere = 'whether events tell of things as they were or as they are is not stated'

/** An event may be called otherwise, and tell of its target as it was. */
const ofEvent: Opener = ({ facts: known }, { operation }, { schemas, field, server, objects }) => {
  const { target_type: type, target_id: id, note } = objects.forge
  if (!/Events$/.test(operation)) return undefined
  if (schemas.includes('Note') && field === 'body')
    return known.has(facts.said(objects.forge.id, server)) ? asTheyWere : undefined
  if (field === 'action_name' && objects.forge.action_name === 'opened') {
    const isAgain = type === 'Issue' && known.has(facts.reopened(id)) && !statedActions.has(server)
    return isAgain ? openingsAgain : undefined
  }
  if (field !== 'target_title' || server === null) return undefined
  const isOfNote = type === 'Note'
  const target = isOfNote
    ? facts.called(at(note, 'noteable_type'), at(note, 'noteable_id'), server)
    : facts.called(type, id, server)
  return known.has(target) ? asTheyWere : undefined
}

const ofProject: Opener = ({ facts: known, mapping }, { caller }, values) => {
  const { schemas, field, server, forge, objects } = values
  if (!schemas.some((one) => /^Project/.test(one))) return undefined
  const { id } = objects.forge
  if (field === 'creator_id' && (typeof server === 'number' || typeof server === 'string')) {
    const isOfBoth = known.has(facts.madeFor(id, mapping.forgeOf('user', server)))
    return isOfBoth
      ? 'whether who asks for the project of a user creates it is not stated'
      : undefined
  }
  if (field === 'permissions' && known.has(facts.ownsAlone(caller, id))) {
    const areNone = ['project_access', 'group_access'].every((one) => at(server, one) === null)
    return areNone && at(forge, 'group_access') === null ? ownerIsMember : undefined
  }
  return field === 'name_with_namespace' && isByUsername(String(server), objects.forge)
    ? 'whether the namespace of a user is named by their name or username is not stated'
    : undefined
}

/** Whether a name is that of a project in the namespace of a user, after the username. */
function isByUsername(name: string, { name: own, path_with_namespace: path, namespace }: Fields) {
  const [username = ''] = String(path).split('/')
  return (
    at(namespace, 'owner_id') !== null && joinedAlike(name) === joinedAlike(`${username}/${own}`)
  )
}

const ofMember: Opener = ({ facts: known }, call, { field, server, objects }) => {
  if (field !== 'expires_at' || server !== null || !/Members?$/.test(call.operation))
    return undefined
  const isUpdate = /^update/.test(call.operation) && call.parameters.expires_at === undefined
  return isUpdate || known.has(facts.undated(objects.forge.id, call))
    ? 'whether a change of a member without a date keeps the date is not stated'
    : undefined
}

const ofExternal = 'what external users may do is not stated'

const ofUser: Opener = ({ facts: known }, { operation }, { field, forge, objects }) => {
  if (field === 'state' && operation === 'deleteUser')
    return 'the state in which a deleted user is returned is not stated'
  const { id, external, projects_limit: limit } = objects.forge
  const isOf = (one: string) => external === true || known.has(facts.external(id, one))
  const own = ofInternalUsers.find((one) => one === field)
  if (own) return isOf(own) ? ofExternal : undefined
  if (field !== 'can_create_project') return undefined
  if (isOf('projects_limit')) return ofExternal
  const isUsedUp = forge === false && limit !== 0
  return isUsedUp || (limit !== 0 && known.has(facts.hadNoRoom(id)))
    ? 'whether who has used up the limit can create projects is not stated'
    : undefined
}

const ofNotifications: Opener = ({ facts: known }, call, { schemas, field, server }) => {
  if (field === 'notification_email')
    return known.has(facts.formerAddress(call.caller, server)) ? formerAddresses : undefined
  if (!schemas.includes('NotificationEvents') || call.parameters[field] !== undefined)
    return undefined
  return known.has(facts.event(call, field))
    ? undefined
    : 'which events go with the level custom until they are chosen is not stated'
}

/** The values of settings that restrict nothing, whose forms are equal. */
const unrestricted: Readonly<Record<string, (value: unknown) => boolean>> = {
  enabled_git_access_protocol: (value) => value === null || value === 'nil' || value === '',
  restricted_visibility_levels: (value) => value === null || at(value, 'length') === 0,
}

const ofSettings: Opener = (_past, _call, { schemas, field, server, forge }) => {
  const isNone = schemas.includes('ApplicationSettings') ? unrestricted[field] : undefined
  return isNone?.(server) && isNone(forge)
    ? 'how a setting that restricts nothing is shown is not stated'
    : undefined
}
