import { conflict, forbidden, notFound } from '../../../contract/errors.ts'
import type { UserCounts } from '../../../contract/generated/v4/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { newerSetting } from '../../domain/newer-settings.ts'
import { canRemoveUser, removeOwnedGroups, removeUser } from '../../domain/remove.ts'
import { secret } from '../../domain/secret.ts'
import { checkAvatar, setAvatar } from '../../domain/uploads.ts'
import {
  changePreferences,
  changeUser,
  createUser,
  removeIdentity,
} from '../../domain/users/accounts.ts'
import {
  checkApproval,
  checkRejection,
  checkSecondFactor,
  disableSecondFactor,
  mustDecideOnUsers,
} from '../../domain/users/approval.ts'
import type { UserAttributes, UserPreferenceAttributes } from '../../domain/users/attributes.ts'
import {
  changeUserState,
  checkActivation,
  checkBan,
  checkBlock,
  checkBlocksAnother,
  checkDeactivation,
  checkUnblock,
} from '../../domain/users/block.ts'
import { giveToGhost } from '../../domain/users/ghost.ts'
import { giveSupportPin, supportPinOf } from '../../domain/users/support-pin.ts'
import { checkNotTaken, checkUser, normalEmail } from '../../domain/users/validation.ts'
import {
  userAdmin,
  userAdminDetail,
  userOwn,
  userPreferences,
  userResource,
} from '../../resources/v4/user.ts'
import type { OperationsOf } from '../operation.ts'
import { withAttributes } from './custom-attribute-requests.ts'
import { listUsers } from './user-list.ts'

/** The operations of schemas/v4/paths/users.yaml. */
export const users = {
  listUsers,

  getUser(context, { id, ...asked }) {
    const { store, viewer } = context
    if (!viewer.user) throw forbidden('Not authorized!')
    const user = store.users.get(id)
    if (!user) throw notFound('User')
    return viewer.isAdmin
      ? withAttributes(userAdminDetail(user, context), user, context, asked)
      : userResource(user, context)
  },

  /** Creates a user. Taken names are refused before other errors. */
  createUser(context, attributes) {
    const {
      skip_confirmation = false,
      reset_password,
      force_random_password,
      avatar,
      ...request
    } = attributes
    const said = withPreferences(request)
    const password = force_random_password || reset_password ? secret(context) : said.password
    checkNotTaken(context, said)
    checkUser(context, { ...said, password: said.password })
    checkAvatar(context, avatar)
    const rights = defaultRights(context)
    const user = createUser(context, { ...rights, ...said, password, confirm: !skip_confirmation })
    setAvatar(context, { kind: 'user', record: user }, avatar)
    return userAdmin(existingUser(context, user.id), context)
  },

  updateUser(context, { id: _, skip_reconfirmation = false, avatar, ...request }) {
    const { user } = context
    const attributes = withPreferences(request)
    checkNotTaken(context, attributes, user)
    checkUser(context, attributes, user)
    const changes = skip_reconfirmation ? attributes : withAddressToConfirm(attributes, user)
    checkAvatar(context, avatar)
    setAvatar(context, { kind: 'user', record: changeUser(context, user, changes) }, avatar)
    return userAdmin(existingUser(context, user.id), context)
  },

  deleteUser(context, { hard_delete }) {
    const { user } = context
    if (hard_delete) removeOwnedGroups(context, user)
    else if (!canRemoveUser(context, user)) {
      throw conflict('User cannot be removed while is the sole-owner of a group')
    }
    if (!hard_delete) giveToGhost(context, user)
    removeUser(context, user)
    return undefined
  },

  blockUser(context) {
    const { user } = context
    checkBlock(user)
    checkBlocksAnother(context, user)
    return changeUserState(context, user, 'block') ? true : null
  },

  unblockUser(context) {
    const { user } = context
    checkUnblock(user)
    if (user.state === 'deactivated') {
      throw forbidden('Deactivated users cannot be unblocked by the API')
    }
    return changeUserState(context, user, 'unblock')
  },

  activateUser(context) {
    checkActivation(context.user)
    changeUserState(context, context.user, 'activate')
    return true
  },

  deactivateUser(context) {
    const { user } = context
    if (user.state === 'deactivated') return null
    checkDeactivation(context, user)
    changeUserState(context, user, 'deactivate')
    return true
  },

  banUser: (context) => changeBan(context, context.user, 'ban'),

  unbanUser: (context) => changeBan(context, context.user, 'unban'),

  approveUser(context) {
    mustDecideOnUsers(context, 'approve')
    checkApproval(context.user)
    changeUserState(context, context.user, 'approve')
    return { message: 'Success' }
  },

  rejectUser(context) {
    mustDecideOnUsers(context, 'reject')
    checkRejection(context.user)
    removeUser(context, context.user)
    return { message: 'Success' }
  },

  disableSecondFactor(context) {
    checkSecondFactor(context.user)
    disableSecondFactor(context, context.user)
    return undefined
  },

  getPreferences: (context) => userPreferences(context.viewer.signedIn()),

  changePreferences: (context, changes) =>
    userPreferences(changePreferences(context, context.viewer.signedIn(), changes)),

  getSupportPin: (context) => supportPinOf(context, context.viewer.signedIn()),

  createSupportPin: (context) => giveSupportPin(context, context.viewer.signedIn()),

  getSupportPinOfUser: (context) => supportPinOf(context, context.user),

  deleteUserIdentity(context, { provider }) {
    const { user } = context
    if (!user.identities.some((one) => one.provider === provider)) throw notFound('Identity')
    removeIdentity(context, user, provider)
    return undefined
  },

  getCurrentUser(context) {
    const { viewer } = context
    const user = viewer.signedIn()
    return viewer.isAdmin ? userAdmin(user, context) : userOwn(user, context)
  },

  getUserCounts: (context) => countsOf(context, context.viewer.signedIn()),
} satisfies OperationsOf<'v4', 'Users'>

