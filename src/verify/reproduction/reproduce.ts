import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import { storyOf } from '../results.ts'
import type { LoggedCall } from '../story/call-log.ts'
import { type History, type Step, sessionOf, type Value, type Values } from './history.ts'
import { createOrigins, fieldOf, type Origins, withoutNames } from './placeholders.ts'
import type { RequestCall } from './request-call.ts'

/** The recorded data that a reproduction is made from. */
export interface Recorded {
  readonly api: ApiName
  readonly operation: (id: OperationId) => Operation
  /** The preceding writes that were carried out. */
  readonly calls: readonly LoggedCall[]
}

/** A history that reproduces a request. */
export interface Reproduction {
  readonly history: History
  /** The writes of the run that it repeats. */
  readonly calls: readonly LoggedCall[]
}

/** A write of the log, or the failed request. */
type Reproduced = LoggedCall | RequestCall

/** The maximum number of steps, beyond which a reproduction is unreadable. */
const MAX_STEPS = 60

/**
 * Returns the calls that lead to a request, as a self-contained history: those that created the records it refers to
 * and its callers, their memberships, and the writes of the same check or story in the same places. Undefined where it
 * refers to something that no call of the run created, or uses a credential that histories do not support.
 */
export function reproduce(
  failing: RequestCall,
  source: string,
  recorded: Recorded,
): Reproduction | undefined {
  const { api, operation } = recorded
  const calls = withoutItself(recorded.calls, failing)
  const users = new Map(
    calls
      .filter((call) => call.operation === 'createUser')
      .map((call) => [String(call.parameters.username), call]),
  )
  const origins = createOrigins(operation, calls)
  const needed = new Set<LoggedCall>()

  const needs = new Map<Reproduced, readonly LoggedCall[]>()
  function needsOf(call: Reproduced): readonly LoggedCall[] {
    const known = needs.get(call)
    if (known) return known
    const made = namedBy(operation(call.operation), call.parameters, origins)
    const user = users.get(call.who)
    const found = user ? [...made, user] : made
    needs.set(call, found)
    return found
  }
  function need(call: Reproduced): void {
    for (const one of [...needsOf(call), ...branchesOf(call, calls)]) {
      if (needed.has(one)) continue
      needed.add(one)
      need(one)
    }
  }
  /**
   * Whether a write belongs to the reproduction without being referred to: a write of the same chapter or before the
   * chapters of the story, an item of a list, or members and code of a place; only in places of the reproduction.
   */
  function belongsTo(call: LoggedCall): boolean {
    const made = needsOf(call)
    if (made.length === 0 || !made.every((one) => needed.has(one))) return false
    if (call.source === source || call.source === storyOf({ source })) return true
    const isOfList = operation(call.operation).path.startsWith(operation(failing.operation).path)
    return (
      (isOfFixture.has(call.operation) || isOfList) &&
      made.every((one) => one.source === call.source)
    )
  }
  need(failing)
  for (let size = -1; size !== needed.size; ) {
    size = needed.size
    for (const call of calls) {
      if (needed.has(call) || !belongsTo(call)) continue
      needed.add(call)
      need(call)
    }
  }
  const steps = [...calls.filter((call) => needed.has(call)), failing]
  if (steps.length > MAX_STEPS) return undefined
  const history = steps.map((call) => stepOf(call, { api, operation, origins, users }))
  if (!history.every((parts) => parts !== undefined)) return undefined
  return { history: history.flat(), calls: steps.slice(0, -1).filter((one) => 'status' in one) }
}

/** Returns the log without the failed request itself, if that is a write that was carried out. */
function withoutItself(calls: readonly LoggedCall[], failing: RequestCall): readonly LoggedCall[] {
  const last = calls.findLastIndex(
    ({ operation, who, parameters }) =>
      operation === failing.operation &&
      who === failing.who &&
      Object.entries(failing.parameters).every(([name, value]) =>
        [parameters[name], String(parameters[name])].some(
          (sent) => JSON.stringify(sent) === JSON.stringify(value),
        ),
      ),
  )
  return last < 0 ? calls : calls.toSpliced(last, 1)
}

/** Returns the calls that created the records of the parameters. */
function namedBy(operation: Operation, parameters: Parameters, origins: Origins): LoggedCall[] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => origins.of(operation, parameters, name, one) ?? []),
  )
}

/** The parameters that refer to an existing branch. */
const namesOfBranches = ['ref', 'ref_name', 'source_branch', 'target_branch', 'branch'] as const

/**
 * Returns the calls that created the branches of a call in the same project, since names do not identify their origin.
 */
