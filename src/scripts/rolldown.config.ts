import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { defineConfig, type Plugin } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { controlDocument } from '../worlds/control/document.ts'

/**
 * Bundles the published code: one file for each entry, and chunks for code that is loaded on demand (the OpenAPI
 * document, ajv, YAML, the worlds, the words of `forgery seed`). Everything except msw is bundled, which makes imports
 * fast and avoids runtime dependencies. `index` and `msw` also run in browsers, so their dependencies are resolved for
 * browsers.
 */
export const input = {
  index: 'src/index.ts',
  msw: 'src/adapters/msw.ts',
  application: 'src/adapters/server/application.ts',
  server: 'src/adapters/server/index.ts',
  verify: 'src/verify/index.ts',
  compare: 'src/verify/compare/index.ts',
  matchers: 'src/adapters/matchers/index.ts',
  vite: 'src/adapters/vite.ts',
  client: 'src/worlds/client/index.ts',
  worker: 'src/adapters/worker/index.ts',
  playwright: 'src/adapters/playwright/index.ts',
}
/** The integrations of vitest, which `require` does not need. */
export const fixtures = {
  vitest: 'src/adapters/vitest/index.ts',
  'vitest-reporter': 'src/adapters/vitest/reporter.ts',
}
export const external = [
  /^node:/,
  ...builtinModules,
  /^(msw|vitest|@playwright\/test|playwright|playwright-core)(\/|$)/,
]

const published = {
  'openapi.json': new URL('../contract/generated/v3/openapi.json', import.meta.url),
  'openapi-v4.json': new URL('../contract/generated/v4/openapi.json', import.meta.url),
  'seed.json': new URL('../seed/generated/seed.schema.json', import.meta.url),
}

/**
 * Publishes the joined contracts, that of control calls and the schema of seeds beside the code (`forgery/schemas/…`).
 */
function publishSchemas(): Plugin {
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

export default defineConfig([
  {
    input: { ...input, ...fixtures, cli: 'src/cli/index.ts' },
    platform: 'browser',
    external: external.filter((name) => name !== 'readline' && name !== 'events'),
    // The progress bar of `forgery verify` is CommonJS and requires modules of Node.
    plugins: [publishSchemas(), esmExternalRequirePlugin({ external: ['readline', 'events'] })],
    output: {
      dir: 'dist',
      cleanDir: true,
      sourcemap: true,
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  },
  // The same entries for `require`: suites in CommonJS run where ES modules cannot be loaded (Jest).
  {
    input,
    platform: 'browser',
    external,
    output: {
      dir: 'dist',
      format: 'cjs',
      // Where ES modules cannot be loaded, `import()` does not work either.
      dynamicImportInCjs: false,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
    },
  },
])
