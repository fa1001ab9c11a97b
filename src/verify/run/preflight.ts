import type { OperationId } from '../../contract/operation-contract.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { Answer } from '../client/answer.ts'
import { encodeRequest, type Parameters } from '../client/encode.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { pathParameters } from '../contract/operation.ts'
import { CannotVerify, type Settings } from '../options.ts'
import { unknownId } from '../sandbox/names.ts'
import type { Accounts } from '../story/accounts.ts'
import { isObject } from '../story/bodies.ts'
import { type Caller, CannotGoOn, createCaller } from '../story/caller.ts'
import type { StoryEnvironment } from '../story/run-story.ts'
import { checkClock, checkOneClock, judgedYears, type MadeRecord, madeRecord } from './clocks.ts'
import type { Connection } from './connect.ts'

/** The facts about the server that are determined before the first check. */
export interface Ground {
  /** Whether all its deletions of missing records are answered with 404, as in GitLab 8.15, where 200 is required. */
  readonly isReleased: boolean
}

/** The context of the preflight. */
interface Site extends Connection {
  readonly settings: Settings
  readonly accounts: Accounts
  call(operation: OperationId, parameters: Parameters): Promise<Answer | undefined>
}

/**
 * Checks the prerequisites of all checks: creates a user, a group and a project, determines which passwords the server
 * accepts and its time, and whether encoded paths arrive unchanged. Errors of a single operation are left to its
 * checks. Throws CannotVerify with the reason where the run would report nothing else.
 */
export async function preflight(
  connection: Connection,
  settings: Settings,
  { run, accounts }: Pick<StoryEnvironment, 'run' | 'accounts'>,
): Promise<Ground> {
  const credential = { kind: 'private token', token: settings.token } as const
  const admin = createCaller(run, 'the administrator', credential, () => 'preflight')
  const call = calling(admin)
  const site = { ...connection, settings, accounts, call }
  const user = await makeUser(site)
  await learnKeys(site, user)
  const madeUser = madeRecord(user)
  checkClock(settings.apiUrl, connection.instance.now(), judgedYears)
  // Records that the user of the token does not create belong to a user of the run, with whom they are removed.
  const { writesAsTokenUser, privateVisibility } = judgedApis[settings.api]
  const places = writesAsTokenUser ? site : await asUser(site, run, user)
  const { names } = connection.sandbox
  const path = names.next('group')
  const group = await places?.call('createGroup', { name: path, path, ...privateVisibility })
  checkMayWrite(settings, user, group)
  const namespace_id = idOf(group)
  const project =
    places && namespace_id !== undefined ? await checkPaths(places, path, namespace_id) : undefined
  await checkOneClock(settings.apiUrl, [madeUser, project?.made], () => makeUser(site))
  const deletions = run.contract.operations.filter(({ releasedAnswers }) =>
    releasedAnswers.some(({ isFailureAlone }) => isFailureAlone),
  )
  const statuses = await Promise.all(
    deletions.map(async (operation) => {
      const ids = pathParameters(operation).map(({ name }) => [name, unknownId])
      const parameters = {
        ...Object.fromEntries(ids),
        ...(ids.length > 1 ? { id: project?.id } : {}),
      }
      return (await call(operation.id, parameters))?.status
    }),
  )
  return { isReleased: statuses.length > 0 && statuses.every((status) => status === 404) }
}

/** Repeats a call with a token of the created user; undefined where there is none. */
async function asUser(
  site: Site,
  run: StoryEnvironment['run'],
  user: Answer | undefined,
): Promise<Site | undefined> {
  const token = await site.call('createPersonalToken', {
    user_id: idOf(user),
    name: site.sandbox.names.next('token'),
    scopes: ['api'],
    expires_at: site.instance.day(1),
  })
  const text = isObject(token?.body) ? token.body.token : undefined
  if (typeof text !== 'string') return undefined
  run.client.masking.add(text)
  const credential = { kind: 'private token', token: text } as const
  return { ...site, call: calling(createCaller(run, 'a user', credential, () => 'preflight')) }
}

function calling(caller: Caller): Site['call'] {
  return (operation, parameters) =>
    caller.attempt(operation, parameters).catch((error: unknown) => {
      if (error instanceof CannotGoOn) return undefined
      throw error
    })
}

