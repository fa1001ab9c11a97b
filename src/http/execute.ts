import type { Api } from '../contract/apis.ts'
import type { ApiName } from '../contract/base-paths.ts'
import { ApiError, forbidden, unauthorized, wrongParameters } from '../contract/errors.ts'
import type { AnswersAs, OperationContract } from '../contract/operation-contract.ts'
import {
  checkScopes,
  type Identity,
  identify,
  type PresentedCredentials,
} from '../gitlab/access/credentials.ts'
import { createViewer, type Viewer } from '../gitlab/access/viewer.ts'
import { addressesUnder } from '../gitlab/domain/addresses.ts'
import { type Consequences, type Context, systemContext } from '../gitlab/domain/context.ts'
import type { HookMessage, HookOutcome } from '../gitlab/domain/hooks/hook-message.ts'
import { releases } from '../gitlab/domain/release.ts'
import {
  AfterDelivery,
  type FileAnswer,
  Later,
  type Listing,
  Reply,
} from '../gitlab/operations/answers.ts'
import { loadOperation } from '../gitlab/operations/load-operations.ts'
import type { AnyOperation, OperationContext } from '../gitlab/operations/operation.ts'
import { findRecord } from '../gitlab/operations/records.ts'
import type { Store } from '../store/store.ts'
import { runOrRepeat, withText } from './answer-memo.ts'
import { applyFaultBefore, type FaultOptions, findFault } from './apply-fault.ts'
import { hasBody, nothing, type RawParameters, readBody, readBodyParameters } from './body.ts'
import type { Call } from './call.ts'
import { type CalledOperation, calledOperation } from './called-operation.ts'
import { GivenParameters } from './given-parameters.ts'
import { movedProjectAnswer } from './moved-project.ts'
import { isOfConsole } from './of-console.ts'
import {
  checkOffset,
  itemsOf,
  type KeysetRequest,
  keysetHeaders,
  type PageRequest,
  pageHeaders,
  readKeyset,
  readPage,
} from './pagination.ts'
import { type ReadParameters, readParameters } from './parameters.ts'
import { presentsAny, readCredentials, secretsOf } from './presented-credentials.ts'
import { answerAs } from './released-answer.ts'
import type { Answer } from './response.ts'
import type { Throttle } from './throttle.ts'
import { withModules } from './with-modules.ts'

/** What carrying out a request needs of the forge. */
export interface ExecuteOptions extends FaultOptions {
  readonly consequences: Consequences
  readonly answersAs: AnswersAs
  /** The APIs that are served. */
  readonly apis: readonly ApiName[]
  /** ISO 8601. */
  now(): string
  random(): number
  /** In bytes. */
  readonly bodyLimit: number
  readonly throttle: Throttle
  /** Sends the messages of an operation to the hooks, after it; never throws. */
  deliver(messages: readonly HookMessage[]): void
  /** Sends a message and waits for what comes of it; never throws. */
  deliverAndWait(message: HookMessage): Promise<HookOutcome>
}

/**
 * Carries out a request: route, who is asking, parameters, records, operation. The operations of
 * the API, the body and faults are the only things waited for; from then on nothing interleaves, and an operation that
 * throws leaves nothing behind. Where the answer is what came of a delivery, or has to be read from an archive, that is
 * waited for behind it; where it needs a module that is loaded on demand for the first time, the operation runs again.
 * `call` is filled in on the way.
 * @throws ApiError where the request is refused.
 */
export async function execute(options: ExecuteOptions, call: Call): Promise<Answer> {
  const { request, address } = call
  const called = calledOperation(address, options)
  call.operation = called.operation
  const { query } = address
  call.given = new GivenParameters(query)
  const { api } = called
  const run = await loadOperation(api.name, called.operation.id)
  const body = hasBody(request) ? await receiveBody(options, call, called, query) : nothing
  const presented = readCredentials(api, request.headers, query, body, called.operation)
  let scope = findScope(options, options.store, call, api, presented)
  const isLimited = releases[api.release].throttlesRequests && !isOfConsole(request)
  const throttled = isLimited && options.throttle.refusal(scope)
  if (throttled) return throttled
  const fault = findFault(options, call)
  if (fault?.phase === 'before') {
    const outcome = await applyFaultBefore(options, call, fault)
    if ('status' in outcome) return outcome
    // Whatever happened meanwhile, and whatever world it is: who asks is looked up there.
    scope = findScope(options, outcome.store, call, api, presented)
  }
  const answer = await withModules(
    options.random,
    (random) =>
      runOrRepeat(call, { operation: called.operation, ...scope }, () =>
        runOperation(options, call, scope, { query, body, run, random, ...called }),
      ),
    () => {
      scope = findScope(options, scope.store, call, api, presented)
    },
  )
  const { json } = answer
  if (json instanceof Later) return withText(call, { ...answer, json: await json.result })
  if (!(json instanceof AfterDelivery)) return answer
  return { ...answer, json: json.answer(await options.deliverAndWait(json.message)) }
}

