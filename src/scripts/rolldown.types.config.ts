import { defineConfig, type Plugin } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { external, fixtures, input } from './rolldown.config.ts'

/**
 * The published types, bundled as the code is: a consumer installs neither zod nor @msw/data. The
 * entries find the same declarations in one shared chunk, so their types fit each other.
 */
export default defineConfig({
  input: { ...input, ...fixtures },
  platform: 'browser',
  external,
  plugins: [dts({ emitDtsOnly: true, resolver: 'tsc' }), ownLineForDirectives()],
  checks: { pluginTimings: false },
  output: { dir: 'dist', chunkFileNames: 'chunks/[name]-[hash].d.ts' },
})

/** zod silences the compiler for the next line; the bundler prints the comment on that line itself. */
function ownLineForDirectives(): Plugin {
  return {
    name: 'own-line-for-directives',
    renderChunk: (code) => code.replace(/\/\*\* @ts-ignore [^*]*\*\//g, '\n$&\n'),
  }
}
