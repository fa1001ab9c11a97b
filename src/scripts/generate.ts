import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readSeedFile } from '../seed/files/read.ts'
import { seedSchema } from '../seed/schema.ts'
import { writeApiTypes } from './api-types.ts'
import { bundleConsole } from './console-assets.ts'
import { readPlaces } from './contract-places.ts'
import { writeContractTypes } from './contract-types.ts'
import { joinOpenApiDocument } from './openapi-document.ts'
import { moduleOf, writeOperationIndex } from './operation-index.ts'
import { readOperations, readUnserved, unservedOperations } from './operation-table.ts'
import { writeOperationTable } from './operation-table-module.ts'

/** Writes the `generated` folders from `schemas/`, `fixtures/` and `src/console`. Run by `npm run generate`. */
const root = fileURLToPath(new URL('../..', import.meta.url))

// Removes the output of earlier contracts.
rmSync(join(root, 'src/contract/generated'), { recursive: true, force: true })
const functions = join(root, 'src/gitlab/operations/generated')
mkdirSync(functions, { recursive: true })
for (const api of readdirSync(join(root, 'schemas'))) {
  const document = joinOpenApiDocument(join(root, 'schemas', api))
  const operations = readOperations(document)
  const table = operations.map(({ result: _result, ...operation }) => operation)
  const target = join(root, 'src/contract/generated', api)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'contract.ts'), await writeContractTypes(document, operations))
  writeFileSync(join(target, 'api-types.ts'), writeApiTypes(document, operations))
  writeFileSync(join(target, 'operations.ts'), writeOperationTable(api, table))
  const unserved = unservedOperations(
    readUnserved(join(root, 'schemas', api, 'unserved.yaml'), operations),
  )
  writeFileSync(
    join(target, 'unserved.ts'),
    `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { UnservedOperation } from '../../operation-contract.ts'

export const unserved: readonly UnservedOperation[] = ${JSON.stringify(unserved, null, 2)}
`,
  )
  writeFileSync(join(functions, `${api}.ts`), writeOperationIndex(api, operations))
  for (const tag of new Set(operations.map((one) => one.tag))) {
    const { file, name } = moduleOf(tag)
    if (existsSync(join(root, 'src/gitlab/operations', api, file))) continue
    process.stderr.write(
      `src/gitlab/operations/${api}/${file} is missing: it has the operations of "${tag}", as ` +
        `export const ${name} = { … } satisfies OperationsOf<'${api}', '${tag}'>.\n`,
    )
  }
  writeFileSync(join(target, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(
    join(target, 'places.json'),
    `${JSON.stringify(readPlaces(join(root, 'schemas', api)), null, 2)}\n`,
  )
}

const worlds = join(root, 'src/seed/generated')
mkdirSync(worlds, { recursive: true })
// Loading a seed needs the contract that was generated above.
const { packWorld } = await import('../worlds/saved/packaged-world.ts')
const { loadSeed } = await import('../seed/load.ts')
const worldOf = (name: string, path: string) => {
  const origin = readSeedFile(join(root, 'fixtures', path))
  return packWorld(loadSeed(origin.seed, name, origin).snapshot())
}
const demo = worldOf('demo', 'demo')
writeFileSync(
  join(worlds, 'demo-world.ts'),
  `// Generated from fixtures/ by \`npm run generate\`. Do not edit.
import type { PackagedWorld } from '../../worlds/saved/packaged-world.ts'

export const world: PackagedWorld = JSON.parse(${JSON.stringify(JSON.stringify(demo))})
`,
)

/** The few records of the empty world, which has no git objects, so that no further code is needed to read them. */
const empty = Object.entries(worldOf('empty', 'empty.yaml').collections).flatMap(
  ([name, { records }]) => records.map((record) => [name, record]),
)
writeFileSync(
  join(worlds, 'empty-world.ts'),
  `// Generated from fixtures/ by \`npm run generate\`. Do not edit.
import type { Collections } from '../../store/collections.ts'

type Entry = readonly [collection: keyof Collections, values: Readonly<Record<string, unknown>>]

export const records: readonly Entry[] = ${JSON.stringify(empty, null, 2)}
`,
)

const seedJsonSchema = z.toJSONSchema(seedSchema, { io: 'input' })
const title = 'A world of Forgery, as it is written'
writeFileSync(
  join(worlds, 'seed.schema.json'),
  `${JSON.stringify({ ...seedJsonSchema, title }, null, 2)}\n`,
)

const assets = join(root, 'src/adapters/server/generated')
mkdirSync(assets, { recursive: true })
writeFileSync(
  join(assets, 'console.ts'),
  `// Generated from src/console by \`npm run generate\`. Do not edit.
import type { ConsoleAssets } from '../console-assets.ts'

export const console: ConsoleAssets = ${JSON.stringify(await bundleConsole(join(root, 'src/console')), null, 2)}
`,
)
