import { describe, expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import { type Call, parametersOf, withParameters } from '../mutants/call.ts'
import { answer, on } from '../mutants/faults/operations.ts'
import type { Json } from '../mutants/json.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'

/** Changes calls of an operation before the healthy server has them. */
function altered(operation: OperationId, alter: (call: Call) => Call): Fault {
  return on(operation, (call, context) => {
    const other = alter(call)
    if (other !== call) context.hit()
    return answer(other, context)
  })
}

const isForm = ({ headers }: Call) => headers.get('content-type')?.includes('form') ?? false
const isQuery = ({ method, url }: Call) => method !== 'GET' && url.search !== ''

const drop = (call: Call, name: string, isMeant: (call: Call) => boolean) =>
  isMeant(call) && name in parametersOf(call) ? withParameters(call, { [name]: undefined }) : call

const read = (call: Call, name: string, value: Json, as: Json, isMeant: (call: Call) => boolean) =>
  isMeant(call) && parametersOf(call)[name] === value ? withParameters(call, { [name]: as }) : call

function withoutHeader(call: Call, name: string, value: RegExp): Call {
  if (!value.test(call.headers.get(name) ?? '')) return call
  const headers = new Headers(call.headers)
  headers.delete(name)
  return { ...call, headers }
}

function withoutQuery(call: Call, name: string): Call {
  if (!call.url.searchParams.has(name)) return call
  const url = new URL(call.url)
  url.searchParams.delete(name)
  return { ...call, url }
}

const faults: readonly (readonly [string, OperationId, Fault])[] = [
  [
    'labels are not read in a form',
    'updateMergeRequest',
    altered('updateMergeRequest', (call) => drop(call, 'labels', isForm)),
  ],
  [
    'nothing is read in the query of a POST',
    'createSnippetNote',
    altered('createSnippetNote', (call) =>
      isQuery(call) ? { ...call, url: bare(call.url) } : call,
    ),
  ],
  [
    'a description is not read in the query',
    'updateGroup',
    altered('updateGroup', (call) => (isQuery(call) ? withoutQuery(call, 'description') : call)),
  ],
  [
    'false in a form is true',
    'updateUser',
    altered('updateUser', (call) => read(call, 'can_create_group', 'false', true, isForm)),
  ],
  [
    '0 in a form is true',
    'updateProjectNotificationSettings',
    altered('updateProjectNotificationSettings', (call) =>
      read(call, 'new_note', '0', true, isForm),
    ),
  ],
  [
    'a plus in a form is a space',
    'createIssue',
    altered('createIssue', (call) => {
      const { description } = parametersOf(call)
      return isForm(call) && typeof description === 'string' && description.includes('+')
        ? withParameters(call, { description: description.replace('+', ' ') })
        : call
    }),
  ],
  [
    'a token in the query is not read',
    'createTag',
    altered('createTag', (call) => withoutQuery(call, 'private_token')),
  ],
  [
    'sudo by a number is not read',
    'listOwnSshKeys',
    altered('listOwnSshKeys', (call) => withoutHeader(call, 'sudo', /^\d+$/)),
  ],
  [
    'sudo in the query is not read',
    'deleteBranch',
    altered('deleteBranch', (call) => withoutQuery(call, 'sudo')),
  ],
]

function bare(url: URL): URL {
  const other = new URL(url)
  other.search = ''
  return other
}

describe('a parameter in one of its places', () => {
  it.each(faults)('is missed where %s', async (name, operation, fault) => {
    const mutant = { name, operation, kind: 'parameter ignored', fault } as const
    const { outcome } = await judgeMutant(mutant, [operation])
    expect(outcome).toBe('caught')
  })
})
