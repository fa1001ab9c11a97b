import type { Call } from '../../client/client.ts'
import type { Encoding } from '../../client/encode.ts'
import type { Operation } from '../../contract/operation.ts'
import type { History, Step, Value } from '../../reproduction/history.ts'
import { withoutNames } from '../../reproduction/placeholders.ts'
import { isObject } from '../../story/bodies.ts'
import { isTime } from '../times.ts'
import { FIRST_DISTINCT_ID, isDistinctId } from './distinct-ids.ts'
import type { Recording } from './recorder.ts'
import { createSources, type Sources } from './sources.ts'

/**
 * Returns recorded calls as a history: what earlier responses contained is referred to by placeholders, so that it can
 * be run on any server. Calls are left out that a history cannot express, or must not make: to what belongs to the
 * administrator alone, and with times of the recording.
 *
 * @example
 * const history = historyOf(recorder)
 * // { operation: 'createIssue', as: 'user4', parameters: { id: '<project2>', title: 'The roof leaks' } } …
 */
export function historyOf(recording: Recording): History {
  const sources = createSources()
  for (const { call, answer } of recording.calls) {
    const step = stepOf({ call, recording, sources })
    if (step) sources.add(step, call, answer)
  }
  return withDistinctCommits(sources.history())
}

/**
 * Makes no two commits alike, by their messages: within one second they would be one commit, and two where a second
 * ends between them.
 */
function withDistinctCommits(history: History): History {
  const counts = new Map<string, number>()
  return history.map((step) => {
    const { commit_message: message } = step.parameters
    if (typeof message !== 'string' || message === '') return step
    const count = (counts.get(message) ?? 0) + 1
    counts.set(message, count)
    if (count === 1) return step
    return { ...step, parameters: { ...step.parameters, commit_message: `${message} ${count}` } }
  })
}

/** The context in which the values of a call are replaced. */
interface Replacing {
  readonly call: Call
  readonly recording: Recording
  readonly sources: Sources
}

/** Undefined where a history cannot express the call, or must not make it. */
function stepOf(replacing: Replacing): Step | undefined {
  const { operation, method, encoding, parameters } = replacing.call
  const caller = callerOf(replacing)
  if (method !== undefined || encoding.headers || !caller) return undefined
  if (caller.as === 'admin' && caller.sudo === undefined && isOfCaller(operation)) return undefined
  const filled = fieldsOf(replacing, parameters)
  return filled && { operation: operation.id, ...caller, parameters: filled, ...placesOf(encoding) }
}

/** Whether a call is about what its caller has, since its path names nothing else. */
const isOfCaller = ({ path }: Operation) =>
  /^\/(?:user|issues|notification_settings|groups\/owned|projects\/(?:owned|starred))(?:\/|$)/.test(
    path,
  )

function placesOf({ body }: Encoding): Pick<Step, 'form' | 'inQuery'> {
  if (body === 'form') return { form: true }
  if (body === 'query') return { inQuery: 'all' }
  return body === 'split' ? { inQuery: 'every other' } : {}
}

type Caller = Pick<Step, 'as' | 'credential' | 'sudo' | 'sudoIn'>

function callerOf(replacing: Replacing): Caller | undefined {
  const { call, recording, sources } = replacing
  const { credential, sudo, sudoIn } = call.encoding
  if (credential.kind === 'none') return sudo === undefined ? { as: 'nobody' } : undefined
  const { kind, token } = credential
  if (kind !== 'private token' && kind !== 'private token in the query') return undefined
  const as = token === recording.adminToken ? 'admin' : sources.ownerOf(token)
  if (as === undefined) return { as: 'admin', credential: 'wrong token' }
  const place = kind === 'private token' ? {} : ({ credential: 'query' } as const)
  if (sudo === undefined) return { as, ...place }
  // The administrator, whose id is another one on each server.
  if (/^\d+$/.test(String(sudo)) && Number(sudo) < FIRST_DISTINCT_ID) return undefined
  const named = replaced(replacing, 'sudo', sudo)
  if (named === undefined) return undefined
  return { as, ...place, sudo: String(named), ...(sudoIn === 'query' ? { sudoIn } : {}) }
}

