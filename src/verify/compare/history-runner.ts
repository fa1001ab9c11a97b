import { encodeCall } from '../client/encode.ts'
import type { Contract } from '../contract/contract.ts'
import { CannotVerify, type Settings } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import { checkClock } from '../run/clocks.ts'
import type { Connection } from '../run/connect.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import { isObject } from '../story/bodies.ts'
import type { ComparedApi } from './api.ts'
import type { Comparison, Creator } from './comparison.ts'
import { createDeliveries } from './deliveries.ts'
import { createDraw, type Draw } from './draw.ts'
import type { Origin, SharedHistory } from './drawn-histories.ts'
import { keyOf } from './fingerprint.ts'
import { createMapping } from './mapping.ts'
import { createHistoryNames } from './names.ts'
import { checkNewProjects } from './new-projects.ts'
import { createReadSelection } from './new-reads.ts'
import { type ComparedDifference, type CompareOptions, differenceKey } from './options.ts'
import { type Administrator, createOracle, type Oracle } from './oracle.ts'
import { createOthers } from './others.ts'
import { withDistinctIds } from './recorded/distinct-ids.ts'
import { type RecordedHistory, recordHistories } from './recorded/recorded-histories.ts'
import type { Rules } from './rules.ts'
import { type Found, type HistoryRun, type RunOutcome, runHistory } from './run-history.ts'
import { type AnswerShape, createAnswerShapes } from './shape.ts'
import { shrink } from './shrink.ts'
import { createSide } from './side.ts'
import { createTexts } from './texts.ts'
import { comparedYears } from './times.ts'

const defaults = { shrinkTries: 150, patience: 5000 }

/** The timeout for background work while histories are shrunk, in milliseconds. */
const SHORT_PATIENCE = 200

/** Runs histories on a server and on a forge. */
export interface HistoryRunner {
  /** Draws the random history of a seed. */
  draw(seed: number): History
  /** Draws it without the random writes at its end. */
  drawSystematic(seed: number): History
  /** Draws one of these for each part of the API, from a seed on, with the reads alone that ask something new. */
  drawNewReads(seed: number): Iterable<SharedHistory>
  /** Records what the checks and stories of `forgery verify` call, in a drawn order. */
  record(draw: Draw): AsyncGenerator<RecordedHistory, void>
  /** Runs a history once with new names, until it ends or is over, and removes what it created. */
  attempt(history: History, run: AttemptOptions): Promise<RunOutcome>
  /** Shrinks the history of a difference; returns the original one where no shorter one shows it. */
  shorten(
    key: string,
    history: History,
    failure: Found,
    origin: Origin,
  ): Promise<ComparedDifference>
}

interface RunnerOptions {
  readonly options: Pick<
    CompareOptions,
    'patience' | 'shrinkTries' | 'time' | 'signal' | 'instance'
  >
  readonly settings: Settings
  readonly contract: Contract
  readonly connection: Connection
  readonly api: ComparedApi
}

/** How a history is run; with the patience of the runner where none is given. */
type AttemptOptions = Pick<HistoryRun, 'isKnown' | 'isOver'> & Partial<Pick<HistoryRun, 'patience'>>

interface Environment extends RunnerOptions {
  readonly oracle: Oracle
  readonly administrator: Administrator
  readonly shapeOf: (operation: string, status: number) => AnswerShape
  readonly nameOrder: Comparison['nameOrder']
  readonly authors: Comparison['authors']
  readonly closing: Comparison['closing']
  readonly runner: Comparison['runner']
}

/**
 * Makes the forge to compare a server with, and a runner of histories on both. Throws CannotVerify where the clock of
 * the server, the user of the token, or what its new projects have, makes that impossible.
 *
 * @example
 * const runner = await createHistoryRunner({ options, settings, contract, connection, api: comparedV3 })
 * const { failure } = await runner.attempt(runner.draw(12), () => false)
 */
