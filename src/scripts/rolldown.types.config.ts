import { defineConfig, type Plugin } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { external, fixtures, input } from './rolldown.config.ts'

/**
 * The published types, bundled as the code is: a consumer installs neither zod nor @msw/data. The
 * entries find the same declarations in one shared chunk, so their types fit each other. `require` finds
 * the same text under another ending, which says that the code is CommonJS.
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

/** zod silences the compiler for the next line; the bundler prints the comment on that line itself. */
function ownLineForDirectives(): Plugin {
  return {
    name: 'own-line-for-directives',
    renderChunk: (code) => code.replace(/\/\*\* @ts-ignore [^*]*\*\//g, '\n$&\n'),
  }
}

/** TypeScript has known Uint8Array to be generic since 5.7; without an argument it means the same to all. */
function forOlderCompilers(): Plugin {
  return {
    name: 'for-older-compilers',
    renderChunk: (code) => code.replace(/\bUint8Array<\w+>/g, 'Uint8Array'),
  }
}

/**
 * The events of rettime are messages, whose data have a type in a browser's declarations alone: in those of
 * Node 20 MessageEvent is not generic. Of a message nothing but the data is used.
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

/** Beside each file of declarations one for CommonJS, that finds the others of its kind. */
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
