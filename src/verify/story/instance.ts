import type { ApplicationSettings } from '../../contract/generated/v3/contract.ts'
import { type VisibilityLevel, visibilityLevels } from '../../contract/visibility-levels.ts'
import type { Seen } from '../client/answer.ts'
import type { HookReceiver } from '../hook-receiver.ts'
import type { VerifyOptions } from '../options.ts'
import { at } from './bodies.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSshKeys, type SshKeys } from './ssh-keys.ts'

/** The configuration of the server, as far as stories depend on it. */
export interface Instance {
  /** The application settings at the start of the run. */
  readonly settings: Seen<ApplicationSettings>
  /** Whether the instance-wide settings and system hooks may be written. */
  readonly mayBeWritten: boolean
  /** Whether the token belongs to an administrator. */
  readonly isAdmin: boolean
  /** The visibility levels that plain users can use, the most private first. */
  readonly allowedLevels: readonly VisibilityLevel[]
  /** The domain of e-mail addresses, since sign-up may be limited to some. */
  readonly mailDomain: string
  /** Generates passwords that the server accepts, as far as its refusals show. */
  readonly passwords: Passwords
  /** Generates public keys that the server accepts, as far as its refusals show. */
  readonly sshKeys: SshKeys
  /** Returns the time of the server from its latest record, in milliseconds since 1970. */
  now(): number
  /** Records the creation time of a new record, which may differ much from the Date header. */
  observe(createdAt: string | undefined): void
  /** Returns a date relative to the present one of the server, as YEAR-MONTH-DAY. */
  day(fromToday: number): string
  /** The number of existing projects to read. */
  readonly projectCount: number
  /** The receiver of system hook deliveries, if any. */
  readonly hookReceiver?: HookReceiver
}

/** Restrictions are given as 0, 1 and 2; some servers use the values of levels, and v4 uses words. */
function allowedLevels(restricted: readonly unknown[]): readonly VisibilityLevel[] {
  const allowed = Object.entries(visibilityLevels).filter(
    ([word, level]) => ![word, level, level / 10].some((form) => restricted.includes(form)),
  )
  return allowed.length > 0 ? allowed.map(([, level]) => level) : [0]
}

/** Some servers apply the domains of sign-up to administrators too; `*` stands for any subdomain. */
function mailDomain(domains: unknown): string {
  const domain = at(domains, '0')
  return typeof domain === 'string' ? domain.replace('*', 'forgery') : 'forgery.example.com'
}

export function createInstance(
  settings: Seen<ApplicationSettings>,
  isAdmin: boolean,
  serverTime: () => number | undefined,
  {
    hookReceiver,
    projectCount = 5,
    instance: mayBeWritten = false,
    passwordPattern,
  }: Pick<VerifyOptions, 'hookReceiver' | 'projectCount' | 'instance' | 'passwordPattern'>,
): Instance {
  const localTime = () => performance.timeOrigin + performance.now()
  let offset: number | undefined
  const now = () => (offset === undefined ? (serverTime() ?? localTime()) : localTime() + offset)
  return {
    settings,
    mayBeWritten,
    isAdmin,
    projectCount,
    allowedLevels: allowedLevels(settings.restricted_visibility_levels ?? []),
    passwords: createPasswords(passwordPattern),
    sshKeys: createSshKeys(),
    mailDomain: mailDomain(settings.domain_whitelist ?? at(settings, 'domain_allowlist')),
    now,
    observe(createdAt) {
      const time = Date.parse(createdAt ?? '')
      if (!Number.isNaN(time)) offset = time - localTime()
    },
    day: (fromToday) => new Date(now() + fromToday * 86_400_000).toISOString().slice(0, 10),
    ...(hookReceiver ? { hookReceiver } : {}),
  }
}