export async function createHistoryRunner(given: RunnerOptions): Promise<HistoryRunner> {
  const { options, settings, contract, connection, api } = given
  const { instance } = connection
  checkClock(settings.apiUrl, instance.now(), comparedYears)
  await checkNewProjects(connection, contract, settings)
  const administrator = await readAdministrator(connection, contract, settings)
  const oracle = await createOracle(
    settings,
    contract,
    administrator,
    { ...instance.settings },
    () => instance.now(),
  )
  const environment = {
    ...given,
    oracle,
    administrator,
    shapeOf: createAnswerShapes(contract.document),
    nameOrder: { isByCollation: false },
    authors: { areOwn: false },
    closing: {},
    runner: { isAtWork: false },
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
    receivesDeliveries: options.instance === true && instance.hookReceiver !== undefined,
  }
  const patience = options.patience ?? defaults.patience
  const attempt: HistoryRunner['attempt'] = (history, run) =>
    runOnce(environment, history, number++, { patience, ...run })
  const drawSystematic: HistoryRunner['drawSystematic'] = (seed) =>
    api.drawHistory(createDraw(seed), { ...surroundings, isSystematic: true }, operation, seed)
  return {
    draw: (seed) => api.drawHistory(createDraw(seed), surroundings, operation, seed),
    drawSystematic,
    *drawNewReads(seed) {
      const withNewReads = createReadSelection(operation)
      for (let part = 0; part < api.parts; part++) {
        const share = (part + 1) / api.parts
        yield { history: withNewReads(drawSystematic(seed + part)), share }
      }
    },
    record: (draw) =>
      recordHistories({
        ...{ draw, contract, settings, adminToken: oracle.token },
        begin: () => withDistinctIds(oracle.fork()),
      }),
    attempt,
    async shorten(key, history, failure, origin) {
      let last = failure
      const endsSo = async (shorter: History, within = patience) => {
        const outcome = await attempt(shorter, {
          isKnown: (one) => differenceKey(one) !== key,
          patience: within,
        })
        const isSo = outcome.failure?.index === shorter.length - 1
        if (isSo && outcome.failure) last = outcome.failure
        return isSo
      }
      // A difference that cannot be reproduced was transient, so it is not shrunk.
      if (!(await endsSo(history)))
        return {
          ...describeDifference(key, failure, history, origin, api.rules),
          wasSeenOnce: true,
        }
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
            : endsSo(shorter, Math.min(patience, SHORT_PATIENCE)),
      })
      // With a short timeout, a late response can be mistaken for the difference.
      const isSure = shortest === history || (await endsSo(shortest))
      if (!isSure) return describeDifference(key, failure, history, origin, api.rules)
      return describeDifference(key, last, shortest, origin, api.rules)
    },
  }
}

/** Returns a difference with the history that ends with it, without the tokens of either side. */
export function describeDifference(
  key: string,
  { step, place, forge, server }: Found,
  history: History,
  origin: Origin,
  { secretFields }: Rules,
): ComparedDifference {
  const isSecret = secretFields.has(place.split('.').at(-1) ?? '')
  const shown = (value: unknown) => (isSecret && typeof value === 'string' ? '<SECRET>' : value)
  const both = { forge: shown(forge), server: shown(server) }
  return { key, operation: step.operation, place, ...both, history, ...origin }
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
  run: Pick<HistoryRun, 'isKnown' | 'isOver' | 'patience'>,
): Promise<RunOutcome> {
  const {
    options,
    settings,
    contract,
    connection,
    oracle,
    administrator,
    api,
    shapeOf,
    nameOrder,
    authors,
    closing,
    runner,
  } = environment
  const { client, sandbox, instance } = connection
  const operation = api.operationsOf(contract)
  const source = `history ${number}`
  const names = createHistoryNames(sandbox.names.prefix, number, instance)
  const common = { operation, tokenField: api.tokenField, names, source }
  const server = createSide({
    ...common,
    call: (call) => client.call(call),
    adminToken: settings.token,
    onSecret: client.masking.add,
  })
  const ofForge = oracle.begin()
  const forge = createSide({
    ...common,
    call: ofForge.call,
    adminToken: oracle.token,
    onSecret: () => {},
  })
  const mapping = createMapping()
  mapping.join('user', administrator.id, oracle.administratorId)
  mapping.join('secret', settings.token, oracle.token)
  const comparison: Comparison = {
    document: contract.document,
    rules: api.rules,
    mapping,
    administrator: oracle.administratorId,
    times: new Map(),
    texts: createTexts(mapping),
    // What the run made in the name of the administrator is known by its id.
    others: createOthers((item, { operation }) => {
      const { schema } = shapeOf(operation, 200)
      const key = keyOf(comparison, item, schema?.items, 'server')
      return key === undefined && api.rules.isOfOthers(item)
    }),
    noted: createOthers((item) => api.rules.isNoted(item)),
    facts: new Map<string, unknown>(),
    nameOrder,
    authors,
    closing,
    runner,
    defaults: new Map(),
    unshown: new Map(),
    blocked: new Set<unknown>(),
    namedAddresses: new Set<unknown>(),
    namesAlone: new Set<unknown>(),
    drafts: new Set<unknown>(),
    records: new Map(),
    made: new Set<string>(),
    members: new Set<string>(),
    unsubscribed: new Set<string>(),
    subscriptions: new Set<string>(),
    creators: new Map<string, Creator>(),
    chosen: new Set<string>(),
    taken: new Set<string>(),
    shownFields: new Set<string>(),
    seenPages: new Map(),
    unsettled: new Set<string>(),
    removed: new Set<string>(),
  }
  const deliveries =
    instance.hookReceiver &&
    createDeliveries({
      receiver: instance.hookReceiver,
      deliveriesOfForge: ofForge.deliveriesTo,
      rules: api.rules,
      lookup: server.lookup,
      patience: run.patience,
      signal: options.signal,
    })
  try {
    return await runHistory(history, {
      server,
      forge,
      comparison,
      deliveries,
      operation,
      shapeOf,
      ...run,
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
