import { Interrupted, Unreachable } from '../client/answer.ts'
import { loadContract } from '../contract/contract.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { type Progress, readSettings, type Settings, type VerifyOptions } from '../options.ts'
import { traced } from '../reproduction/trace.ts'
import { type Result, type Summary, storyOf } from '../results.ts'
import { stories } from '../stories/index.ts'
import { type Accounts, createAccounts } from '../story/accounts.ts'
import { createCallLog } from '../story/call-log.ts'
import { createFixedFields } from '../story/fixed-fields.ts'
import { createShared, runStory, type StoryEnvironment } from '../story/run-story.ts'
import type { Story } from '../story/story.ts'
import { type Connection, connect } from './connect.ts'
import {
  compareWithForge,
  FORGE_COMPARISON,
  hasComparison,
  type LoadComparison,
} from './forge-comparison.ts'
import { createJudge } from './judge.ts'
import { type Ground, preflight } from './preflight.ts'
import { createQueue } from './queue.ts'
import { scheduleStories } from './schedule.ts'
import { checkNames, checkNotEmpty, readSelection, type Selection } from './selection.ts'
import { storiesOf } from './stories-of.ts'
import { createTally, type ReasonOf, summarizeRun } from './summarize.ts'

/** A run: a stream of results, and their summary at the end. */
export interface Verification extends AsyncIterable<Result> {
  /** Rejects with CannotVerify where the run cannot start. */
  readonly summary: Promise<Summary>
}

/** The timeout for background work of the server, in milliseconds. */
const defaultPatience = 5000

/**
 * Starts a run; without a comparison it consists of checks and stories alone.
 *
 * @example
 * const { isPassed } = await startRun({ url: 'https://forge.example.com', token, only: ['Tags'] }).summary
 */
export function startRun(options: VerifyOptions, loadComparison?: LoadComparison): Verification {
  const queue = createQueue<Result>()
  const summary = runAll(readSettings(options), queue.add, loadComparison)
  // Callers that only iterate get the error of a failed start there.
  summary.then(queue.end, queue.fail)
  return { [Symbol.asyncIterator]: queue.items, summary }
}

async function runAll(
  settings: Settings,
  report: (result: Result) => void,
  loadComparison: LoadComparison | undefined,
): Promise<Summary> {
  const started = performance.now()
  const startedAt = new Date(performance.timeOrigin + started).toISOString()
  const contract = await loadContract(settings.api)
  const all = storiesOf(settings)
  checkNames(settings, contract.operations, [...all, { name: FORGE_COMPARISON }])
  const selection = readSelection(settings, contract.operations)
  const chosen = all.filter(selection.wants)
  const isCompared = loadComparison !== undefined && hasComparison(settings, selection)
  if (!isCompared) checkNotEmpty(selection, contract.operations, chosen)
  const tally = createTally()
  const judge = createJudge(contract, settings, (result) => {
    if (!isAskedFor(selection, result)) return
    tally.add(result)
    report(result)
  })
  const connection = await connect(settings, contract)
  let isReleased = false
  const { client, sandbox, instance } = connection
  const log = createCallLog()
  const { apiUrl } = settings
  const { mailDomain } = instance
  const tracing = traced(judge, { contract, apiUrl, mailDomain, log })
  const run = {
    ...{ contract, selection, client, sandbox, log },
    judge: tracing,
    isReleased: () => isReleased,
    isReading: settings.readOnly === true,
    fixedFields: createFixedFields(),
  }
  const accounts = createAccounts(connection.plainUser)
  const showProgress: ShowProgress = (progress) =>
    settings.onProgress?.({
      ...{ stories: chosen.length, requests: client.requests, failures: judge.failures },
      ...progress,
    })
  const checked = await runStories(settings, connection, { run, accounts }, chosen, {
    showProgress,
    onGround: (ground) => {
      isReleased = ground.isReleased
    },
  })
  const ending =
    checked ??
    (isCompared
      ? await compareWithForge(
          {
            ...{ settings, contract, connection, judge, selection, accounts },
            showProgress: (share) => showProgress({ completed: chosen.length, ...share }),
          },
          loadComparison,
        )
      : undefined)
  const leftBehind = await connection.sandbox.cleanUp(
    settings.keepFailed ? tracing.failed : undefined,
  )
  const asked = {
    selection,
    operations: contract.operations,
    stories: [
      ...stories.filter((one) => chosen.includes(one)),
      ...(isCompared ? [{ name: FORGE_COMPARISON }] : []),
    ],
  }
  const outcome = summarizeRun(tally, asked, reasonsOf(settings, accounts, ending))
  return {
    api: settings.api,
    url: settings.apiUrl,
    startedAt,
    ...outcome,
    // Untested aspects may have failed.
    isPassed: outcome.isPassed && ending === undefined,
    requests: connection.client.requests,
    duration: performance.now() - started,
    leftBehind,
    wasInterrupted: ending instanceof Interrupted,
    ...(ending instanceof Unreachable ? { unreachable: ending.message } : {}),
  }
}

/**
 * Whether a result is reported: failures of prerequisites are as well, since the checks that depend on them did not
 * run.
 */
function isAskedFor(selection: Selection, result: Result): boolean {
  const { operation, resource, verdict } = result
  if (selection.hasOperation(operation, resource) || selection.hasStory(storyOf(result)))
    return true
  return verdict === 'failed' && !selection.isSkipped(operation, resource)
}

type ShowProgress = (progress: Pick<Progress, 'completed' | 'remaining' | 'compared'>) => void

interface Listeners {
  readonly showProgress: ShowProgress
  readonly onGround: (ground: Ground) => void
}

/** Runs the preflight and the stories; returns why they ended early, if they did. */
async function runStories(
  settings: Settings,
  connection: Connection,
  { run, accounts }: Pick<StoryEnvironment, 'run' | 'accounts'>,
  chosen: readonly Story[],
  { showProgress, onGround }: Listeners,
): Promise<Interrupted | Unreachable | undefined> {
  const { instance, sandbox } = connection
  const { token, credentials = {}, signal, concurrency, patience = defaultPatience } = settings
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
  const started = performance.now()
  const report = () => {
    const left = ((performance.now() - started) / completed) * (chosen.length - completed)
    showProgress({ completed, ...(completed > 0 ? { remaining: left } : {}) })
  }
  report()
  try {
    if (!settings.readOnly) onGround(await preflight(connection, settings, { run, accounts }))
    await scheduleStories(chosen, concurrency, async (story) => {
      if (!story.needsInstance || instance.mayBeWritten) await runStory(environment, story)
      completed++
      report()
    })
    return undefined
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Unreachable) return error
    await sandbox.cleanUp()
    throw error
  }
}

/** Returns the reasons why aspects were not tested. */
function reasonsOf(
  { api, readOnly, instance }: Settings,
  { refusal }: Accounts,
  ending: Interrupted | Unreachable | undefined,
): ReasonOf {
  if (ending instanceof Interrupted) return () => 'the run was interrupted before'
  if (ending) return () => `the server could not be reached: ${ending.message}`
  if (readOnly) return () => 'the run is read-only'
  const other = refusal ?? 'no check or story that ran checks it'
  return ({ needsInstance }) =>
    needsInstance && !instance ? judgedApis[api].whyNotOfInstance : other
}
