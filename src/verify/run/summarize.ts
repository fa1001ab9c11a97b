import type { OperationId } from '../../contract/operation-contract.ts'
import type { Aspect } from '../contract/aspect.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { Operation } from '../contract/operation.ts'
import {
  type AspectSummary,
  type Failure,
  hasTested,
  type OperationSummary,
  type Result,
  type StorySummary,
  type Summary,
  storyOf,
  type Totals,
  type Verdict,
} from '../results.ts'
import { isOfInstance } from '../sandbox/writes.ts'
import type { Story } from '../story/story.ts'
import { mergeCauses } from './causes.ts'
import type { Selection } from './selection.ts'

/** By priority: one failure fails an aspect, and a single check is enough to count as tested. */
const byWeight: readonly Verdict[] = ['failed', 'as released', 'passed', 'left open', 'not tested']

/** Aggregates results as they arrive, so that only failures are kept. */
export interface Tally {
  add(result: Result): void
  operations(asked: readonly Operation[], reasonOf: ReasonOf): readonly OperationSummary[]
  hasSeen(operation: OperationId): boolean
  /** Returns the results of operations that were not selected as a whole. */
  seen(operations: readonly Operation[]): readonly OperationSummary[]
  story(name: string): Omit<StorySummary, 'name'>
  readonly failures: readonly Failure[]
}

interface Folded {
  rule: string
  verdict: Verdict
  reason?: string
  checks: number
}

export function createTally(): Tally {
  const aspects = new Map<string, Map<string, Folded>>()
  const stories = new Map<string, Folded>()
  const failures = new Map<string, { result: Result; others: Result[] }>()
  return {
    add(result) {
      const known = aspects.get(result.operation) ?? new Map<string, Folded>()
      aspects.set(result.operation, known)
      fold(known, result.aspect, result)
      fold(stories, storyOf(result), result)
      if (result.verdict !== 'failed' || result.cause === undefined) return
      const same = failures.get(result.cause)
      if (same) same.others.push(result)
      else failures.set(result.cause, { result, others: [] })
    },
    operations: (asked, reasonOf) =>
      asked.map((operation) => {
        const reason = reasonOf({ needsInstance: needsInstance(operation) })
        return summarizeOperation(operation, aspects.get(operation.id), reason)
      }),
    hasSeen: (operation) => aspects.has(operation),
    seen: (operations) =>
      operations.map((operation) => {
        const { aspects: all, ...rest } = summarizeOperation(
          operation,
          aspects.get(operation.id),
          '',
        )
        return { ...rest, aspects: all.filter(({ checks }) => checks > 0) }
      }),
    story(name) {
      const { verdict = 'not tested', reason, checks = 0 } = stories.get(name) ?? {}
      return { verdict, checks, ...(reason === undefined ? {} : { reason }) }
    },
    get failures() {
      return [...failures].map(([cause, { result, others }]) => ({ cause, result, others }))
    },
  }
}

function fold(known: Map<string, Folded>, name: string, result: Result): void {
  const before = known.get(name)
  const checks = (before?.checks ?? 0) + 1
  if (before && weigh(before.verdict) <= weigh(result.verdict)) before.checks = checks
  else {
    const { rule, verdict, reason } = result
    known.set(name, { rule, verdict, checks, ...(reason === undefined ? {} : { reason }) })
  }
}

const weigh = (verdict: Verdict) => byWeight.indexOf(verdict)

function summarizeOperation(
  operation: Operation,
  seen: ReadonlyMap<string, Folded> | undefined,
  reason: string,
): OperationSummary {
  const planned = aspectsOf(operation)
  const names = new Set(planned.map(({ name }) => name))
  const beyond = [...(seen ?? [])].filter(([name]) => !names.has(name))
  return {
    operation: operation.id,
    resource: operation.resource,
    method: operation.method,
    path: operation.path,
    aspects: [
      ...planned.map((aspect) => summarizeAspect(aspect, seen?.get(aspect.name), reason)),
      ...beyond.map(([aspect, folded]) => ({ aspect, ...folded })),
    ],
  }
}

function summarizeAspect(
  { name, rule, isLeftOpen }: Aspect,
  folded: Folded | undefined,
  reason: string,
): AspectSummary {
  if (folded) return { aspect: name, ...folded, rule }
  if (isLeftOpen) return { aspect: name, rule, verdict: 'left open', reason: isLeftOpen, checks: 0 }
  return { aspect: name, rule, verdict: 'not tested', reason, checks: 0 }
}

/** Whether anything was tested, and all failures are in the baseline. */
export function hasPassed(totals: Totals, failures: readonly Failure[]): boolean {
  const isNew = ({ isInBaseline }: Result) => !isInBaseline
  return (
    hasTested(totals) && !failures.some(({ result, others }) => [result, ...others].some(isNew))
  )
}

export function totalsOf(operations: readonly OperationSummary[]): Totals {
  const all = operations.flatMap(({ aspects }) => aspects)
  const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    'as released': count('as released'),
    'not tested': count('not tested'),
    'left open': count('left open'),
  }
}

/** The selection of a run. */
interface Asked {
  readonly selection: Selection
  readonly operations: readonly Operation[]
  readonly stories: readonly Pick<Story, 'name' | 'needsInstance'>[]
}

/** Returns the reason why an aspect was not tested. */
export type ReasonOf = (what: { readonly needsInstance?: boolean }) => string

/** Whether all aspects of an operation need writes to system hooks and settings. */
function needsInstance(operation: Operation): boolean {
  const { isInstanceWritten } = judgedApis[operation.api]
  const isOfHooks = isInstanceWritten && operation.resource === 'System hooks'
  return isOfInstance({ operation }) || isOfHooks
}

/** Summarizes a run. */
export function summarizeRun(
  tally: Tally,
  { selection, operations: all, stories }: Asked,
  reasonOf: ReasonOf,
): Pick<Summary, 'totals' | 'operations' | 'stories' | 'failures' | 'isPassed'> {
  const asked = all.filter(({ id, resource }) => selection.hasOperation(id, resource))
  const beside = all.filter((one) => !asked.includes(one) && tally.hasSeen(one.id))
  const operations = [...tally.operations(asked, reasonOf), ...tally.seen(beside)]
  const totals = totalsOf(operations)
  const reads = new Set(all.flatMap(({ id, method }) => (method === 'GET' ? [id] : [])))
  return {
    totals,
    operations,
    stories: stories.map((story) =>
      withReason({ name: story.name, ...tally.story(story.name) }, reasonOf(story)),
    ),
    failures: mergeCauses(tally.failures, (operation) => reads.has(operation)),
    isPassed: hasPassed(totals, tally.failures),
  }
}

/** Adds a reason to a story without results, which did not run to its end. */
function withReason(story: StorySummary, reason: string): StorySummary {
  return story.verdict === 'not tested' && story.checks === 0 ? { ...story, reason } : story
}