type Fields = Readonly<Record<string, Value>>

/** Undefined where the value of one field has no source. */
function fieldsOf(replacing: Replacing, fields: object): Fields | undefined {
  const filled: Record<string, Value> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const one = replaced(replacing, name, value)
    if (one === undefined) return undefined
    filled[name] = one
  }
  return filled
}

/** Undefined where a value has no source that a placeholder can refer to. */
function replaced(replacing: Replacing, name: string, value: unknown): Value | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => replaced(replacing, name, item) ?? [])
    return items.length === value.length ? items : undefined
  }
  if (isObject(value)) return fieldsOf(replacing, value)
  if (typeof value === 'boolean' || value === null) return value
  const { call, sources } = replacing
  const given = call.operation.parameters.find((one) => one.name === name)
  if (given?.isIid || /^iids?$/.test(name)) {
    const of = /merge_?request/i.test(`${name} ${call.operation.id}`) ? 'merge request' : 'issue'
    const found = sources.number(String(value), of, call.parameters.id)
    // A list can be asked for a number that no record of the run has.
    if (found !== undefined || given?.isIid) return found
  }
  if (typeof value === 'number') {
    const isOfUser = /(?:^|_)(?:user|assignee|author)_ids?$/.test(name) || given?.record === 'user'
    return numberOf(value, isOfUser, sources)
  }
  if (typeof value !== 'string') return undefined
  if (name === 'password') return passwordOf(replacing)
  if (/^ssh-/.test(value)) return sources.key(value)
  return textOf(value, replacing)
}

/** Ids are referred to; other numbers are sent as they are. */
function numberOf(value: number, isOfUser: boolean, sources: Sources): Value | undefined {
  if (isDistinctId(value)) return sources.value(value)
  // The administrator, whose id is not distinct, is no record of the run.
  const isAdministrator = isOfUser && value > 0 && value < FIRST_DISTINCT_ID
  return isAdministrator ? undefined : value
}

/** Each account has a password of its own, which servers accept. */
function passwordOf(replacing: Replacing): string {
  const { username } = replacing.call.parameters
  const name = typeof username === 'string' ? textOf(username, replacing) : undefined
  return `<${/^<(\w+)\.name>$/.exec(name ?? '')?.[1] ?? 'user'}.password>`
}

/** A part of a text that would be taken for a placeholder. */
const likePlaceholder = /<(?=[a-zA-Z]+\d*(?:\.[a-z_]+)?>)/g
const sha = /\b[0-9a-f]{40}\b/g
const shortSha = /^[0-9a-f]{7,39}$/
/** A reference to an issue or a merge request; within a word it is a part of a name. */
const number = /(?<!\w)([#!])(\d+)\b/g

function textOf(value: string, { call, recording, sources }: Replacing): string | undefined {
  const { prefix, mailDomain } = recording
  if (isNearPresent(value)) return undefined
  if (isDistinctId(value)) return sources.value(Number(value))
  if (shortSha.test(value))
    return sources.value(value) ?? (sources.isShort(value) ? undefined : value)
  const placeholderOf = (sign: string | undefined, iid = '') =>
    sources.number(iid, sign === '!' ? 'merge request' : 'issue', call.parameters.id)
  const isKnown = [...value.matchAll(number)].every(
    ([, sign, iid]) => placeholderOf(sign, iid) !== undefined,
  )
  const escaped = value.replace(likePlaceholder, '<lt>')
  const filled = withoutNames(escaped.replaceAll(`@${mailDomain}`, '@<mail>'))
    .replaceAll(`${prefix}-`, '<word>')
    .replaceAll(prefix, '<word>')
    .replace(sha, (id) => sources.value(id) ?? id)
    .replace(number, (text, sign, iid) => `${sign}${placeholderOf(sign, iid) ?? text.slice(1)}`)
  return isKnown && !filled.toLowerCase().includes(prefix) ? filled : undefined
}

const AN_HOUR = 3_600_000

/** Whether a time was read from a response, or is as near: when it is sent again, nothing happened then. */
function isNearPresent(text: string): boolean {
  const now = performance.timeOrigin + performance.now()
  return isTime(text) && Math.abs(Date.parse(text) - now) < AN_HOUR
}
