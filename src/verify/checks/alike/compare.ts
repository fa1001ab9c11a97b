import type { OperationResponse } from '../../story/operation-response.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../read-back/write.ts'

interface Shown {
  readonly answer: OperationResponse
  /** The values of the fields, by path (`author.name`). */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Holds what several operations show of one record to each other, field by field, as far as more than
 * one shows it. Where most agree the others are reported; where there is no majority, all are.
 */
export async function checkAlike(t: TestContext, readers: readonly Reader[]): Promise<void> {
  const shown = (await Promise.all(readers.map(show))).flatMap((one) => one ?? [])
  if (shown.length < 2) return
  const rule = 'A record is shown as other operations show it.'
  for (const one of shown) {
    const odd = [...one.fields].filter(([path, value]) => isOdd(path, value, shown))
    const received = Object.fromEntries(odd)
    const others = odd.map(([path]) => `${path} ${[...valuesOf(path, shown)].join(' or ')}`)
    t.expect(one.answer, 'shows-alike', rule).holds(odd.length === 0, others.join(', '), received)
  }
}

async function show({ caller, operation, parameters, find }: Reader): Promise<Shown | undefined> {
  const answer = await caller.attempt(operation, parameters)
  const record = answer.status < 300 ? (find ? find(answer.body) : answer.body) : undefined
  return record === undefined ? undefined : { answer, fields: new Map(fieldsOf(record)) }
}

function isOdd(path: string, value: string, shown: readonly Shown[]): boolean {
  const values = shown.flatMap(({ fields }) => fields.get(path) ?? [])
  const same = values.filter((one) => one === value).length
  const isCommonest = values.every((one) => values.filter((other) => other === one).length <= same)
  const isAlone = new Set(values).size > 1
  return isAlone && !(isCommonest && same * 2 > values.length)
}

function valuesOf(path: string, shown: readonly Shown[]): ReadonlySet<string> {
  return new Set(shown.flatMap(({ fields }) => fields.get(path) ?? []))
}

/** What a server may show late, or changes by being read, or shows of whoever asks. */
const changing = new Set([
  'merge_status',
  'last_activity_at',
  'updated_at',
  'last_sign_in_at',
  'current_sign_in_at',
  'status',
  'started_at',
  'finished_at',
  'permissions',
])

/** The paths and values of all fields; lists of objects are left out, since forms differ in them. */
function fieldsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    return isPlain ? [[path, JSON.stringify([...value].sort())]] : []
  }
  if (typeof value !== 'object' || value === null) return [[path, written(value)]]
  return Object.entries(value).flatMap(([name, field]) =>
    changing.has(name) ? [] : fieldsOf(field, path === '' ? name : `${path}.${name}`),
  )
}

/** Times may be in another zone, and to the second alone. */
function written(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
  return isTime ? String(Math.floor(Date.parse(value) / 1000)) : (JSON.stringify(value) ?? '')
}
