import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import type { LoggedCall } from '../story/call-log.ts'

/** The records that calls of a run created, by the values that other calls refer to them by. */
export interface Origins {
  /** Returns the call that created the record of a parameter; undefined where there is none. */
  of(used: Operation, parameters: Parameters, name: string, value: unknown): LoggedCall | undefined
  /** Returns the placeholder of a created record: `project4`. */
  symbolOf(call: LoggedCall): string
}

/** The operations that create the record of a parameter, by the name of the parameter. */
const makers: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/(?:^|_)(?:user|assignee|author|owner|reviewer)_ids?$/, new Set(['createUser'])],
  [/^(?:namespace|namespace_id|group_id|parent_id)$/, new Set(['createGroup'])],
  [/(?:^|_)project_id$/, new Set(['createProject', 'createProjectForUser', 'forkProject'])],
]

const ofRecord: Readonly<Record<string, RegExp | undefined>> = {
  user: makers[0]?.[0],
  group: makers[1]?.[0],
  project: makers[2]?.[0],
}

/** The numbers of generated names are below; records without one are numbered from here. */
const FIRST_NUMBER = 90_001

const sha = /^[0-9a-f]{40}$/

export function createOrigins(
  operation: (id: OperationId) => Operation,
  calls: readonly LoggedCall[],
): Origins {
  const symbols = new Map<LoggedCall, string>()
  return {
    of(used, parameters, name, value) {
      const isSha = typeof value === 'string' && sha.test(value)
      if (isSha) return calls.findLast(({ id }) => id === value)
      const field = fieldOf(used, name)
      const isNamed = (call: LoggedCall) =>
        String(call[field]) === String(value) &&
        (field === 'id' || String(call.parameters.id) === String(parameters.id))
      for (const makes of makersOf(used, name, operation)) {
        const found = calls.findLast((call) => makes(call) && isNamed(call))
        if (found) return found
      }
      return undefined
    },
    symbolOf(call) {
      const symbol =
        symbols.get(call) ?? ownName(call) ?? `${kindOf(call)}${FIRST_NUMBER + symbols.size}`
      symbols.set(call, symbol)
      return symbol
    },
  }
}

/** Returns the field of a record that a parameter refers to. */
export function fieldOf({ parameters }: Operation, name: string): 'id' | 'iid' {
  return parameters.some((one) => one.name === name && one.isIid) ? 'iid' : 'id'
}

type IsMaker = (call: LoggedCall) => boolean

/**
 * Returns the calls that may have created the record of a parameter, the most likely first: calls that create its kind,
 * a POST to the path before the parameter, and one to a path that ends with the same word, as keys of `/user/keys` are
 * referred to in `/users/:id/keys/:key_id`.
 */
function makersOf(
  used: Operation,
  name: string,
  operation: (id: OperationId) => Operation,
): readonly IsMaker[] {
  const place = used.parameters.find((one) => one.name === name && one.in === 'path')
  const pattern = ofRecord[place?.record ?? '']
  const [, ids] = makers.find(([words]) => (place ? words === pattern : words.test(name))) ?? []
  if (ids) return [(call) => ids.has(call.operation)]
  if (!place) return []
  const before = used.path.slice(0, used.path.indexOf(`/{${name}}`)).replace(/\{\w+\}/g, '{}')
  const posted = (call: LoggedCall) => {
    const { method, path } = operation(call.operation)
    return method === 'POST' ? path.replace(/\{\w+\}/g, '{}') : undefined
  }
  const word = before.split('/').at(-1)
  return [(call) => posted(call) === before, (call) => posted(call)?.split('/').at(-1) === word]
}

const wholeName = /^forgery-[a-km-np-z2-9]{8}-([a-z]+)-(\d+)$/
const anyName = /\bforgery-[a-km-np-z2-9]{8}-([a-z]+)-(\d+)/g

/** Returns the placeholder of a record with a generated name: `forgery-k3v9x2q7-user-4` is `user4`. */
function ownName({ parameters }: LoggedCall): string | undefined {
  const { username, path, name } = parameters
  const [, kind, number] = wholeName.exec(String(username ?? path ?? name ?? '')) ?? []
  return kind && number && `${kind}${number}`
}

/** Replaces generated names by placeholders, since a history has names of its own. */
export function withoutNames(text: string): string {
  return text.replace(anyName, '<$1$2.name>').replace(/(<\w+\.name>)@[\w.-]+/g, '$1@<mail>')
}

const kindOf = ({ operation }: LoggedCall) =>
  operation.replace(/^(?:create|add)/, '').replace(/^./, (letter) => letter.toLowerCase())
