import type { OperationId } from '../../contract/operation-contract.ts'
import { Interrupted } from '../client/answer.ts'
import type { History } from '../reproduction/history.ts'
import { COMPARISON_RULE, type ComparedRun, FORGE_COMPARISON } from '../run/forge-comparison.ts'
import type { Finding } from '../run/judge.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import { createDraw } from './draw.ts'
import type { SharedHistory } from './drawn-histories.ts'
import { createHistoryRunner, type HistoryRunner } from './history-runner.ts'
import { type ComparedDifference, differenceKey } from './options.ts'
import { stepText, valueText } from './report.ts'
import type { Found } from './run-history.ts'
import { scriptOfDifference } from './script.ts'
import { comparedV3 } from './v3/api.ts'

/** All runs have the same histories. */
const SEED = 0

/** The parts of all 108,000 calls up to the end of the histories with new reads alone, and of those with all reads. */
const SHARES = { ofNewReads: 0.29, ofParts: 0.81 } as const

/** A comparison ends after so many differences: they rarely have more causes. */
const MAX_DIFFERENCES = 12

/** A comparison ends after so many calls without an answer. */
const MAX_UNANSWERED = 3

/** The number of attempts to reduce the calls that show a difference. */
const SHRINK_TRIES = 60

/** A longer history is no script that anybody reads. */
const MAX_SCRIPT_CALLS = 80

/** The number of calls before a difference that are shown. */
const MAX_BEFORE = 8

const about = { rule: COMPARISON_RULE, source: FORGE_COMPARISON } as const

/**
 * Runs histories on the server and on a forge as a part of `forgery verify`: those of all parts of the API, first with
 * new reads alone and then with all, and those of the checks and stories. A difference that the contract does not allow
 * fails the operation that shows it, once the same calls showed it again.
 *
 * @example
 * await judgeByComparison({ settings, contract, connection, judge, time: 20_000, onShare: console.log })
 */
export async function judgeByComparison(run: ComparedRun): Promise<void> {
  const { settings, contract, connection, judge, time, onShare } = run
  const { signal, patience } = settings
  const runner = await createHistoryRunner({
    options: {
      ...{ time, shrinkTries: SHRINK_TRIES },
      ...(patience === undefined ? {} : { patience }),
      ...(signal ? { signal } : {}),
    },
    // What is instance-wide is checked by stories alone, since histories run at once.
    settings: { ...settings, instance: false },
    ...{ contract, connection, api: comparedV3 },
  })
  const known = new Set<string>()
  const compared = new Set<OperationId>()
  const failed = new Set<OperationId>()
  let unanswered = 0
  const end = performance.now() + time
  const isLate = () => performance.now() > end
  const isOver = () =>
    signal?.aborted === true ||
    known.size >= MAX_DIFFERENCES ||
    unanswered >= MAX_UNANSWERED ||
    isLate()
  const isKnown = (one: Parameters<typeof differenceKey>[0]) => known.has(differenceKey(one))

  /** Runs a history, and returns whether it ended with a difference that was not known before. */
  async function play(history: History): Promise<boolean> {
    const { failure, others } = await runner.attempt(history, { isKnown, isOver: isLate })
    const done = failure ? history.slice(0, failure.index + 1) : history
    for (const { operation } of done) compared.add(operation)
    if (!failure || isKnown(failure)) return false
    const key = differenceKey(failure)
    known.add(key)
    // The same response differs there for the same reason.
    for (const one of others) {
      if (one.index === failure.index && one.open === undefined) known.add(differenceKey(one))
    }
    // That a server gives no answer is told by the checks; a limit of its rate is no fault.
    if (failure.place === 'answer') return ++unanswered < MAX_UNANSWERED
    const difference = await runner.shorten(key, done, failure, { seed: SEED })
    if (difference.wasSeenOnce) return true
    for (const finding of findingsOf(difference, failure, run)) {
      failed.add(finding.operation)
      judge.fail(finding)
    }
    return true
  }

  const histories = historiesOf(runner)
  let share = 0
  onShare(share)
  async function work(): Promise<void> {
    while (!isOver()) {
      const { value } = await histories.next()
      if (!value) return
      // What the history does after a difference is in no other one, so it goes on behind it.
      while ((await play(value.history)) && !isOver());
      share = Math.max(share, value.share)
      onShare(share)
    }
  }
  await Promise.all(Array.from({ length: settings.concurrency }, work))
  if (signal?.aborted) throw new Interrupted('The run was interrupted.')
  for (const { id: operation } of contract.operations) {
    if (compared.has(operation) && !failed.has(operation)) {
      judge.pass({ operation, aspect: 'compared', ...about })
    }
  }
}

