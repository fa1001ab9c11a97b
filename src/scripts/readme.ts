import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { joinOpenApiDocument } from './openapi-document.ts'
import { fillReadme, readmeSections } from './readme-sections.ts'

/** Writes the generated sections of the README from `schemas/`. Run by `npm run readme`. */
const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
const schemas = fileURLToPath(new URL('../../schemas', import.meta.url))

const sections = readmeSections(joinOpenApiDocument(schemas))
writeFileSync(readme, fillReadme(readFileSync(readme, 'utf8'), sections))
