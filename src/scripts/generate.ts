import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeContractTypes } from './contract-types.ts'
import { joinOpenApiDocument } from './openapi-document.ts'
import { readOperations } from './operation-table.ts'

/** Writes `src/contract/generated/` from `schemas/`. Run by `npm run generate`. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const target = join(root, 'src/contract/generated')

const document = joinOpenApiDocument(join(root, 'schemas'))
const operations = readOperations(document)
const table = operations.map(({ tag: _tag, result: _result, ...operation }) => operation)

mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'contract.ts'), await writeContractTypes(document, operations))
writeFileSync(
  join(target, 'operations.ts'),
  `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { OperationContract } from '../operation-contract.ts'

export const operations: readonly OperationContract[] = ${JSON.stringify(table, null, 2)}
`,
)
writeFileSync(join(target, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