/**
 * Who asks is checked before a body is read, by the headers and the query; only where neither presents anything may
 * the body say who it is.
 */
function checkCredentials(
  { store, now }: ExecuteOptions,
  call: Call,
  { api, operation }: CalledOperation,
  query: RawParameters,
): void {
  const presented = readCredentials(api, call.request.headers, query, nothing, operation)
  if (!presentsAny(presented)) return
  call.secrets = secretsOf(presented)
  identify(store, presented, now(), releases[api.release])
}

async function receiveBody(
  options: ExecuteOptions,
  call: Call,
  called: CalledOperation,
  query: RawParameters,
): Promise<RawParameters> {
  checkCredentials(options, call, called, query)
  const received = await readBody(call.request, options.bodyLimit)
  if (!received) return nothing
  call.body = received
  const parameters = await readBodyParameters(received, call.request.headers)
  call.given = new GivenParameters({ ...query, ...parameters })
  return parameters
}

/** A world at the time of a request, and who asks there. */
interface RequestScope {
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  readonly identity: Identity
  readonly viewer: Viewer
}

function findScope(
  options: ExecuteOptions,
  store: Store,
  call: Call,
  { release }: Api,
  presented: PresentedCredentials,
): RequestScope {
  const now = options.now()
  const today = now.slice(0, 10)
  call.now ??= now
  call.secrets = secretsOf(presented)
  const identity = identify(store, presented, now, releases[release])
  const { user, sudoer, job, showsPrivateToken, lacksAdminMode } = identity
  const { sharesPrivateSnippets } = releases[release].authentication
  const source = { store, user, sudoer, job, showsPrivateToken, lacksAdminMode, today }
  const viewer = createViewer({ ...source, sharesPrivateSnippets })
  call.viewer = viewer
  return { store, now, identity, viewer }
}

/** The operation of a call, and its parameters as they came. */
interface OperationCall extends CalledOperation {
  readonly run: AnyOperation
  readonly query: RawParameters
  readonly body: RawParameters
  random(): number
}

function runOperation(
  { consequences, answersAs, deliver }: ExecuteOptions,
  call: Call,
  { store, now, identity: { credential, job }, viewer }: RequestScope,
  { query, body, random, ...called }: OperationCall,
): Answer {
  const { api, operation, path } = called
  const release = releases[api.release]
  if (credential) checkScopes(credential, operation, release)
  if (operation.access !== 'public' && !viewer.user) throw unauthorized()
  const isRefused = operation.access === 'admin' && !viewer.isAdmin
  if (isRefused && !operation.checksParametersFirst) throw forbidden()
  const messages: HookMessage[] = []
  const { origin, url } = call.address
  const addresses = addressesUnder(origin)
  const work = systemContext({ store, consequences, release, now, random }, addresses, messages)
  const unmodifiedSince = call.request.headers.get('if-unmodified-since') ?? undefined
  const context: OperationContext = Object.assign(work, {
    viewer,
    answersAs,
    credential,
    job,
    unmodifiedSince,
    hookEvent: call.request.headers.get('x-gitlab-event') ?? undefined,
  })
  if (operation.checksManagersFirst) {
    const named = Object.fromEntries(path)
    const elsewhere = movedProjectAnswer(context, operation, named, url)
    if (elsewhere) return elsewhere
    mustManage(context, operation, named)
  }
  const parameters = readParameters(operation, path, query, body)
  const page = operation.isPaginated ? readPage(operation, query) : undefined
  if (isRefused) throw forbidden()
  call.given = givenWith(parameters, page?.parameters)
  const isSignedIn = viewer.user !== undefined
  const mayBeByKeys = page && api.pagesByKeys
  const keyset = mayBeByKeys && readKeyset(operation, query, parameters.values, isSignedIn)
  if (page && !keyset) checkOffset(operation, page, isSignedIn)
  const isWhole = parameters.values.pagination === 'none'
  const moved = movedProjectAnswer(context, operation, parameters.values, url)
  if (moved) return moved
  const answer = store.transaction(() =>
    answerAs(answersAs, operation, () =>
      answerOf(
        called,
        context,
        parameters.values,
        page && { ...page, keyset: keyset || undefined, isWhole, url },
      ),
    ),
  )
  deliver(messages)
  if (answer instanceof ApiError) throw answer
  return answer
}

