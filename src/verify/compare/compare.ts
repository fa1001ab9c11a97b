import { apiOfUrl } from '../../contract/base-paths.ts'
import { Interrupted } from '../client/answer.ts'
import { encodeCall } from '../client/encode.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import { CannotVerify, readSettings, type Settings } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import { checkClock } from '../run/clocks.ts'
import { type Connection, connect } from '../run/connect.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import { isObject } from '../story/bodies.ts'
import type { ComparedApi } from './api.ts'
import { createDraw, type Draw } from './draw.ts'
import { type DrawnHistory, drawHistories, type Origin } from './drawn-histories.ts'
import { createMapping } from './mapping.ts'
import { createHistoryNames } from './names.ts'
import {
  type ComparedDifference,
  type CompareOptions,
  type ComparisonSummary,
  differenceKey,
} from './options.ts'
import { type Administrator, createOracle, type Oracle } from './oracle.ts'
import { createOthers } from './others.ts'
import { withDistinctIds } from './recorded/distinct-ids.ts'
import { recordHistories } from './recorded/recorded-histories.ts'
import { type Found, type RunOutcome, runHistory } from './run-history.ts'
import { type AnswerShape, createAnswerShapes } from './shape.ts'
import { shrink } from './shrink.ts'
import { createSide } from './side.ts'
import { createOpenTally } from './tally.ts'
import { createTexts } from './texts.ts'

const defaults = { shrinkTries: 150, patience: 5000, concurrency: 4 }

/** The timeout for background work while histories are shrunk, in milliseconds. */
const SHORT_PATIENCE = 200

/** The number of consecutive histories without a response after which the server counts as unreachable. */
const MAX_UNANSWERED = 3

/** The number of histories with distinct names. */
const MAX_HISTORIES = 26 ** 3

/**
 * Compares a server with a forge in this process: what `forgery verify` calls and random histories are run on both, and
 * their responses are compared. Records on the server are removed after each history. Throws CannotVerify where the run cannot start.
 *
 * @example
 * const { differences } = await compare({ url: 'https://forge.example.com', token, runs: 20 })
 * for (const { operation, place } of differences) console.log(operation, place)
 */
export async function compare(
  options: CompareOptions,
  api: ComparedApi,
): Promise<ComparisonSummary> {
  const run = await begin(options, api)
  const started = performance.now()
  const seed = options.seed ?? randomSeed()
  const { time, runs, known = [] } = options
  const drawn = drawHistories({
    ...{ seed, runs, isEndless: time !== undefined },
    random: run.draw,
    recorded: () => run.record(createDraw(seed)),
  })
  const open = createOpenTally()
  const seen = new Set<string>()
  const found = new Map<string, ComparedDifference>()
  let [histories, calls, share] = [0, 0, 0]
  const remaining = () => {
    const passed = performance.now() - started
    const ofTime = time === undefined ? Number.POSITIVE_INFINITY : Math.max(0, time - passed)
    const ofHistories = share === 0 ? Number.POSITIVE_INFINITY : passed * (1 / share - 1)
    const left = Math.min(ofTime, ofHistories)
    return Number.isFinite(left) ? { remaining: left } : {}
  }
  const report = (isShrinking: boolean) =>
    options.onProgress?.({
      histories,
      calls,
      differences: found.size,
      isShrinking,
      ...remaining(),
    })
  const isKnown = (one: Parameters<typeof differenceKey>[0]) =>
    known.includes(differenceKey(one)) || found.has(differenceKey(one))

  /** Runs a history, and returns whether it ended with a difference that was not known before. */
  async function play({ history, origin }: DrawnHistory): Promise<boolean> {
    const { failure, ...outcome } = await run.attempt(history, isKnown)
    calls += outcome.calls
    for (const one of outcome.others) {
      if (one.open === undefined) seen.add(differenceKey(one))
      else open.add(one, one.open)
    }
    if (!failure || isKnown(failure)) return false
    const key = differenceKey(failure)
    const end = history.slice(0, failure.index + 1)
    found.set(key, describe(key, failure, end, origin))
    unanswered = failure.place === 'answer' ? unanswered + 1 : 0
    // Differences are not shrunk while each attempt would wait for a missing response.
    if (unanswered > 0 || options.shrinkTries === 0) return unanswered === 0
    report(true)
    found.set(key, await run.shorten(key, end, failure, origin))
    return true
  }

  const isOver = () =>
    unanswered >= MAX_UNANSWERED ||
    options.signal?.aborted === true ||
    (time !== undefined && performance.now() - started > time)

  async function work(): Promise<void> {
    while (!isOver()) {
      const { value } = await drawn.next()
      if (!value || histories + running >= MAX_HISTORIES) return
      running++
      // What a recorded history does after a difference is in no other one, so it goes on behind it.
      while ((await play(value)) && 'recordedFrom' in value.origin && !isOver()) report(false)
      running--
      histories++
      share = value.share ?? share
      report(false)
    }
  }
  let running = 0
  let unanswered = 0
  let wasInterrupted = false
  try {
    // Settings of the instance affect all concurrent histories.
    const workers = options.instance ? 1 : (options.concurrency ?? defaults.concurrency)
    await Promise.all(Array.from({ length: workers }, work))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    wasInterrupted = true
  }
  wasInterrupted ||= unanswered >= MAX_UNANSWERED
  const leftBehind = await run.cleanUp()
  return {
    url: run.url,
    seed,
    histories,
    calls,
    requests: run.requests(),
    duration: performance.now() - started,
    differences: [...found.values()],
    stillThere: known.filter((key) => seen.has(key)),
    gone: known.filter((key) => !seen.has(key)),
    open: open.all(),
    leftBehind,
    wasInterrupted: wasInterrupted || options.signal?.aborted === true,
  }
}

