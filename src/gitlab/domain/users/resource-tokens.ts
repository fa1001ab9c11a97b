import { badRequest } from '../../../contract/errors.ts'
import type { CredentialRecord, TokenScope } from '../../../store/models/credential.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { Context, SystemContext } from '../context.ts'
import { addProjectMember, joinGroup } from '../members/membership.ts'
import { removeUser } from '../remove.ts'
import { hexSecret } from '../secret.ts'
import { addAccessToken, lifetimeFault, type NewAccessToken } from './access-tokens.ts'
import { insertAccount } from './accounts.ts'
import { giveToGhost } from './ghost.ts'

/** The project or the group that an access token belongs to. */
export type TokenResource =
  | { readonly type: 'project'; readonly project: ProjectRecord }
  | { readonly type: 'group'; readonly group: NamespaceRecord }

/** An access token with its bot user, and the membership of that user. */
export interface ResourceToken {
  readonly token: CredentialRecord
  readonly bot: UserRecord
  readonly member: MemberRecord
}

export interface NewResourceToken extends NewAccessToken {
  readonly scopes: readonly TokenScope[]
  readonly access_level: MemberRecord['access_level']
}

function resourceId(resource: TokenResource): number {
  return resource.type === 'project' ? resource.project.id : resource.group.id
}

/** Returns the tokens of a project or a group by id, including revoked ones. */
export function tokensOf(
  { store }: Pick<SystemContext, 'store'>,
  resource: TokenResource,
): ResourceToken[] {
  const found = store.members
    .by('source', sourceKey(resource.type, resourceId(resource)))
    .flatMap((member) => {
      const bot = store.users.get(member.user_id)
      if (bot?.user_type !== 'project_bot') return []
      const held = store.credentials.by('user_id', bot.id).filter(({ kind }) => kind === 'personal')
      return held.map((token) => ({ token, bot, member }))
    })
  return found.sort((one, other) => one.token.id - other.token.id)
}

/** Whether the caller manages the tokens: masters of a project, owners of a group. */
export function managesTokens({ viewer }: Pick<Context, 'viewer'>, resource: TokenResource) {
  return resource.type === 'project'
    ? viewer.can('admin_project', resource.project)
    : viewer.canInGroup('admin_group', resource.group)
}

/**
 * Throws 400 where the caller may not create the token or grant its access level, and for invalid scopes or lifetime.
 */
export function checkResourceToken(
  context: Context,
  resource: TokenResource,
  { scopes, access_level, expires_at }: NewResourceToken,
): void {
  const { viewer } = context
  if (!managesTokens(context, resource)) {
    throw badRequest(`User does not have permission to create ${resource.type} access token`)
  }
  const own =
    resource.type === 'project'
      ? viewer.projectLevel(resource.project)
      : viewer.groupLevel(resource.group)
  if (!viewer.isAdmin && access_level > own) {
    throw badRequest(
      "Access level of the token can't be greater the access level of the user who created the token",
    )
  }
  if (scopes.length === 0) throw badRequest("Scopes can't be blank")
  const fault = lifetimeFault(context, expires_at)
  if (fault) throw badRequest(fault)
}

/**
 * Adds a token and its bot user, who becomes a member of the project or the group
 * (`ResourceAccessTokens::CreateService`).
 */
export function addResourceToken(
  context: Context,
  resource: TokenResource,
  { access_level, ...values }: NewResourceToken,
): ResourceToken {
  const username = `${resource.type}_${resourceId(resource)}_bot_${hexSecret(context, 32)}`
  const created_by_id = context.viewer.user?.id ?? null
  const bot = insertAccount(context, {
    username,
    name: values.name,
    email: `${username}@noreply.example.com`,
    user_type: 'project_bot',
    projects_limit: 0,
    can_create_group: false,
    created_by_id,
    created_at: context.now,
  })
  const terms = { access_level, created_by_id }
  const member =
    resource.type === 'project'
      ? addProjectMember(context, resource.project, bot, terms)
      : joinGroup(context, resource.group, bot, terms)
  return { token: addAccessToken(context, bot, values), bot, member }
}

/** Removes a token and its bot user; the contributions of the bot stay. */
export function removeResourceToken(
  context: SystemContext,
  { bot }: Pick<ResourceToken, 'bot'>,
): void {
  giveToGhost(context, bot)
  removeUser(context, bot)
}

/** Removes the bot users of a project. This must happen before its memberships are removed. */
export function removeProjectBots(context: SystemContext, project: ProjectRecord): void {
  removeBots(context, { type: 'project', project })
}

export function removeGroupBots(context: SystemContext, group: NamespaceRecord): void {
  removeBots(context, { type: 'group', group })
}

function removeBots(context: SystemContext, resource: TokenResource): void {
  for (const { bot } of tokensOf(context, resource)) {
    if (context.store.users.get(bot.id)) removeResourceToken(context, { bot })
  }
}
