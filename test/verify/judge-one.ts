import { createForge } from '../../src/forge/create-forge.ts'
import { CannotVerify, type HookReceiver, type Result, verify } from '../../src/verify/index.ts'
import { inProcess } from './in-process.ts'
import { createFaultyServer, type Mutant } from './mutants/index.ts'
import { otherCredentials, startVariant, type Variant } from './variants/index.ts'

/**
 * What a judge made of a mutant. A fault that is `not reached` never showed itself: the judge did
 * not ask what it falsifies.
 */
export type Outcome = 'caught' | 'caught elsewhere' | 'survived' | 'not reached'
export const outcomes = ['caught', 'caught elsewhere', 'survived', 'not reached'] as const

export interface MutantVerdict {
  readonly name: string
  readonly operation: string
  readonly kind: string
  readonly outcome: Outcome
  /** Operation, aspect and rule of the first failures, those at the right operation first. */
  readonly reported: readonly string[]
  readonly milliseconds: number
}

export interface VariantVerdict {
  readonly name: string
  readonly isPassed: boolean
  readonly reported: readonly string[]
  readonly requests: number
  readonly milliseconds: number
}

/** Longer than any answer in one process takes, in milliseconds. */
const timeout = 3000

/**
 * Judges one mutant, and ends as soon as it is reported where it should be; with `only` by the checks and
 * stories of some operations or resources. A receiver is for the deliveries of system hooks.
 */
export async function judgeMutant(
  mutant: Mutant,
  only?: readonly string[],
  hookReceiver?: HookReceiver,
): Promise<MutantVerdict> {
  const started = performance.now()
  const fetch = hookReceiver ? toThisMachine : noNetwork
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const server = createFaultyServer(mutant, forge)
  const stop = new AbortController()
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    instance: true,
    journal: () => {},
    strict: mutant.isAsReleased ?? false,
    credentials: otherCredentials,
    fetch: inProcess(server.handle),
    timeout,
    patience: 500,
    signal: stop.signal,
    ...(only ? { only } : {}),
    ...(hookReceiver ? { hookReceiver } : {}),
  })
  const reported: string[] = []
  let isCaught = false
  try {
    for await (const result of run) {
      if (result.verdict !== 'failed') continue
      isCaught = isReportedAt(mutant, result.operation)
      reported.unshift(describe(result))
      if (isCaught) break
    }
  } catch (error) {
    if (!(error instanceof CannotVerify)) throw error
    reported.unshift(`could not begin: ${error.message}`)
  }
  stop.abort()
  await run.summary.catch(() => {})
  return {
    name: mutant.name,
    operation: mutant.operation,
    kind: mutant.kind,
    outcome: outcomeOf(isCaught, reported.length > 0, server.hits() > 0),
    reported: reported.slice(0, 3),
    milliseconds: performance.now() - started,
  }
}

function outcomeOf(isCaught: boolean, isReported: boolean, isReached: boolean): Outcome {
  if (isCaught) return 'caught'
  if (isReported) return 'caught elsewhere'
  return isReached ? 'survived' : 'not reached'
}

function isReportedAt({ operation, alsoAt = [] }: Mutant, place: Result['operation']): boolean {
  return alsoAt === 'anywhere' || [operation, ...alsoAt].some((one) => one === place)
}

/** Judges one variant from beginning to end, or with `only` some operations or resources of it. */
export async function judgeVariant(
  variant: Variant,
  only?: readonly string[],
): Promise<VariantVerdict> {
  const started = performance.now()
  const running = await startVariant(variant)
  const reported: string[] = []
  let requests = 0
  try {
    const run = verify({ ...running.options, ...(only ? { only } : {}) })
    for await (const result of run) if (result.verdict === 'failed') reported.push(describe(result))
    const summary = await run.summary
    requests = summary.requests
    for (const { kind, name, reason } of summary.leftBehind) {
      reported.push(`left behind: ${kind} ${name} (${reason})`)
    }
  } catch (error) {
    reported.push(`could not be judged: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await running.close()
  }
  const milliseconds = performance.now() - started
  return { name: variant.name, isPassed: reported.length === 0, reported, requests, milliseconds }
}

function describe({ operation, aspect, rule, expected, received, source }: Result): string {
  return `${operation} ${aspect}: ${rule} Expected ${expected}, received ${received} (${source})`
}

const toThisMachine: typeof fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  return hostname === '127.0.0.1' ? fetch(input, init) : noNetwork()
}

function noNetwork(): Promise<Response> {
  return Promise.reject(new TypeError('There is no network behind this server.'))
}
