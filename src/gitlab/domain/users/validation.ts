import { badRequest, userConflict } from '../../../contract/errors.ts'
import { isShorterThan } from '../../../contract/text-length.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { Context } from '../context.ts'
import { namespacePathErrors } from '../groups/namespace-path.ts'
import { newerSetting } from '../newer-settings.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import type { UserAttributes } from './attributes.ts'

type Checked = Pick<
  UserAttributes,
  'email' | 'username' | 'name' | 'password' | 'bio' | 'projects_limit' | 'provider' | 'extern_uid'
>

const MAX_EMAIL_LENGTH = 254
const MAX_BIO_LENGTH = 255

/**
 * Throws 400 for invalid attributes. The domain lists of the settings apply to sign-ups only: an existing user may
 * change to any address (`application-settings.json`).
 */
export function checkUser(context: Context, attributes: Checked, user?: UserRecord): void {
  const { username, name, password, bio, projects_limit, provider, extern_uid } = attributes
  const email = attributes.email && normalEmail(attributes.email)
  if ((provider === undefined) !== (extern_uid === undefined)) {
    throw badRequest('provider, extern_uid must be given together')
  }
  checkNoErrors({
    email: [...formatErrors(email), ...(user ? [] : domainErrors(context, email))],
    username: username === undefined ? [] : namespacePathErrors(username, context.release),
    name: name?.trim() === '' ? ["can't be blank"] : [],
    password: passwordErrors(context, password, { ...user, ...attributes }),
    bio: lengthErrors(bio ?? '', MAX_BIO_LENGTH),
    projects_limit: (projects_limit ?? 0) < 0 ? ['must be greater than or equal to 0'] : [],
  })
}

/** Normalizes an e-mail address: lower case, without spaces around it. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Throws for an e-mail address or a username that is taken: 409 for a new user, and for an update the status of the
 * release (`createUser`, `updateUser`).
 */
export function checkNotTaken(
  { store, release }: Context,
  { email, username }: Pick<Checked, 'email' | 'username'>,
  user?: UserRecord,
): void {
  const status = user ? release.statusOfTakenNames : 409
  if (email !== undefined && isEmailTaken(store, normalEmail(email), user)) {
    throw userConflict(status, 'Email has already been taken')
  }
  if (username !== undefined && isNameTaken(store, username, user)) {
    throw userConflict(status, 'Username has already been taken')
  }
}

/** Whether an address is the primary or a secondary one of a user other than `user`. */
export function isEmailTaken(store: Store, email: string, user?: UserRecord): boolean {
  const owners = [
    ...store.users.by('email', folded(email)).map(({ id }) => id),
    ...store.emails.by('email', folded(email)).map(({ user_id }) => user_id),
  ]
  return owners.some((id) => id !== user?.id)
}

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)*$/.test(text)
}

/** Whether a username is taken. It is also the name and the path of a namespace, so groups count too. */
function isNameTaken(store: Store, username: string, user?: UserRecord): boolean {
  const isOthers = store.users.by('username', folded(username)).some(({ id }) => id !== user?.id)
  const namespaces = [
    ...store.namespaces.by('full_path', folded(username)),
    ...store.namespaces
      .by('kind', 'group')
      .filter(({ name, parent_id }) => parent_id === null && folded(name) === folded(username)),
  ]
  return isOthers || namespaces.some(({ owner_id }) => user === undefined || owner_id !== user.id)
}

function formatErrors(email: string | undefined): string[] {
  return email === undefined || isEmail(email) ? [] : ['is invalid']
}

function domainErrors({ settings }: Context, email = ''): string[] {
  if (!isEmail(email)) return []
  const domain = folded(email.slice(email.lastIndexOf('@') + 1))
  const { domain_blacklist_enabled, domain_blacklist, domain_whitelist } = settings
  if (domain_blacklist_enabled && isListed(domain_blacklist, domain)) {
    return ['is not from an allowed domain.']
  }
  const isRestricted = domain_whitelist !== null && domain_whitelist.length > 0
  return isRestricted && !isListed(domain_whitelist, domain)
    ? ['domain is not authorized for sign-up']
    : []
}

/** Whether a domain is in a list, where `*.example.com` stands for every domain below it. */
function isListed(domains: readonly string[] | null, domain: string): boolean {
  return (domains ?? []).some((listed) => {
    const name = folded(listed)
    return name.startsWith('*.') ? domain.endsWith(name.slice(1)) : domain === name
  })
}

function passwordErrors(
  { settings, release }: Context,
  password: string | null | undefined,
  user: Partial<Pick<UserRecord, 'name' | 'username' | 'email'>>,
): string[] {
  if (password === undefined || password === null) return []
  const minimum = newerSetting(settings, 'minimum_password_length')
  if (isShorterThan(password, minimum)) return [`is too short (minimum is ${minimum} characters)`]
  return isWeak(password, release.forbiddenPasswordWords, user)
    ? ['must not contain commonly used combinations of words and letters']
    : []
}

/** Common passwords. GitLab has a longer list of them (lib/security/weak_passwords.rb). */
const commonPassword =
  /^(?:(?:p[a@]ssw[o0]rd|qwerty(?:uiop)?|letmein|welcome|iloveyou|football|trustno)\d{0,4}|(\d)\1{7,}|0?12345678(?:90?)?|1q2w3e4r)$/i

/** The shortest part of a name that counts, as in lib/security/weak_passwords.rb. */
const MIN_WORD_LENGTH = 4

/** Whether a password contains an easily guessed word: a name of the user or of the service. */
function isWeak(
  password: string,
  forbidden: readonly string[] | null,
  {
    name = '',
    username = '',
    email = '',
  }: Partial<Pick<UserRecord, 'name' | 'username' | 'email'>>,
): boolean {
  if (!forbidden) return false
  if (commonPassword.test(password)) return true
  const [mailbox = ''] = email.split('@')
  const words = [...forbidden, name, ...name.split(/\s+/), username, email, mailbox]
  return words.some(
    (word) => word.length >= MIN_WORD_LENGTH && folded(password).includes(folded(word)),
  )
}
