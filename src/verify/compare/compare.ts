import { apiOfUrl } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import { Interrupted } from '../client/answer.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import { CannotVerify, readSettings, type Settings } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import { type Connection, connect } from '../run/connect.ts'
import { isOfInstance } from '../sandbox/writes.ts'
import type { ComparedApi } from './api.ts'
import { createDraw } from './draw.ts'
import { type DrawnHistory, drawHistories } from './drawn-histories.ts'
import { createHistoryRunner, describeDifference } from './history-runner.ts'
import {
  type ComparedDifference,
  type CompareOptions,
  type ComparisonSummary,
  differenceKey,
} from './options.ts'
import type { Found } from './run-history.ts'
import { createOpenTally } from './tally.ts'

const CONCURRENCY = 4

/** The number of consecutive histories without a response after which the server counts as unreachable. */
const MAX_UNANSWERED = 3

/** The number of histories with distinct names. */
const MAX_HISTORIES = 26 ** 3

/**
 * Compares a server with a forge in this process: histories of all parts of the API, what `forgery verify` calls and
 * random histories are run on both, and their responses are compared. Records on the server are removed after each
 * history. Throws CannotVerify where the run cannot start.
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
    newReads: () => run.drawNewReads(seed),
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
    const { failure, ...outcome } = await run.attempt(history, { isKnown })
    calls += outcome.calls
    for (const one of outcome.others) {
      if (one.open === undefined) seen.add(differenceKey(one))
      else open.add(one, one.open)
    }
    if (!failure || isKnown(failure)) return false
    const key = differenceKey(failure)
    const end = history.slice(0, failure.index + 1)
    found.set(key, describeDifference(key, failure, end, origin, api.rules))
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
      while ((await play(value)) && value.goesOn && !isOver()) report(false)
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
    const workers = options.instance ? 1 : (options.concurrency ?? CONCURRENCY)
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
 * are removed at the end. Throws CannotVerify where the options do not allow all of its calls.
 *
 * @example
 * const differences = await replay({ url: 'https://forge.example.com', token }, history)
 */
export async function replay(
  options: CompareOptions,
  history: History,
  api: ComparedApi,
): Promise<readonly Found[]> {
  checkNeeds(options, history, api.operationsOf(await loadContract(api.name)))
  const run = await begin(options, api)
  try {
    const { known = [] } = options
    const { failure } = await run.attempt(history, {
      isKnown: (one) => known.includes(differenceKey(one)),
    })
    return failure ? [failure] : []
  } finally {
    await run.cleanUp()
  }
}

/** Calls that cannot be made are left out of a history, so a test of one would pass without them. */
function checkNeeds(
  { instance, hookReceiver }: CompareOptions,
  history: History,
  operation: (id: OperationId) => Operation,
): void {
  const isInstanceWide = history.some((step) =>
    isOfInstance({ operation: operation(step.operation) }),
  )
  if (isInstanceWide && !instance)
    throw new CannotVerify('The history writes what is instance-wide, so it needs `instance`.')
  if (JSON.stringify(history).includes('<receiver>') && !hookReceiver)
    throw new CannotVerify(
      'The history compares deliveries of hooks, so it needs a `hookReceiver`.',
    )
}

/** Learns from refusals which passwords the server takes, as histories create users. */
async function learnPasswords(
  { client, instance, sandbox }: Connection,
  contract: Contract,
  { token }: Settings,
): Promise<void> {
  const operation = contract.operation('createUser')
  for (;;) {
    const username = sandbox.names.next('user')
    const email = `${username}@${instance.mailDomain}`
    const password = instance.passwords.next()
    const parameters = { username, name: 'Forgery', email, password, confirm: false }
    const encoding = { credential: { kind: 'private token', token } } as const
    const answer = await client.call({ operation, parameters, encoding }).catch(() => undefined)
    if (!answer || answer.status < 400 || !instance.passwords.learn(answer.text)) return
  }
}

/** Connects to the server, and makes the forge to compare with. */
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
  const { cleanUp } = connection.sandbox
  try {
    await learnPasswords(connection, contract, settings)
    const runner = await createHistoryRunner({ options, settings, contract, connection, api })
    return { ...runner, url: settings.apiUrl, requests: () => connection.client.requests, cleanUp }
  } catch (error) {
    await cleanUp()
    throw error
  }
}
