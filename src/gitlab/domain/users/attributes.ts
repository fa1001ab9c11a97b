import type { UserRecord } from '../../../store/models/user.ts'

/** The attributes of a user that are stored as given, by the names of the record's fields. */
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

/** The preferences of a user in a request. */
export type UserPreferenceAttributes = {
  readonly [Name in keyof UserRecord['preferences']]?: boolean | undefined
}

/** The attributes of a user in a request. */
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
  /** Whether the account must still be confirmed. */
  readonly confirm: boolean
}
