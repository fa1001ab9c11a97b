import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiNames } from '../contract/base-paths.ts'
import { describeApi } from './described-api.ts'
import { documentationPages } from './documentation-pages.ts'

/** Writes the generated pages of `docs/` from `schemas/`. Run by `npm run docs`. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = documentationPages(apiNames.map((name) => describeApi(join(root, 'schemas', name))))
mkdirSync(join(root, 'docs'), { recursive: true })
for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, 'docs', name), text)
