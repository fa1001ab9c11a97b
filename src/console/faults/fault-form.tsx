import { useState } from 'preact/hooks'
import type { FaultDescription } from '../../forge/control.ts'
import { people } from '../session/overview.ts'

/** The effects of faults, as the form lists them. */
const effects = {
  status: 'a status is answered',
  delay: 'it takes its time',
  drop: 'the connection is lost',
  stall: 'there is never an answer',
  truncate: 'half of the body comes',
  malform: 'the body is no JSON',
  stale: 'the answer is that before the last write',
} as const

type Effect = keyof typeof effects

/** The values of the form. */
interface Fields {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly user: string
  readonly effect: Effect
  readonly status: string
  readonly retryAfter: string
  readonly delay: string
  readonly phase: 'before' | 'after'
  readonly times: string
  readonly share: string
  readonly isForAll: boolean
}

const nothing: Fields = {
  operation: '',
  method: '',
  path: '',
  user: '',
  effect: 'status',
  status: '500',
  retryAfter: '',
  delay: '',
  phase: 'before',
  times: '',
  share: '',
  isForAll: false,
}

/** Returns the values in an address: `?operation=createIssue&status=503&times=1`. */
export function fieldsOf(query: URLSearchParams): Partial<Fields> {
  const known = Object.keys(nothing).filter((name) => query.has(name) && name !== 'isForAll')
  return Object.fromEntries(known.map((name) => [name, query.get(name)]))
}

/** Returns the fault of the values; the forge validates it. */
function faultOf(fields: Fields): FaultDescription {
  const { effect, phase, delay, isForAll } = fields
  const text = (name: 'operation' | 'method' | 'path' | 'user') => fields[name].trim() || undefined
  const number = (name: 'status' | 'retryAfter' | 'times') =>
    fields[name].trim() === '' ? undefined : Number(fields[name])
  const hasRetry = effect === 'status' && /^(429|503)$/.test(fields.status.trim())
  const hasPhase = !['truncate', 'malform', 'stale'].includes(effect)
  return withoutUndefined({
    operation: text('operation') as FaultDescription['operation'],
    method: text('method')?.toUpperCase(),
    path: text('path'),
    user: text('user'),
    times: number('times'),
    share: fields.share.trim() === '' ? undefined : Number(fields.share) / 100,
    phase: hasPhase && phase === 'after' ? phase : undefined,
    status: effect === 'status' ? number('status') : undefined,
    retryAfter: hasRetry ? number('retryAfter') : undefined,
    delay: /^\d+$/.test(delay.trim()) ? Number(delay) : delay.trim() || undefined,
    connection: effect === 'drop' || effect === 'stall' ? effect : undefined,
    body: effect === 'truncate' || effect === 'malform' ? effect : undefined,
    isStale: effect === 'stale' ? true : undefined,
    world: isForAll ? '*' : undefined,
  })
}

function withoutUndefined(
  fault: {
    [Name in keyof FaultDescription]: FaultDescription[Name] | undefined
  },
): FaultDescription {
  return Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
}

interface FaultFormProps {
  readonly given: Partial<Fields>
  readonly operations: readonly string[]
  /** Resolves to whether the fault was accepted. */
  readonly onAdd: (fault: FaultDescription) => Promise<boolean>
}

/** A form for a fault: the matching requests, and the effect on them. */
export function FaultForm({ given, operations, onAdd }: FaultFormProps) {
  const [fields, setFields] = useState<Fields>({ ...nothing, ...given })
  const { effect } = fields
  const set = (changes: Partial<Fields>) => setFields({ ...fields, ...changes })
  const field = (name: keyof Fields, label: string, more: object = {}) => (
    <label>
      {label}
      <input
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={String(fields[name])}
        onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
        {...more}
      />
    </label>
  )
  return (
    <form
      class="card fault-form"
      aria-label="A new fault"
      onSubmit={async (event) => {
        event.preventDefault()
        if (await onAdd(faultOf(fields))) setFields(nothing)
      }}
    >
      <fieldset>
        <legend>Which requests</legend>
        {field('operation', 'Operation', { list: 'fault-operations', placeholder: 'any' })}
        <datalist id="fault-operations">
          {operations.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {field('method', 'Method', { placeholder: 'any, or PUT,DELETE' })}
        {field('path', 'Path below the API', { placeholder: '/projects/**' })}
        <label>
          User
          <select
            value={fields.user}
            onChange={({ currentTarget }) => set({ user: currentTarget.value })}
          >
            <option value="">anybody</option>
            {people.value.map(({ username }) => (
              <option key={username}>{username}</option>
            ))}
          </select>
        </label>
        {field('share', 'Share, in %', { placeholder: 'all', inputMode: 'decimal' })}
        {field('times', 'How many', { placeholder: 'any number', inputMode: 'numeric' })}
      </fieldset>
      <fieldset>
        <legend>What happens</legend>
        <label>
          Effect
          <select
            value={effect}
            onChange={({ currentTarget }) => set({ effect: currentTarget.value as Effect })}
          >
            {Object.entries(effects).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {effect === 'status' && field('status', 'Status', { inputMode: 'numeric', required: true })}
        {effect === 'status' &&
          /^(429|503)$/.test(fields.status) &&
          field('retryAfter', 'Retry-After, in seconds', {
            placeholder: '1',
            inputMode: 'numeric',
          })}
        {field('delay', 'Delay, in ms', {
          placeholder: effect === 'delay' ? '200..800' : 'none',
          required: effect === 'delay',
        })}
        {!['truncate', 'malform', 'stale'].includes(effect) && (
          <label>
            When
            <select
              value={fields.phase}
              onChange={({ currentTarget }) => set({ phase: currentTarget.value as 'before' })}
            >
              <option value="before">before it is carried out</option>
              <option value="after">after, so the answer is lost</option>
            </select>
          </label>
        )}
      </fieldset>
      <div class="fault-send">
        <label class="fault-check">
          <input
            type="checkbox"
            checked={fields.isForAll}
            onChange={({ currentTarget }) => set({ isForAll: currentTarget.checked })}
          />
          in all worlds of the server
        </label>
        <button type="submit" class="is-first">
          Add the fault
        </button>
      </div>
    </form>
  )
}
