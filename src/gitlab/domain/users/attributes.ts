import type { UserRecord } from '../../../store/models/user.ts'

/** What can be said of a user, as the fields of the record are called, but for those that have a rule. */
type PlainAttributes = Partial<
  Pick<
    UserRecord,
    | 'name'
    | 'username'
    | 'skype'
    | 'linkedin'
    | 'twitter'
    | 'discord'
    | 'github'
    | 'website_url'
    | 'organization'
    | 'bio'
    | 'location'
    | 'pronouns'
    | 'public_email'
    | 'commit_email'
    | 'note'
    | 'theme_id'
    | 'color_scheme_id'
    | 'projects_limit'
    | 'can_create_group'
    | 'private_profile'
    | 'unconfirmed_email'
  >
>

/** How a user wants to see things, as far as a request says it. */
export type UserPreferenceAttributes = {
  readonly [Name in keyof UserRecord['preferences']]?: boolean | undefined
}

/** What a request says of a user. */
export interface UserAttributes extends PlainAttributes {
  readonly email?: string
  readonly password?: string | null
  readonly admin?: boolean
  readonly external?: boolean
  readonly extern_uid?: string | null
  readonly provider?: string | null
  readonly preferences?: UserPreferenceAttributes
}

export interface NewUserAttributes extends UserAttributes {
  readonly email: string
  readonly username: string
  readonly name: string
  /** Whether the account is still to be confirmed. */
  readonly confirm: boolean
}
