import { defineConfig, type Plugin } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { external, fixtures, input } from './rolldown.config.ts'

/**
 * Bundles the published types like the code, so that consumers need neither zod nor @msw/data. All entries share a
 * chunk of declarations, so that their types are compatible. `require` resolves to the same text with another
 * extension, which marks the code as CommonJS.
 */
export default defineConfig({
  input: { ...input, ...fixtures },
  platform: 'browser',
  external,
  plugins: [
    dts({ emitDtsOnly: true, resolver: 'tsc' }),
    ownLineForDirectives(),
    forOlderCompilers(),
    withoutTheDom(),
    forRequire(),
  ],
  checks: { pluginTimings: false },
  output: { dir: 'dist', chunkFileNames: 'chunks/[name]-[hash].d.ts' },
})

/** zod suppresses a compiler error on the next line; the bundler must print that comment on a line of its own. */
function ownLineForDirectives(): Plugin {
  return {
    name: 'own-line-for-directives',
    renderChunk: (code) => code.replace(/\/\*\* @ts-ignore [^*]*\*\//g, '\n$&\n'),
  }
}

/** Uint8Array is generic since TypeScript 5.7; without an argument it means the same in all versions. */
function forOlderCompilers(): Plugin {
  return {
    name: 'for-older-compilers',
    renderChunk: (code) => code.replace(/\bUint8Array<\w+>/g, 'Uint8Array'),
  }
}

/**
 * Events of rettime are MessageEvents, which are generic in browser declarations, but not in those of Node 20. Only the
 * data of an event is used.
 */
function withoutTheDom(): Plugin {
  return {
    name: 'without-the-dom',
    renderChunk: (code) =>
      code
        .replace(
          /\bOmit<MessageEvent<(\w+)>, 'type'> \{/g,
          "Omit<Event, 'type'> {\n  readonly data: $1;",
        )
        .replace(/\bextends MessageEvent<\w+>/g, 'extends Event'),
  }
}

/** Emits a CommonJS variant beside each file of declarations, which refers to the other variants. */
function forRequire(): Plugin {
  return {
    name: 'for-require',
    generateBundle(_, bundle) {
      for (const { fileName, code } of Object.values(bundle).filter(
        (one) => one.type === 'chunk',
      )) {
        const source = code.replace(/( from "\.[^"\n]*)\.js(";?)$/gm, '$1.cjs$2')
        this.emitFile({ type: 'asset', fileName: fileName.replace(/\.d\.ts$/, '.d.cts'), source })
      }
    },
  }
}
