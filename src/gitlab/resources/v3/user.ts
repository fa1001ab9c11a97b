import type {
  User,
  UserBrief,
  UserFull,
  UserWithToken,
} from '../../../contract/generated/v3/contract.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Presentation } from '../../domain/context.ts'
import { personalProjectsLeft } from '../../domain/lookups.ts'

/** Returns a user for lists and as an author (`schemas/v3/resources/user.json`). */
export function userBrief(user: UserRecord, { addresses }: Presentation): UserBrief {
  const { id, username, name } = user
  // The other states are of later releases: users who cannot sign in count as blocked.
  const state = user.state === 'active' ? 'active' : 'blocked'
  const avatar_url = addresses.avatar(user.avatar_url)
  return { id, username, name, state, avatar_url, web_url: addresses.user(user) }
}

/** Returns a single user for ordinary users. */
export function userResource(user: UserRecord, presentation: Presentation): User {
  return {
    ...userBrief(user, presentation),
    created_at: user.created_at,
    is_admin: user.is_admin,
    bio: user.bio,
    location: user.location,
    skype: user.skype,
    linkedin: user.linkedin,
    twitter: user.twitter,
    website_url: user.website_url,
    organization: user.organization,
  }
}

/** Returns a user for administrators, and for the user itself. */
export function userFull(user: UserRecord, presentation: Presentation): UserFull {
  return {
    ...userResource(user, presentation),
    email: user.email,
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    theme_id: user.theme_id,
    color_scheme_id: user.color_scheme_id,
    projects_limit: user.projects_limit,
    current_sign_in_at: user.current_sign_in_at,
    identities: user.identities,
    can_create_group: user.can_create_group,
    can_create_project: personalProjectsLeft(user, presentation) > 0,
    two_factor_enabled: user.two_factor_enabled,
    external: user.is_external,
  }
}

/** Returns the current user of a request with sudo, with the private token. */
export function userWithToken(user: UserRecord, presentation: Presentation): UserWithToken {
  const credential = presentation.store.credentials
    .by('user_id', user.id)
    .find(({ kind, is_revoked }) => kind === 'private' && !is_revoked)
  return { ...userFull(user, presentation), private_token: credential?.token ?? '' }
}