function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000
}

/**
 * Runs a history on a server and on a forge, and returns the differences that the contract does not allow. Its records
 * are removed at the end.
 *
 * @example
 * const differences = await replay({ url: 'https://forge.example.com', token }, history)
 */
export async function replay(
  options: CompareOptions,
  history: History,
  api: ComparedApi,
): Promise<readonly Found[]> {
  const run = await begin(options, api)
  try {
    const { known = [] } = options
    const { failure } = await run.attempt(history, (one) => known.includes(differenceKey(one)))
    return failure ? [failure] : []
  } finally {
    await run.cleanUp()
  }
}

function describe(
  key: string,
  { step, place, forge, server }: Found,
  history: History,
  origin: Origin,
): ComparedDifference {
  return { key, operation: step.operation, place, forge, server, history, ...origin }
}

/**
 * Returns substitutes of callers: any caller except the owner, and finally the owner, may be replaced by a user that
 * exists anyway.
 */
function standInsOf(history: History): (readonly [string, string])[] {
  const callers = [...new Set(history.map(({ as }) => as))]
  const others = callers.filter((one) => !['admin', 'nobody', 'owner'].includes(one))
  if (!callers.includes('owner')) return others.map((one) => [one, 'admin'])
  return [...others.map((one) => [one, 'owner'] as const), ['owner', 'admin']]
}

interface Environment {
  readonly patience: number
  readonly options: CompareOptions
  readonly settings: Settings
  readonly contract: Contract
  readonly connection: Connection
  readonly oracle: Oracle
  readonly administrator: Administrator
  readonly api: ComparedApi
  readonly shapeOf: (operation: string, status: number) => AnswerShape
}

/** Most times that histories send are of years before these, or after them. */
const comparedYears = { from: 2017, before: 2030 }

/** Connects to the server and makes the forge to compare with. */
async function begin(options: CompareOptions, api: ComparedApi) {
  const { onProgress: _ofComparison, ...ofServer } = options
  const asked = apiOfUrl(options.url) ?? api.name
  if (asked !== api.name) {
    throw new CannotVerify(
      `A server is compared by its ${api.name}: give its URL without /api/${asked}.`,
    )
  }
  const settings = readSettings({ ...ofServer, api: api.name })
  const contract = await loadContract(api.name)
  const connection = await connect(settings, contract)
  const { client, instance, sandbox } = connection
  checkClock(settings.apiUrl, instance.now(), comparedYears)
  const administrator = await readAdministrator(connection, contract, settings)
  const oracle = await createOracle(
    settings,
    contract,
    administrator,
    { ...instance.settings },
    () => instance.now(),
  )
  const environment = {
    options,
    settings,
    contract,
    connection,
    oracle,
    administrator,
    api,
    shapeOf: createAnswerShapes(contract.document),
  }
  let number = 0
  const { time = Number.POSITIVE_INFINITY } = options
  const latest = performance.now() + 2 * time
  /** A run with a time limit spends at most the same time again on shrinking its differences. */
  const isLate = () => performance.now() > latest
  const operation = api.operationsOf(contract)
  const surroundings = {
    levels: instance.allowedLevels,
    mayWriteInstance: options.instance === true,
  }
  const attempt = (
    history: History,
    isKnown: Parameters<typeof runOnce>[3],
    patience = options.patience ?? defaults.patience,
  ) => runOnce({ ...environment, patience }, history, number++, isKnown)
  return {
    url: settings.apiUrl,
    requests: () => client.requests,
    cleanUp: sandbox.cleanUp,
    draw: (seed: number) => api.drawHistory(createDraw(seed), surroundings, operation, seed),
    record: (draw: Draw) =>
      recordHistories({
        ...{ draw, contract, settings, adminToken: oracle.token },
        begin: () => withDistinctIds(oracle.fork()),
      }),
    attempt,
    /** Shrinks the history of a difference; returns the original one where no shorter one shows it. */
    async shorten(
      key: string,
      history: History,
      failure: Found,
      origin: Origin,
    ): Promise<ComparedDifference> {
      let last = failure
      const full = options.patience ?? defaults.patience
      const endsSo = async (shorter: History, patience: number) => {
        const outcome = await attempt(shorter, (one) => differenceKey(one) !== key, patience)
        const isSo = outcome.failure?.index === shorter.length - 1
        if (isSo && outcome.failure) last = outcome.failure
        return isSo
      }
      // A difference that cannot be reproduced was transient, so it is not shrunk.
      if (!(await endsSo(history, full)))
        return { ...describe(key, failure, history, origin), wasSeenOnce: true }
      const shortest = await shrink(history, {
        tries: options.shrinkTries ?? defaults.shrinkTries,
        isRead: (step) => operation(step.operation).method === 'GET',
        standIns: (steps) => standInsOf(steps),
        // A project in the administrator's own namespace could not be removed.
        optionalOf: (step) =>
          operation(step.operation)
            .parameters.filter(({ required, name }) => !required && name !== 'namespace_id')
            .map(({ name }) => name),
        fails: async (shorter) =>
          options.signal?.aborted || isLate()
            ? false
            : endsSo(shorter, Math.min(full, SHORT_PATIENCE)),
      })
      // With a short timeout, a late response can be mistaken for the difference.
      const isSure = shortest === history || (await endsSo(shortest, full))
      if (!isSure) return describe(key, failure, history, origin)
      return describe(key, last, shortest, origin)
    },
  }
}