/** The page is no parameter of the operation, and yet one of the request. */
function givenWith(read: ReadParameters, page: ReadParameters | undefined): GivenParameters {
  if (!page) return new GivenParameters(read.values, read.defaulted)
  const values = { ...read.values, ...page.values }
  return new GivenParameters(values, [...read.defaulted, ...page.defaulted])
}

/** Finds the records that the path names, and runs the operation. */
function answerOf(
  { api, operation, run }: Pick<OperationCall, 'api' | 'operation' | 'run'>,
  context: Context,
  parameters: Record<string, unknown>,
  page: RequestedPage | undefined,
): Answer | ApiError {
  const records = findRecords(operation, context, parameters)
  const returned = run(Object.assign(context, records), parameters)
  if (returned instanceof ApiError) return returned
  const reply = returned instanceof Reply ? returned : new Reply(returned, {})
  const { result, headers, status = operation.status } = reply
  if (page) {
    const answer = answerPage(api, operation, result as Listing<unknown>, page)
    return { status, headers: { ...answer.headers, ...headers }, json: answer.items }
  }
  if (isFile(result)) return { status, headers, file: result }
  return { status, headers, json: result }
}

/** Which items of a list are asked for; `url` is for the links to others. */
interface RequestedPage extends PageRequest {
  readonly keyset: KeysetRequest | undefined
  /** All of them are: `pagination=none`, where the contract has it. */
  readonly isWhole: boolean
  readonly url: URL
}

/** As many items as a list has at most that is answered without pages. */
const MAX_WHOLE_LIST = 50_000

function answerPage(
  api: Api,
  operation: OperationContract,
  listing: Listing<unknown>,
  { page, perPage, keyset, isWhole, url }: RequestedPage,
) {
  if (keyset) {
    const items = listing.page(0, perPage)
    return { items, headers: keysetHeaders(items.at(-1), listing.total > perPage, keyset, url) }
  }
  const { total } = listing
  if (isWhole && total > MAX_WHOLE_LIST) {
    const problem = `cannot be "none" for more than ${MAX_WHOLE_LIST} entries`
    throw wrongParameters([{ name: 'pagination', problem }])
  }
  if (isWhole) return { items: listing.page(0, total), headers: {} }
  const isCounted = operation.isUncounted !== true && total <= api.maxCounted
  const headers = pageHeaders({ page, perPage, total, isCounted }, url)
  return { items: itemsOf(listing, page, perPage), headers }
}

/** Throws 404 or 403 where the caller does not manage the project or the group that the path names. */
function mustManage(
  context: Context,
  { parameters }: OperationContract,
  named: Readonly<Record<string, string>>,
): void {
  const { viewer } = context
  for (const { name, record } of parameters) {
    const idOrPath = named[name] ?? ''
    if (record === 'project')
      viewer.must('admin_project', findRecord.project(context, idOrPath, {}))
    if (record === 'group')
      viewer.mustInGroup('admin_group', findRecord.group(context, idOrPath, {}))
  }
}

function findRecords(
  { parameters }: OperationContract,
  context: Context,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const parameter of parameters) {
    const { name, record } = parameter
    if (!record) continue
    found[record] = findRecord[record](context, values[name] as number | string, found, parameter)
  }
  return found
}

/** A note of v4 has a body and a type as well, but no media type. */
function isFile(result: unknown): result is FileAnswer {
  if (typeof result !== 'object' || result === null || !('body' in result)) return false
  return 'type' in result && typeof result.type === 'string' && result.type.includes('/')
}
