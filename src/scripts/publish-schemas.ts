import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { controlDocument } from '../worlds/control/document.ts'

const published = {
  'openapi.json': new URL('../contract/generated/v3/openapi.json', import.meta.url),
  'seed.json': new URL('../seed/generated/seed.schema.json', import.meta.url),
}

/**
 * Puts the joined contract, that of control calls and the schema of seeds beside the code
 * (`forgery/schemas/…`).
 */
export function publishSchemas(): Plugin {
  return {
    name: 'publish-schemas',
    generateBundle() {
      for (const [fileName, source] of Object.entries(published)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(source, 'utf8') })
      }
      const source = `${JSON.stringify(controlDocument(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'control.json', source })
    },
  }
}

/** Loads the joined contract from the file beside the code, instead of a copy of it within the code. */
export function requirePublishedContract(): Plugin {
  return {
    name: 'require-published-contract',
    resolveId: {
      filter: { id: /\/generated\/openapi\.json$/ },
      handler: () => ({ id: '../openapi.json', external: true }),
    },
  }
}
