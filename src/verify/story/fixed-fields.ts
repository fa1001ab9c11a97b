import type { OperationId } from '../../contract/operation-contract.ts'
import type { RecordRule } from '../contract/record-rules.ts'
import { at, isObject } from './bodies.ts'
import type { ResponseCheck } from './check-response.ts'

/** Remembers the fields of records that never change, over all responses of a run. */
export interface FixedFields {
  check(check: ResponseCheck): void
}

/** A record as it was shown first, and then by others without a difference. */
interface Known {
  readonly values: Map<string, string>
  readonly operations: Set<OperationId>
}

const AS_EVER = 'What never changes of a record is shown alike in all responses.'

/**
 * Compares every record in every response with all earlier ones: a commit has one message wherever it is embedded, a
 * user one time of creation. Of two values the one that fewer operations show is reported, where there is no majority
 * both are.
 */
export function createFixedFields(): FixedFields {
  const known = new Map<string, Known>()
  /** The operations that showed another value, by record, field and value. */
  const others = new Map<string, Set<OperationId>>()
  const reported = new Set<string>()

  function report(check: ResponseCheck, at: OperationId, field: string, values: Values): void {
    const cause = `shows-alike | ${field}`
    if (reported.has(`${at} ${cause}`)) return
    reported.add(`${at} ${cause}`)
    const { judge, operation, answer, source } = check
    judge.fail({
      operation: at,
      aspect: 'shows-alike',
      rule: AS_EVER,
      source,
      expected: `${field} ${values.expected}`,
      received: values.received,
      exchanges: at === operation.id ? [answer.exchange] : [],
      cause,
    })
  }

  return {
    check(check) {
      const { operation, answer, judge, source } = check
      if (answer.status >= 300) return
      let isAsEver = true
      for (const { name, record, fields } of recordsWithFixed(answer.body, operation.recordRules)) {
        const before = known.get(name) ?? { values: new Map(), operations: new Set() }
        known.set(name, before)
        let isAlike = true
        for (const field of fields) {
          const value = written(at(record, field))
          if (value === undefined) continue
          const shown = before.values.get(field) ?? value
          before.values.set(field, shown)
          if (areAlike(shown, value)) continue
          isAlike = false
          const key = `${name} ${field} ${value}`
          const same = others.get(key) ?? new Set<OperationId>()
          others.set(key, same.add(operation.id))
          const kind = `${name.split(' ').slice(0, -1).join(' ')} ${field}`
          if (same.size <= before.operations.size) {
            report(check, operation.id, kind, { expected: shown, received: value })
          }
          if (same.size < before.operations.size) continue
          for (const one of before.operations) {
            report(check, one, kind, { expected: value, received: shown })
          }
        }
        if (isAlike) before.operations.add(operation.id)
        else isAsEver = false
      }
      if (isAsEver && operation.recordRules.length > 0) {
        judge.pass({ operation: operation.id, aspect: 'shows-alike', rule: AS_EVER, source })
      }
    },
  }
}

interface Values {
  readonly expected: string
  readonly received: string
}

interface FixedRecord {
  /** Its kind and id, such as `commit 2a5f…`. */
  readonly name: string
  readonly record: unknown
  readonly fields: readonly string[]
}

function recordsWithFixed(body: unknown, rules: readonly RecordRule[]): readonly FixedRecord[] {
  return rules.flatMap(({ place, fixed }) =>
    fixed
      ? recordsAt(body, place).flatMap((record) => {
          const id = at(record, 'id')
          const isNamed = typeof id === 'number' || typeof id === 'string'
          return isNamed ? [{ name: `${fixed.record} ${id}`, record, fields: fixed.fields }] : []
        })
      : [],
  )
}

/** Returns the records at a place of a response, such as `*`, `commit` for the commits of a list of branches. */
export function recordsAt(body: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return isObject(body) ? [body] : []
  if (name === '*') return Array.isArray(body) ? body.flatMap((item) => recordsAt(item, rest)) : []
  return isObject(body) ? recordsAt(body[name], rest) : []
}

/** Undefined for a field that is left out or null. */
function written(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value.trimEnd() : JSON.stringify(value)
}

const isTime = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text)

/** Times can be of another zone or precision: a database may round to seconds what the write showed exactly. */
function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  return isTime(one) && isTime(other) && Math.abs(Date.parse(one) - Date.parse(other)) < 1000
}