/** Returns the defaults of the settings for a new user. */
function defaultRights({ settings }: Context): UserAttributes {
  return {
    external: newerSetting(settings, 'user_default_external'),
    can_create_group: newerSetting(settings, 'can_create_group'),
    private_profile: newerSetting(settings, 'user_defaults_to_private_profile'),
  }
}

/** Moves two attributes of an administrator's request into the preferences. */
function withPreferences<Request extends UserPreferenceAttributes>({
  view_diffs_file_by_file,
  policy_advanced_editor,
  ...others
}: Request) {
  return { ...others, preferences: { view_diffs_file_by_file, policy_advanced_editor } }
}

/** Keeps the old e-mail address of a user until the new one is confirmed. */
function withAddressToConfirm(
  { email, ...attributes }: UserAttributes,
  user: UserRecord,
): UserAttributes {
  if (email === undefined || normalEmail(email) === user.email) return attributes
  return { ...attributes, unconfirmed_email: normalEmail(email) }
}

function changeBan(context: Context, user: UserRecord, event: 'ban' | 'unban'): true {
  checkBan(user, event)
  changeUserState(context, user, event)
  return true
}

function countsOf({ store }: Context, { id }: UserRecord): UserCounts {
  const issues = store.issues.by('assignee_id', id).filter(isOpenRecord)
  const mergeRequests = store.mergeRequests.by('assigned_to', id).filter(isOpenRecord)
  const toReview = store.mergeRequests.by('reviewed_by', id).filter(isOpenRecord)
  return {
    merge_requests: mergeRequests.length,
    assigned_issues: issues.length,
    assigned_merge_requests: mergeRequests.length,
    review_requested_merge_requests: toReview.length,
    todos: store.todos.by('user_id', id).filter(({ state }) => state === 'pending').length,
  }
}

function isOpenRecord({
  state,
  deleted_at,
}: Pick<IssueRecord | MergeRequestRecord, 'state' | 'deleted_at'>) {
  return (state === 'opened' || state === 'reopened') && deleted_at === null
}
