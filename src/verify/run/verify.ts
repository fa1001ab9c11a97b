import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import { checks, readOnlyChecks } from '../checks/index.ts'
import { Interrupted } from '../client/answer.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import { readSettings, type Settings, type VerifyOptions } from '../options.ts'
import { type Result, type StorySummary, type Summary, storyOf } from '../results.ts'
import { stories } from '../stories/index.ts'
import { type Accounts, createAccounts } from '../story/accounts.ts'
import { runStory, type StoryEnvironment } from '../story/run-story.ts'
import { createShared } from '../story/shared.ts'
import type { Story } from '../story/story.ts'
import { type Connection, connect } from './connect.ts'
import { createJudge } from './judge.ts'
import { checkNames, checkNotEmpty, readSelection, type Selection } from './selection.ts'
import { createTally, hasPassed, type Tally, totalsOf } from './summarize.ts'

/** A run: the results as they come, and their summary at the end. */
export interface Verification extends AsyncIterable<Result> {
  /** Rejects with CannotVerify where the run could not begin. */
  readonly summary: Promise<Summary>
}

/** How long a server may take for what it does in the background, in milliseconds. */
const defaultPatience = 5000

/**
 * Holds a real server to the contract.
 *
 * @example
 * const run = verify({ url: 'https://forge.example.com', token })
 * for await (const result of run) if (result.verdict === 'failed') report(result)
 * const { isPassed, totals } = await run.summary
 */
export function verify(options: VerifyOptions): Verification {
  const queue = createQueue<Result>()
  const summary = runAll(readSettings(options), queue.add)
  // Whoever only iterates hears of a failure to begin there.
  summary.then(queue.end, queue.fail)
  return { [Symbol.asyncIterator]: queue.items, summary }
}

async function runAll(settings: Settings, report: (result: Result) => void): Promise<Summary> {
  const started = performance.now()
  const contract = await loadContract()
  const all = settings.readOnly ? readOnlyChecks : [...checks, ...stories]
  checkNames(settings, contract.operations, all)
  const selection = readSelection(settings, contract.operations)
  const chosen = all.filter(selection.wants)
  checkNotEmpty(selection, contract.operations, chosen)
  const tally = createTally()
  const judge = createJudge(contract, settings, (result) => {
    if (!isAskedFor(selection, result)) return
    tally.add(result)
    report(result)
  })
  const connection = await connect(settings, contract)
  const run = { contract, selection, client: connection.client, judge, sandbox: connection.sandbox }
  const accounts = createAccounts(connection.plainUser)
  const wasInterrupted = await runStories(settings, connection, { run, accounts }, chosen)
  const leftBehind = await connection.sandbox.cleanUp()
  return {
    ...summarize(settings, contract, tally, chosen, reasonOf(settings, accounts, wasInterrupted)),
    requests: connection.client.requests,
    duration: performance.now() - started,
    leftBehind,
    wasInterrupted,
  }
}

/** What fails on the way to what was asked for is reported as well: nothing that stands on it was checked. */
function isAskedFor(selection: Selection, result: Result): boolean {
  const { operation, resource, verdict } = result
  if (selection.hasOperation(operation, resource) || selection.hasStory(storyOf(result)))
    return true
  return verdict === 'failed' && !selection.isSkipped(operation, resource)
}

async function runStories(
  settings: Settings,
  { instance }: Connection,
  { run, accounts }: Pick<StoryEnvironment, 'run' | 'accounts'>,
  chosen: readonly Story[],
): Promise<boolean> {
  const {
    token,
    credentials = {},
    signal,
    concurrency,
    patience = defaultPatience,
    onProgress,
  } = settings
  const environment = {
    run,
    accounts,
    instance,
    token,
    credentials,
    patience,
    shared: createShared(),
    ...(signal ? { signal } : {}),
  }
  let completed = 0
  const report = () => {
    const { requests } = run.client
    onProgress?.({ completed, stories: chosen.length, requests, failures: run.judge.failures })
  }
  report()
  try {
    await scheduleStories(chosen, concurrency, async (story) => {
      await runStory(environment, story)
      completed++
      report()
    })
    return false
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    return true
  }
}