/** Creates a user with a password that the server accepts; undefined where there was no response. */
async function makeUser({ call, instance, sandbox, accounts, settings }: Site) {
  for (;;) {
    const username = sandbox.names.next('user')
    const answer = await call('createUser', {
      username,
      name: 'Forgery',
      email: `${username}@${instance.mailDomain}`,
      password: instance.passwords.next(),
      ...judgedApis[settings.api].confirmedUser,
    })
    if (answer === undefined) return undefined
    if (answer.status < 300) {
      accounts.hasMade()
      const createdAt = isObject(answer.body) ? answer.body.created_at : undefined
      if (typeof createdAt === 'string') instance.observe(createdAt)
      return answer
    }
    accounts.refuse(answer.status)
    const isOfPassword = [400, 422].includes(answer.status) && /password/i.test(answer.text)
    if (!isOfPassword) return answer
    if (instance.passwords.learn(answer.text)) continue
    const said = visibleText(answer.text.slice(0, 200))
    throw new CannotVerify(
      `${settings.apiUrl} takes no password that was tried (createUser answered ${answer.status}: ${said}); give one that it takes with --password-pattern, such as "aaaa-AAAA-0000!".`,
    )
  }
}

/** Creates a key of the user, to learn which kinds of keys the server accepts. */
async function learnKeys({ call, instance, sandbox, settings }: Site, user: Answer | undefined) {
  if (!judgedApis[settings.api].learnsKeys || idOf(user) === undefined) return
  const key = { title: sandbox.names.next('key'), key: instance.sshKeys.next() }
  const answer = await call('createSshKeyOfUser', { id: idOf(user), ...key })
  if (answer?.status === 400) instance.sshKeys.learn(answer.text)
}

const refusals = new Set([401, 403, 404, 405])

/** Detects a server that refuses both to every caller: a read-only instance or a replica. */
function checkMayWrite({ apiUrl }: Settings, user: Answer | undefined, group: Answer | undefined) {
  if (!user || !group || !refusals.has(user.status) || !refusals.has(group.status)) return
  throw new CannotVerify(
    `${apiUrl} lets the administrator write nothing (createUser answered ${user.status}, createGroup ${group.status}); --read-only tests what can be read.`,
  )
}

interface MadeProject {
  readonly id: number
  readonly made: MadeRecord | undefined
}

/** The reads by path instead of id: `/projects/GROUP%2FPROJECT`, and its content. */
const readByPath = [
  ['getProject', ''],
  ['listProjectMembers', '/members'],
  ['listBranches', '/repository/branches'],
] as const

/**
 * Creates a project, and checks that `%2F` arrives unchanged, instead of being decoded by a proxy; returns the
 * project.
 */
async function checkPaths(
  { call, client, settings, sandbox }: Site,
  group: string,
  namespace_id: number,
): Promise<MadeProject | undefined> {
  const path = sandbox.names.next('project')
  const attributes = { name: path, path, namespace_id, shared_runners_enabled: false }
  const project = await call('createProject', attributes)
  const id = idOf(project)
  if (id === undefined) return undefined
  const made = { id, made: madeRecord(project) }
  const credential = { kind: 'private token', token: settings.token } as const
  for (const [operation, below] of readByPath) {
    const answer = await call(operation, { id: `${group}/${path}` })
    if (!answer || answer.status < 300) return made
    const decoded = `/projects/${group}/${path}${below}`
    const request = encodeRequest(settings.apiUrl, 'GET', decoded, {}, { credential })
    const other = await client.read(request)
    if (other.status !== answer.status || isObject(other.body) !== isObject(answer.body))
      return made
    if (isObject(answer.body) && other.text !== answer.text) return made
  }
  throw new CannotVerify(
    `Something before ${settings.apiUrl} takes %2F in a path for a slash (${readByPath[0][0]} with GROUP%2FPROJECT is answered as GROUP/PROJECT is); have it pass encoded slashes on as they are, as nginx does with a proxy_pass without a path and Apache with AllowEncodedSlashes NoDecode.`,
  )
}

function idOf(answer: Answer | undefined): number | undefined {
  const id = answer && answer.status < 300 && isObject(answer.body) ? answer.body.id : undefined
  return typeof id === 'number' ? id : undefined
}
