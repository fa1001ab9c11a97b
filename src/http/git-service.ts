import { advertisement, type GitService, protocolVersion } from '../git/protocol/advertisement.ts'
import { uploadPack } from '../git/protocol/upload-pack.ts'
import { findMovedProject, findProject } from '../gitlab/domain/find.ts'
import { openedProject } from '../gitlab/domain/git/access.ts'
import { findCaller, type GitCredentials } from '../gitlab/domain/git/caller.ts'
import { projectToCreate } from '../gitlab/domain/git/project-on-push.ts'
import { accessDenied, GitRefused, gitRefusals } from '../gitlab/domain/git/refusal.ts'
import { decodeBase64 } from '../shared/base64.ts'
import type { Store } from '../store/store.ts'
import { applyFaultBefore, findFault } from './apply-fault.ts'
import type { Call } from './call.ts'
import type { ExecuteOptions } from './execute.ts'
import { readGitBody } from './git-body.ts'
import { receivePack } from './git-push.ts'
import type { GitRoute } from './git-route.ts'
import { contextOf, type GitWork, noticesOf, notKept, repositoryAsked } from './git-work.ts'
import { GivenParameters } from './given-parameters.ts'
import type { Answer } from './response.ts'

/** Answers a call of git, in the words of the service where it is refused. */
export async function answerGit(
  options: ExecuteOptions,
  call: Call,
  route: GitRoute,
): Promise<Answer> {
  const asked = readCall(call, route)
  if (!asked) return textAnswer(404, 'There is nothing of this name.')
  const now = options.now()
  call.now ??= now
  let outcome = admit({ options, call, now, store: options.store }, asked)
  const fault = findFault(options, call, pathOf(call))
  if (fault?.phase === 'before') {
    const instead = await applyFaultBefore(options, call, fault)
    if ('status' in instead) return instead
    // Whatever happened meanwhile, and whatever world it is: who asks is looked up there.
    outcome = admit({ options, call, now, store: instead.store }, asked)
  }
  if (outcome instanceof GitRefused) return refusalAnswer(outcome)
  try {
    return await answerService(outcome, asked)
  } catch (error) {
    // What was let in may not be by the time that the body has come.
    if (error instanceof GitRefused) return refusalAnswer(error)
    throw error
  }
}

function refusalAnswer({ status, message, isChallenge }: GitRefused): Answer {
  const challenge = { 'WWW-Authenticate': 'Basic realm="GitLab"' }
  return textAnswer(status, message, isChallenge ? challenge : undefined)
}

/** What faults know a call by: its path, without what the forge is reached under. */
function pathOf({ request, address }: Call): string {
  return address.url.pathname.slice(request.base?.length ?? 0)
}

/** What a call asks for. */
interface GitQuestion {
  /** Undefined for what git's older protocol asks for, which is not spoken. */
  readonly service: GitService | undefined
  /** Whether it asks what there is; otherwise it sends a request for it. */
  readonly isFirst: boolean
  /** The segments of the path of the project. */
  readonly path: readonly string[]
  readonly credentials: GitCredentials | undefined
}

/** Undefined for what no server of git has. */
function readCall(call: Call, { repository, file }: GitRoute): GitQuestion | undefined {
  const { request, address } = call
  call.given = new GivenParameters(address.query)
  const credentials = readCredentials(request.headers.get('authorization'))
  if (credentials) call.secrets = [credentials.password, credentials.encoded]
  const path = decodedSegments(repository)
  if (!path) return undefined
  if (file === 'info/refs' && (request.method === 'GET' || request.method === 'HEAD')) {
    const asked = request.method === 'GET' ? address.url.searchParams.get('service') : null
    return { service: serviceOf(asked), isFirst: true, path, credentials }
  }
  const service = serviceOf(file)
  if (!service || request.method !== 'POST') return undefined
  return { service, isFirst: false, path, credentials }
}

function serviceOf(name: string | null): GitService | undefined {
  return name === 'git-upload-pack' || name === 'git-receive-pack' ? name : undefined
}

function decodedSegments(path: string): string[] | undefined {
  try {
    return decodeURIComponent(path).split('/').slice(1)
  } catch {
    return undefined
  }
}

/** The name and the password of basic authentication; undefined where there are none, or they cannot be read. */
function readCredentials(
  header: string | null,
): (GitCredentials & { readonly encoded: string }) | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded)
  if (encoded === undefined || !bytes) return undefined
  const [username = '', ...rest] = new TextDecoder().decode(bytes).split(':')
  const password = rest.join(':')
  return username === '' && password === '' ? undefined : { username, password, encoded }
}

/** A call, and the world that it is answered from. */
type GitTime = Pick<GitWork, 'options' | 'call' | 'now' | 'store'>

/** Lets a call in, or says why not. */
function admit(time: GitTime, question: GitQuestion): GitWork | GitRefused {
  const { call, store, now } = time
  const { service, credentials } = question
  const { base, path } = placeOf(store, call, question.path)
  try {
    const caller = findCaller({ store, now, base }, credentials)
    call.viewer = caller.viewer
    // HEAD is refused to everybody, whatever they present.
    if (!service && !credentials && call.request.method === 'GET') throw accessDenied(base)
    if (!service) throw gitRefusals.isNoService()
    const isPush = service === 'git-receive-pack'
    const isSignedIn = credentials !== undefined
    const work = { ...time, caller, path, base }
    const mayCreate = () =>
      store.transaction(() => projectToCreate(contextOf(work, []), path)) !== undefined
    const project = openedProject({ store, caller, isSignedIn, path, isPush, base, mayCreate })
    return { ...work, project }
  } catch (error) {
    if (error instanceof GitRefused) return error
    throw error
  }
}

/** So many segments may stand before the path of a project: an address under which the forge is reached. */
const MAX_PLACE = 8

/**
 * Which part of a path is that of the project: what stands before it is the place of the forge, which a server knows. Where
 * nobody said, the longest path of a project is meant.
 */
function placeOf(
  store: Store,
  { request, address }: Call,
  segments: readonly string[],
): { readonly base: string; readonly path: string } {
  const { origin } = address.url
  const at = (count: number) => ({
    base: [origin, ...segments.slice(0, count)].join('/'),
    path: segments.slice(count).join('/'),
  })
  if (request.base !== undefined) return at(request.base.split('/').length - 1)
  for (let count = 0; count <= Math.min(MAX_PLACE, segments.length - 2); count++) {
    const place = at(count)
    if (findProject(store, place.path) ?? findMovedProject(store, place.path)) return place
  }
  return at(0)
}

async function answerService(
  work: GitWork,
  { service = 'git-upload-pack', isFirst }: GitQuestion,
): Promise<Answer> {
  const { options, call } = work
  const version = protocolVersion(call.request.headers.get('git-protocol'))
  if (isFirst) {
    const body = advertisement(repositoryAsked(work), service, version)
    return { status: 200, headers: notKept, file: { body, type: typeOf(service, 'advertisement') } }
  }
  if (service === 'git-receive-pack') return receivePack(work)
  const request = await readGitBody(call, options.bodyLimit)
  const pieces = uploadPack(repositoryAsked(work), request, {
    version,
    notices: noticesOf(work),
  })
  const headers = { ...notKept, 'Content-Type': typeOf(service, 'result') }
  return { status: 200, headers, pieces }
}

const typeOf = (service: GitService, what: 'advertisement' | 'result') =>
  `application/x-${service}-${what}`

function textAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const kept = { ...headers, 'Cache-Control': 'no-cache' }
  return { status, headers: kept, file: { body: text, type: 'text/plain; charset=utf-8' } }
}
