import { readdirSync } from 'node:fs'
import { basePaths } from '../../../../src/contract/base-paths.ts'
import { operations } from '../../../../src/contract/generated/v4/operations.ts'
import type { OperationContract } from '../../../../src/contract/operation-contract.ts'
import type { PermissionCall } from '../permission-calls.ts'
import { requestOf } from '../permission-request.ts'
import { pathValues, type Row, type Rule, rules } from './row.ts'

/** The rows of the files under rows/, one file a tag of the contract. */
const files = readdirSync(new URL('rows', import.meta.url)).sort()
const modules = await Promise.all(
  files.map(async (file): Promise<{ rows: Readonly<Record<string, Row>> }> => {
    return import(new URL(`rows/${file}`, import.meta.url).href)
  }),
)
const table = new Map(modules.flatMap(({ rows }) => Object.entries(rows)))

export const v4Operations = operations

/** The row of an operation; throws where there is none. */
export function rowOf({ id, tag }: OperationContract<'v4'>): Row {
  const row = table.get(id)
  if (!row)
    throw new Error(`Give ${id} a row in a file of test/gitlab/access/v4/rows/, for "${tag}".`)
  return row
}

export function ruleOf(operation: OperationContract<'v4'>): Rule {
  const row = rowOf(operation)
  return { ...rules[row.who], ...row }
}

/** The rows of operations that the contract does not have. */
export function strayRows(): string[] {
  const ids = new Set<string>(operations.map(({ id }) => id))
  return [...table.keys()].filter((id) => !ids.has(id))
}

/** Asks an operation of the permission world as its row has it, or otherwise, in the name of who holds the token. */
export function v4Request(
  operation: OperationContract<'v4'>,
  token: string | undefined,
  headers: Readonly<Record<string, string>> = {},
  asked: PermissionCall = {},
): Request {
  const { path = {}, parameters } = { ...rowOf(operation), ...asked }
  const call = { path: { ...pathValues, ...path }, ...(parameters && { parameters }) }
  const sent = token === undefined ? headers : { ...headers, 'private-token': token }
  return requestOf(basePaths.v4, operation, call, sent)
}
