import type { BuildRecord } from '../../../store/models/build.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { DeployTokenRecord } from '../../../store/models/deploy-token.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import { holdsScope, isCurrent } from '../../access/credentials.ts'
import { jobOfToken } from '../../access/job-tokens.ts'
import { createViewer, type Viewer } from '../../access/viewer.ts'
import { isActiveDeployToken } from '../builds/deploy-tokens.ts'
import { newerSetting } from '../newer-settings.ts'
import { userOfPassword } from '../users/sessions.ts'
import { accessDenied } from './refusal.ts'

/** The credentials of a git request, which are those of basic authentication. */
export interface GitCredentials {
  readonly username: string
  readonly password: string
}

/** The caller of a git request, and what its credential permits in any project. */
export interface GitCaller {
  readonly viewer: Viewer
  /** The deploy token, which reads the code of its project or group without a user. */
  readonly deployToken: DeployTokenRecord | undefined
  readonly job: BuildRecord | undefined
  readonly mayPull: boolean
  readonly mayPush: boolean
  /** The name of the caller in the journal. */
  readonly name: string | undefined
}

/** The store and the time of a git request. */
interface CallTime {
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  /** The address of the instance, for error messages. */
  readonly base: string
}

/**
 * Finds the caller; an anonymous one where no credentials are presented.
 * @throws GitRefused where the credentials are invalid.
 */
export function findCaller(time: CallTime, credentials: GitCredentials | undefined): GitCaller {
  if (!credentials) return callerOf(time, undefined, { mayPull: true, mayPush: false })
  return (
    callingJob(time, credentials) ??
    callingToken(time, credentials) ??
    callingDeployToken(time, credentials) ??
    callingUser(time, credentials)
  )
}

interface Rights {
  readonly mayPull: boolean
  readonly mayPush: boolean
}

function callerOf(
  { store, now }: CallTime,
  user: UserRecord | undefined,
  rights: Rights,
  job?: BuildRecord,
): GitCaller {
  const viewer = createViewer({ store, user, job, today: now.slice(0, 10) })
  return { viewer, job, deployToken: undefined, name: user?.username, ...rights }
}

/**
 * Finds the running job of a token that is presented with the name `gitlab-ci-token`; it acts as the user of the job.
 * Other tokens are accepted with that name too: semantic-release presents a personal one so.
 */
function callingJob(time: CallTime, { username, password }: GitCredentials) {
  if (username !== 'gitlab-ci-token') return undefined
  const { store, base } = time
  const job = jobOfToken(store, password)
  if (!job) return undefined
  const user = store.users.get(job.user_id ?? 0)
  if (user?.state !== 'active') throw accessDenied(base)
  const { settings } = store.projects.get(job.project_id) ?? {}
  const mayPush = settings?.ci_push_repository_for_job_token_allowed === true
  return callerOf(time, user, { mayPull: true, mayPush }, job)
}

/** Finds the caller of a personal token with any name, or of an OAuth token with the name `oauth2`. */
function callingToken(time: CallTime, { username, password }: GitCredentials) {
  const { store, now, base } = time
  const found = store.credentials
    .by('token', password)
    .filter(({ kind }) => (kind === 'oauth' ? username === 'oauth2' : kind !== 'session'))
  const [first] = found
  if (!first || username === '') return undefined
  const credential = found.find((one) => isCurrent(one, now))
  const user = store.users.get(first.user_id)
  if (!credential || user?.state !== 'active') throw accessDenied(base)
  return callerOf(time, user, rightsOf(credential))
}

function rightsOf(credential: CredentialRecord): Rights {
  const mayPush = holdsScope(credential, 'api') || holdsScope(credential, 'write_repository')
  return { mayPull: mayPush || holdsScope(credential, 'read_repository'), mayPush }
}

/** Finds the deploy token of a name and a password. */
function callingDeployToken(time: CallTime, credentials: GitCredentials): GitCaller | undefined {
  const { store, now } = time
  const token = store.deployTokens.one('token', credentials.password)
  if (token?.username !== credentials.username || !isActiveDeployToken(token, now)) return undefined
  const mayPull = token.scopes.includes('read_repository')
  const nobody = callerOf(time, undefined, { mayPull, mayPush: false })
  return { ...nobody, deployToken: token, name: token.username }
}

/** Finds a user by name or e-mail address and password, where the instance allows passwords for git. */
function callingUser(time: CallTime, { username, password }: GitCredentials): GitCaller {
  const { store, base } = time
  const [settings] = store.settings.all()
  const isAllowed = !settings || newerSetting(settings, 'password_authentication_enabled_for_git')
  const user = isAllowed ? userOfPassword(store, username, password) : undefined
  if (!user) throw accessDenied(base)
  if (user.two_factor_enabled) throw accessDenied(base, false)
  return callerOf(time, user, { mayPull: true, mayPush: true })
}