async function readAdministrator(
  { client }: Connection,
  contract: Contract,
  { apiUrl, token }: Settings,
): Promise<Administrator> {
  const credential = { kind: 'private token', token } as const
  const operation = contract.operation('getCurrentUser')
  const { body, status } = await client.read(encodeCall(apiUrl, operation, {}, { credential }))
  const { id, username, name, email } = isObject(body) ? body : {}
  if (typeof id !== 'number' || typeof username !== 'string') {
    throw new CannotVerify(`GET /user answered ${status} without an id and a username.`)
  }
  return { id, username, name: String(name ?? username), email: String(email ?? '') }
}

/** Runs a history once with new names, and removes what it created. */
async function runOnce(
  environment: Environment,
  history: History,
  number: number,
  isKnown: (difference: Parameters<typeof differenceKey>[0]) => boolean,
): Promise<RunOutcome> {
  const { options, settings, contract, connection, oracle, administrator, api, shapeOf } =
    environment
  const { client, sandbox, instance } = connection
  const operation = api.operationsOf(contract)
  const source = `history ${number}`
  const names = createHistoryNames(sandbox.names.prefix, number, instance.mailDomain)
  const common = { operation, tokenField: api.tokenField, names, source }
  const server = createSide({
    ...common,
    call: (call) => client.call(call),
    adminToken: settings.token,
    onSecret: client.masking.add,
  })
  const forge = createSide({
    ...common,
    call: oracle.begin().call,
    adminToken: oracle.token,
    onSecret: () => {},
  })
  const mapping = createMapping()
  mapping.join('user', administrator.id, oracle.administratorId)
  mapping.join('secret', settings.token, oracle.token)
  const comparison = {
    document: contract.document,
    rules: api.rules,
    mapping,
    times: new Map(),
    texts: createTexts(mapping),
    others: createOthers(api.rules.isOfOthers),
    defaults: new Map(),
    subscriptions: new Set<string>(),
    unsettled: new Set<string>(),
  }
  try {
    return await runHistory(history, {
      server,
      forge,
      comparison,
      operation,
      shapeOf,
      patience: environment.patience,
      isKnown,
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } finally {
    await sandbox.endChapter(source)
    await removeMade(environment, history, server.lookup)
  }
}

/** Removes the groups of a history, then its users; what remains is removed at the end of the run. */
async function removeMade(
  { api, contract, connection: { client }, settings: { token } }: Environment,
  history: History,
  lookup: ReturnType<typeof createSide>['lookup'],
): Promise<void> {
  const credential = { kind: 'private token', token } as const
  for (const { creates, removes, idParameter, isOfCaller } of kindsOf(api.name)) {
    if (isOfCaller) continue
    const made = history.filter((step) => step.operation === creates && step.makes !== undefined)
    await Promise.all(
      made.map(async ({ makes = '' }) => {
        const id = lookup(makes, undefined)
        if (id === undefined) return
        const one = { operation: contract.operation(removes), parameters: { [idParameter]: id } }
        // A failure is tried again at the end, and reported there.
        await client.call({ ...one, encoding: { credential } }).catch(() => undefined)
      }),
    )
  }
}