async function* historiesOf({
  drawNewReads,
  drawSystematic,
  record,
}: HistoryRunner): AsyncGenerator<SharedHistory, undefined> {
  const { ofNewReads, ofParts } = SHARES
  for (const { history, share } of drawNewReads(SEED)) {
    yield { history, share: ofNewReads * share }
  }
  const { parts } = comparedV3
  for (let part = 0; part < parts; part++) {
    const share = ofNewReads + ((ofParts - ofNewReads) * (part + 1)) / parts
    yield { history: drawSystematic(SEED + part), share }
  }
  for await (const { history, share } of record(createDraw(SEED))) {
    yield { history, share: ofParts + (1 - ofParts) * share }
  }
  return undefined
}

/**
 * Returns the failure of the operation that shows a difference, and that of the last write before it, which may have
 * caused it: both are of one cause.
 */
function findingsOf(
  difference: ComparedDifference,
  { step, answer }: Found,
  { contract, connection, settings }: ComparedRun,
): readonly Finding[] {
  const { key: cause, place, history } = difference
  const masked = (value: unknown): unknown =>
    value === undefined
      ? undefined
      : JSON.parse(connection.client.masking.mask(JSON.stringify(value)))
  const [forge, server] = [masked(difference.forge), masked(difference.server)]
  const finding = {
    ...{ aspect: aspectOf(difference), ...about, cause },
    expected: valueText(forge),
    received: valueText(server),
    exchanges: answer ? [answer.exchange] : [],
    before: history.slice(0, -1).slice(-MAX_BEFORE).map(stepText),
    ...(history.length > MAX_SCRIPT_CALLS
      ? {}
      : { script: scriptOfDifference({ ...difference, forge, server }, scriptOptionsOf()) }),
  }
  const operation = comparedV3.operationsOf(contract)
  const isWrite = ({ method }: { readonly method: string }) => method !== 'GET'
  const write = history.findLast((one) => isWrite(operation(one.operation)))
  const ofWrite =
    write && write.operation !== step.operation
      ? [{ ...finding, operation: write.operation, expected: `${place}: ${finding.expected}` }]
      : []
  return [{ ...finding, operation: step.operation }, ...ofWrite].filter(isSpecified)

  /** Histories call some operations that the specification does not have, where a server has them. */
  function isSpecified({ operation: id }: { readonly operation: OperationId }) {
    return contract.operations.some((one) => one.id === id)
  }

  function scriptOptionsOf() {
    return {
      operation: comparedV3.operationsOf(contract),
      tokenField: comparedV3.tokenField,
      kinds: kindsOf(comparedV3.name),
      apiUrl: settings.apiUrl,
      mailDomain: connection.instance.mailDomain,
    }
  }
}

const refusals: readonly unknown[] = [401, 403, 404]

/**
 * Returns the aspect of a difference: `compared:title`, `compared-header:X-Total`, `compared-access` where one side
 * refuses what the other allows.
 */
function aspectOf({ place, forge, server }: ComparedDifference): string {
  if (place === 'status') {
    const isAccess = refusals.includes(forge) || refusals.includes(server)
    return isAccess ? 'compared-access' : 'compared-status'
  }
  if (place.startsWith('header ')) return `compared-header:${place.slice('header '.length)}`
  const [path = ''] = place.split('(')
  const field = /[a-z_]+/.exec(path)?.[0]
  return field === undefined ? 'compared-items' : `compared:${field}`
}