function branchesOf({ parameters }: Reproduced, calls: readonly LoggedCall[]): LoggedCall[] {
  const named: readonly unknown[] = namesOfBranches.flatMap((name) => parameters[name] ?? [])
  return calls.filter(
    (one) =>
      one.operation === 'createBranch' &&
      String(one.parameters.id) === String(parameters.id) &&
      named.includes(one.parameters.branch_name),
  )
}

/** The operations that set up members and code of a fixture, which no parameter refers to. */
const isOfFixture: ReadonlySet<OperationId> = new Set([
  'addGroupMember',
  'addProjectMember',
  'createCommit',
  'createBranch',
  'createTag',
])

interface Writing extends Omit<Recorded, 'calls'> {
  readonly origins: Origins
  readonly users: ReadonlyMap<string, LoggedCall>
}

/** Returns the steps of a call; for a new user, also those that provide a token. */
function stepOf(call: Reproduced, writing: Writing): Step[] | undefined {
  const { operation: id, parameters } = call
  const { api, operation, origins, users } = writing
  const caller = callerOf(call, users)
  if (!caller) return undefined
  const filled = fillPlaceholders(operation(id), parameters, origins)
  if (!filled) return undefined
  const isMaking = 'status' in call && call.id !== undefined
  const made = isMaking ? origins.symbolOf(call) : undefined
  const step: Step = {
    operation: id,
    ...caller,
    parameters: filled,
    ...(made === undefined ? {} : { makes: made }),
  }
  if (id !== 'createUser' || made === undefined) return [step]
  return [step, sessionSteps[api](made)]
}

const sessionSteps: Readonly<Record<ApiName, (user: string) => Step>> = {
  v3: (user) => ({
    operation: 'getCurrentUser',
    as: user,
    credential: 'sudo by name',
    parameters: {},
    makes: sessionOf(user),
  }),
  v4: (user) => ({
    operation: 'createPersonalToken',
    as: 'admin',
    parameters: { user_id: `<${user}>`, name: '<word>', scopes: ['api'] },
    makes: sessionOf(user),
  }),
}

type StepCaller = Pick<Step, 'as' | 'credential'>

/** Returns the caller of a step; undefined where a history cannot express it. */
function callerOf(
  call: Reproduced,
  users: ReadonlyMap<string, LoggedCall>,
): StepCaller | undefined {
  const { who, sudo } = call
  if (sudo !== undefined) {
    const [name] = [...users].find(([name, { id }]) => name === String(sudo) || id === sudo) ?? []
    if (who !== 'the administrator' || name === undefined) return undefined
    return { as: symbolOfName(name), credential: name === sudo ? 'sudo by name' : 'sudo by id' }
  }
  if (who === 'the administrator') return { as: 'admin' }
  if (who === 'anonymous') return { as: 'nobody' }
  return users.has(who) ? { as: symbolOfName(who) } : undefined
}

const symbolOfName = (name: string) => withoutNames(name).replace(/^<(\w+)\.name>$/, '$1')

/** Replaces values that other calls created by placeholders; undefined where one has no origin. */
function fillPlaceholders(
  operation: Operation,
  parameters: Parameters,
  origins: Origins,
): Values | undefined {
  const filled: Record<string, Value> = {}
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    const place = operation.parameters.find((one) => one.name === name && one.in === 'path')
    const one = fillValue({ operation, parameters, origins }, name, value)
    const isLiteral = typeof one === 'number' || /^\d+$/.test(String(one))
    if (place && isLiteral && !isUnknown(one)) return undefined
    filled[name] = name === 'password' ? passwordOf(parameters) : one
  }
  return filled
}

const passwordOf = ({ username }: Parameters): string =>
  username === undefined ? 'Aa1-<word>' : `<${symbolOfName(String(username))}.password>`

/** Whether a value is an unknown id, which is sent unchanged. */
const isUnknown = (value: Value) => Number(value) > 2_000_000_000

interface Filling {
  readonly operation: Operation
  readonly parameters: Parameters
  readonly origins: Origins
}

function fillValue(filling: Filling, name: string, value: unknown): Value {
  const { operation, parameters, origins } = filling
  if (Array.isArray(value)) return value.map((one) => fillValue(filling, name, one))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, one]) => [key, fillValue(filling, key, one)]))
  }
  const maker = origins.of(operation, parameters, name, value)
  if (maker) {
    const field = fieldOf(operation, name) === 'iid' ? '.iid' : ''
    return `<${origins.symbolOf(maker)}${field}>`
  }
  if (typeof value === 'string') return withoutNames(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
