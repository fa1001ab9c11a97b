import type { ApplicationSettings } from '../../contract/generated/v3/contract.ts'
import { type VisibilityLevel, visibilityLevels } from '../../contract/visibility-levels.ts'
import type { Seen } from '../client/answer.ts'
import type { HookReceiver } from '../hook-receiver.ts'
import type { VerifyOptions } from '../options.ts'
import { at } from './bodies.ts'
import { createPasswords, type Passwords } from './passwords.ts'

/** The server under test, as far as stories have to heed how it is set up. */
export interface Instance {
  /** The application settings when the run began. */
  readonly settings: Seen<ApplicationSettings>
  /** Whether settings and system hooks may be written, which are instance-wide. */
  readonly mayBeWritten: boolean
  /** Whether the token of the run is an administrator's. */
  readonly isAdmin: boolean
  /** The visibility levels that plain users may use, the most private first. */
  readonly allowedLevels: readonly VisibilityLevel[]
  /** Where e-mail addresses may be: sign-up may be limited to some domains. */
  readonly mailDomain: string
  /** A password that the server takes, as far as it said which. */
  readonly passwords: Passwords
  /** The server's clock, as what it made last shows it: milliseconds since 1970. */
  now(): number
  /** Takes the time of a record that was just made: it may be far from that of the Date header. */
  observe(createdAt: string | undefined): void
  /** A day so many days from the server's today, as YEAR-MONTH-DAY. */
  day(fromToday: number): string
  /** How many of the projects that are there are read. */
  readonly projectCount: number
  /** What the deliveries of system hooks come to, if anything. */
  readonly hookReceiver?: HookReceiver
}

/** Restrictions are written as 0, 1 and 2; some servers write them as levels are, and v4 as words. */
function allowedLevels(restricted: readonly unknown[]): readonly VisibilityLevel[] {
  const allowed = Object.entries(visibilityLevels).filter(
    ([word, level]) => ![word, level, level / 10].some((form) => restricted.includes(form)),
  )
  return allowed.length > 0 ? allowed.map(([, level]) => level) : [0]
}

/** Some servers hold administrators to the domains of sign-up as well; `*` is any name below one. */
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
