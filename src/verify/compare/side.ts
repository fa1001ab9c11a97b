import type { OperationId } from '../../contract/operation-contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Call } from '../client/client.ts'
import type { Credential, Encoding } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import { fill, type Lookup, type Step, sessionOf } from '../reproduction/history.ts'
import { wrongCredential } from '../reproduction/wrong-tokens.ts'
import { at, isObject } from '../story/bodies.ts'

/** One of the two sides, the server or the forge, with the ids and tokens that it returned. */
export interface Side {
  /** Executes a step; undefined where something that it needs was never created on this side. */
  perform(step: Step): Promise<Answer | undefined>
  /** Returns the value of a placeholder on this side. */
  readonly lookup: Lookup
}

export interface SideOptions {
  readonly call: (call: Call) => Promise<Answer>
  readonly operation: (id: OperationId) => Operation
  readonly adminToken: string
  /** The field of a session with the token. */
  readonly tokenField: string
  /** The names and passwords, which are the same on both sides. */
  readonly names: Lookup
  /** Called with each token that a response contains. */
  readonly onSecret: (secret: string) => void
  /** The name of the history of the calls. */
  readonly source: string
}

/** An id without a user. */
const NOBODY = 2_147_480_000

export function createSide(options: SideOptions): Side {
  const { call, operation, adminToken, tokenField, names, onSecret, source } = options
  const made = new Map<string, unknown>()
  const lookup: Lookup = (symbol, field) =>
    names(symbol, field) ?? (made.has(symbol) ? at(made.get(symbol), field ?? 'id') : undefined)

  function encodingOf(step: Step): Encoding | undefined {
    const { as, credential, form, inQuery } = step
    const place = inQuery && (inQuery === 'all' ? 'query' : 'split')
    const body: Pick<Encoding, 'body'> = form ? { body: 'form' } : place ? { body: place } : {}
    if (credential === 'empty token') {
      const inQuery = { kind: 'private token in the query', token: '' } as const
      return { credential: inQuery, headers: { 'PRIVATE-TOKEN': '' }, ...body }
    }
    if (as === 'nobody') return { credential: { kind: 'none' }, ...body }
    const wrong = wrongCredential(credential)
    if (wrong) return { credential: wrong, ...body }
    const isByName = credential === 'sudo by name' || credential === 'sudo in the query'
    const isSudo = isByName || credential === 'sudo by id'
    const token = as === 'admin' || isSudo ? adminToken : lookup(sessionOf(as), tokenField)
    if (typeof token !== 'string') return undefined
    const kind: Credential['kind'] =
      credential === 'query' ? 'private token in the query' : 'private token'
    if (step.sudo !== undefined) {
      const sudo = fill(step.sudo, lookup)
      if (typeof sudo !== 'string' && typeof sudo !== 'number') return undefined
      return { credential: { kind, token }, sudo, sudoIn: step.sudoIn ?? 'header', ...body }
    }
    if (credential === 'sudo without the right' || credential === 'sudo as oneself') {
      const other = lookup(credential === 'sudo as oneself' ? as : 'owner', 'name')
      return { credential: { kind, token }, sudo: String(other), ...body }
    }
    if (credential === 'sudo as nobody') {
      return { credential: { kind: 'private token', token: adminToken }, sudo: NOBODY, ...body }
    }
    if (!isSudo) return { credential: { kind, token }, ...body }
    const sudo = lookup(as, isByName ? 'name' : undefined)
    if (typeof sudo !== 'string' && typeof sudo !== 'number') return undefined
    const sudoIn = credential === 'sudo in the query' ? 'query' : 'header'
    return { credential: { kind, token }, sudo, sudoIn, ...body }
  }

  function keep({ makes, from }: Step, { status, body }: Answer): void {
    if (makes === undefined || status >= 300) return
    const value = partOf(body, from)
    if (!isObject(value)) return
    made.set(makes, value)
    const token = value[tokenField]
    if (typeof token === 'string') onSecret(token)
  }

  return {
    lookup,
    async perform(step) {
      const parameters = fill(step.parameters, lookup)
      const encoding = encodingOf(step)
      if (!isObject(parameters) || !encoding) return undefined
      const one = { operation: operation(step.operation), parameters, encoding, source }
      const answer = await call(one)
      keep(step, answer)
      return answer
    },
  }
}

/** Returns the part of a body at a path: `commit`, or `[name=test]` for the list item with that field. */
function partOf(body: unknown, path: string | undefined): unknown {
  if (path === undefined) return Array.isArray(body) ? body[0] : body
  const [, field, value] = /^\[(\w+)=(.*)\]$/.exec(path) ?? []
  if (field === undefined) return at(body, path)
  return Array.isArray(body) ? body.find((item) => at(item, field) === value) : undefined
}
