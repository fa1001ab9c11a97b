import type {
  User,
  UserAdmin,
  UserAdminDetail,
  UserBasic,
  UserOwn,
  UserPreferences,
} from '../../../contract/generated/v4/contract.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { level } from '../../access/abilities.ts'
import type { Presentation } from '../../domain/context.ts'
import { personalProjectsLeft } from '../../domain/lookups.ts'
import { followOf } from '../../domain/users/follows.ts'

/** Returns a user for lists and other records (`schemas/v4/resources/user-basic.json`). */
export function userBasic(user: UserRecord, { addresses }: Presentation): UserBasic {
  const { id, username, name } = user
  return {
    id,
    username,
    public_email: user.public_email ?? '',
    name,
    state: stateOf(user),
    locked: user.is_locked,
    avatar_url: addresses.avatar(user.avatar_url),
    web_url: addresses.user(user),
  }
}

function stateOf({ state, is_blocked_by_directory }: UserRecord): UserBasic['state'] {
  return state === 'blocked' && is_blocked_by_directory ? 'ldap_blocked' : state
}

/** Returns a single user for ordinary users; a private profile has fewer fields for others. */
export function userResource(user: UserRecord, presentation: Presentation): User {
  const { viewer } = presentation
  const isReadable = !user.private_profile || viewer.isAdmin || viewer.user?.id === user.id
  return Object.assign(userBasic(user, presentation), {
    created_at: isReadable ? user.created_at : undefined,
    bio: user.bio ?? '',
    location: user.location ?? '',
    linkedin: user.linkedin ?? '',
    twitter: user.twitter ?? '',
    discord: user.discord ?? '',
    website_url: user.website_url ?? '',
    github: user.github ?? '',
    job_title: user.job_title ?? '',
    pronouns: user.pronouns,
    organization: user.organization ?? '',
    bot: user.user_type === 'project_bot',
    work_information: workOf(user),
    ...(isReadable ? followsOf(user, presentation) : {}),
    local_time: null,
  })
}

function followsOf(user: UserRecord, presentation: Presentation) {
  const { follows } = presentation.store
  return {
    followers: follows.by('followed_id', user.id).length,
    following: follows.by('user_id', user.id).length,
    is_followed: followOf(presentation, user) !== undefined,
  }
}

function workOf({ job_title, organization }: UserRecord): string | null {
  if (job_title && organization) return `${job_title} at ${organization}`
  return job_title || organization || null
}

/** Returns a user for the user itself. */
export function userOwn(user: UserRecord, presentation: Presentation): UserOwn {
  return Object.assign(userResource(user, presentation), {
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    last_activity_on: presentation.store.lastActivityOf(user),
    email: user.email,
    theme_id: user.theme_id,
    color_scheme_id: user.color_scheme_id,
    projects_limit: user.projects_limit,
    current_sign_in_at: user.current_sign_in_at,
    identities: user.identities,
    can_create_group: user.can_create_group,
    can_create_project: personalProjectsLeft(user, presentation) > 0,
    two_factor_enabled: user.two_factor_enabled,
    external: user.is_external,
    private_profile: user.private_profile,
    commit_email: commitEmail(user, presentation),
    preferred_language: user.preferred_language,
  })
}

/** Returns the commit e-mail address; a generated one where the user keeps it private. */
function commitEmail(
  { id, username, email, commit_email }: UserRecord,
  { addresses }: Presentation,
) {
  if (commit_email !== '_private') return commit_email || email
  return `${id}-${username}@users.noreply.${new URL(addresses.origin).hostname}`
}

/** Returns the preferences of a user. Each user has one such record, so its id is that of the user. */
export function userPreferences({ id, preferences }: UserRecord): UserPreferences {
  return { id, user_id: id, ...preferences }
}

/** Returns a user for administrators. */
export function userAdmin(user: UserRecord, presentation: Presentation): UserAdmin {
  const { store } = presentation
  const creator = user.created_by_id === null ? undefined : store.users.get(user.created_by_id)
  return Object.assign(userOwn(user, presentation), {
    is_admin: user.is_admin,
    note: user.note,
    namespace_id: store.namespaces.one('owner_id', user.id)?.id ?? null,
    created_by: creator ? userBasic(creator, presentation) : null,
    email_reset_offered_at: null,
  })
}

/** Returns a single user for administrators. IP addresses are not stored. */
export function userAdminDetail(user: UserRecord, presentation: Presentation): UserAdminDetail {
  return Object.assign(userAdmin(user, presentation), {
    highest_role: highestRole(user, presentation),
    current_sign_in_ip: null,
    last_sign_in_ip: null,
    sign_in_count: user.sign_in_count,
  })
}

/** Returns the highest level of all memberships; the owner of a personal project is an owner. */
function highestRole({ id }: UserRecord, { store }: Presentation): number | null {
  const namespace = store.namespaces.one('owner_id', id)
  const ownsProject = namespace && store.projects.by('namespace_id', namespace.id).length > 0
  const levels = store.members.by('user_id', id).map(({ access_level }) => access_level)
  const highest = Math.max(ownsProject ? level.owner : level.none, ...levels)
  return highest === level.none ? null : highest
}
