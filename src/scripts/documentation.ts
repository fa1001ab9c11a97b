import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentationPages } from './documentation-pages.ts'
import { joinOpenApiDocument } from './openapi-document.ts'

/** Writes the generated pages of `docs/` from `schemas/`. Run by `npm run docs`. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = documentationPages(joinOpenApiDocument(join(root, 'schemas/v3')))
mkdirSync(join(root, 'docs'), { recursive: true })
for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, 'docs', name), text)
