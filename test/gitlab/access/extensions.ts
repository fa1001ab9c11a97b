import { readdirSync } from 'node:fs'
import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { PermissionCall } from './permission-calls.ts'
import type { Rule } from './permission-rules.ts'

/**
 * Who may ask an operation of v3 beyond its specification, and what it is asked with in the permission world. A rule
 * of its own stands beside the name of the nearest one.
 */
export interface ExtensionRow extends PermissionCall, Partial<Rule> {
  /** The name of a rule. */
  readonly who: string
  /** What those are answered who may, where it is not the success of the contract. */
  readonly answered?: number
  /** Nothing is there to be written in the permission world: what is taken away is not there. */
  readonly writesNothing?: true
}

/** What a file of the folder extensions/ has: one file a subject, as under schemas/v3/paths/extensions/. */
export type ExtensionRows = { readonly [Id in OperationId]?: ExtensionRow }

const files = readdirSync(new URL('extensions', import.meta.url)).sort()
const modules = await Promise.all(
  files.map(async (file): Promise<{ rows: ExtensionRows }> => {
    return import(new URL(`extensions/${file}`, import.meta.url).href)
  }),
)

/** The rows of all files, by the ids of their operations. */
export const extensionRows: ReadonlyMap<string, ExtensionRow> = new Map(
  modules.flatMap(({ rows }) => Object.entries(rows)),
)