/** Why nothing checked what nothing checked. */
function reasonOf({ readOnly }: Settings, { refusal }: Accounts, wasInterrupted: boolean): string {
  if (wasInterrupted) return 'the run was interrupted before'
  if (readOnly) return 'the run is read-only'
  return refusal ?? 'no check or story that ran checks it'
}

function summarize(
  settings: Settings,
  contract: Contract,
  tally: Tally,
  chosen: readonly Story[],
  reason: string,
) {
  const selection = readSelection(settings, contract.operations)
  const asked = contract.operations.filter(({ id, resource }) =>
    selection.hasOperation(id, resource),
  )
  const beside = contract.operations.filter((one) => !asked.includes(one) && tally.hasSeen(one.id))
  const operations = [...tally.operations(asked, reason), ...tally.seen(beside)]
  const totals = totalsOf(operations)
  return {
    url: settings.apiUrl,
    totals,
    operations,
    stories: chosen
      .filter((one) => stories.includes(one))
      .map(({ name }) => withReason({ name, ...tally.story(name) }, reason)),
    failures: tally.failures,
    isPassed: hasPassed(totals, tally.failures),
  }
}

/** A story that reported nothing did not run to its end: it says why. */
function withReason(story: StorySummary, reason: string): StorySummary {
  return story.verdict === 'not tested' && story.checks === 0 ? { ...story, reason } : story
}

/**
 * Runs stories side by side, so many at once, the long ones first, and the exclusive ones alone after
 * all others: either they check what shows only while nobody else writes, or they change settings
 * that a server may keep in one record, where two that write it at once would undo each other. What
 * one throws (an interruption) ends all, when the others have ended as well.
 */
export async function scheduleStories(
  stories: readonly Story[],
  atOnce: number,
  run: (story: Story) => Promise<void>,
): Promise<void> {
  const shared = stories.filter(({ isExclusive }) => !isExclusive)
  const queue = shared.toSorted((one, other) => weight(other) - weight(one)).values()
  const workers = Array.from({ length: Math.max(1, atOnce) }, async () => {
    for (const story of queue) await run(story)
  })
  const outcomes = await Promise.allSettled(workers)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  for (const story of stories) if (story.isExclusive) await run(story)
}

const weight = ({ isLong }: Story) => (isLong ? 1 : 0)

/** Hands items on as they come, to whoever iterates: at once or later. */
export interface Queue<Item> {
  readonly add: (item: Item) => void
  readonly end: () => void
  /** Throws at whoever iterates, after the items that came before. */
  readonly fail: (error: unknown) => void
  readonly items: () => AsyncIterator<Item>
}

function createQueue<Item>(): Queue<Item> {
  const items: Item[] = []
  let isEnded = false
  let problem: { readonly error: unknown } | undefined
  let wake = () => {}

  async function* read(): AsyncGenerator<Item> {
    for (;;) {
      while (items.length > 0) yield* items.splice(0)
      if (problem) throw problem.error
      if (isEnded) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    add(item) {
      items.push(item)
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    fail(error) {
      problem = { error }
      wake()
    },
    items: read,
  }
}

/** What a run would check. */
export interface Plan {
  readonly operations: readonly {
    readonly operation: OperationId
    readonly resource: OperationTag
    readonly aspects: readonly string[]
  }[]
  readonly stories: readonly string[]
}

/** Names what a run would check, without a server. */
export async function plan(options: Pick<VerifyOptions, 'only' | 'skip'> = {}): Promise<Plan> {
  const { operations } = await loadContract()
  checkNames(options, operations, [...checks, ...stories])
  const selection = readSelection(options, operations)
  return {
    operations: operations
      .filter(({ id, resource }) => selection.hasOperation(id, resource))
      .map((operation) => ({
        operation: operation.id,
        resource: operation.resource,
        aspects: aspectsOf(operation).map(({ name }) => name),
      })),
    stories: stories.filter(selection.wants).map(({ name }) => name),
  }
}
