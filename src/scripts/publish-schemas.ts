import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'

const published = {
  'openapi.json': new URL('../contract/generated/openapi.json', import.meta.url),
  'seed.json': new URL('../seed/generated/seed.schema.json', import.meta.url),
}

/** Puts the joined contract and the schema of seeds beside the code (`forgery/schemas/…`). */
export function publishSchemas(): Plugin {
  return {
    name: 'publish-schemas',
    generateBundle() {
      for (const [fileName, source] of Object.entries(published)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(source, 'utf8') })
      }
    },
  }
}
