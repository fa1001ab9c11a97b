import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { beforeAll, expect, it } from 'vitest'

/** The library as an application for browsers bundles it: what runs anywhere, and nothing of Node. */
const root = new URL('../..', import.meta.url).pathname
const globalsOfNode = [
  'process',
  'Buffer',
  'global',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
  'globalThis.process',
  'globalThis.Buffer',
  'globalThis.global',
]
const prefix = 'global-of-node:'

let chunks: OutputChunk[]
/** Which file names which of Node's globals: the bundler, that knows scopes, makes them imports. */
const named: [file: string, name: string][] = []

const noteGlobals: Plugin = {
  name: 'note-globals',
  resolveId(id, importer = '') {
    if (!id.startsWith(prefix)) return null
    named.push([importer, id.slice(prefix.length)])
    return { id, external: true }
  },
}

beforeAll(async () => {
  const bundle = await rolldown({
    input: {
      index: `${root}src/index.ts`,
      msw: `${root}src/adapters/msw.ts`,
      application: `${root}src/adapters/server/application.ts`,
    },
    platform: 'browser',
    external: ['msw'],
    transform: { inject: Object.fromEntries(globalsOfNode.map((name) => [name, prefix + name])) },
    plugins: [noteGlobals],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  chunks = output.filter((one) => one.type === 'chunk')
})

it('imports nothing but msw', () => {
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const foreign = imported.filter((name) => !own.has(name) && !name.startsWith(prefix))
  expect(new Set(foreign)).toEqual(new Set(['msw']))
  // What the bundler makes of the require of a package in CommonJS that it cannot resolve.
  expect(chunks.filter(({ code }) => code.includes('__require('))).toEqual([])
})

it('names no global of Node but where it asks whether it is there', () => {
  const rendered = new Set(
    chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) =>
        renderedLength > 0 ? [id] : [],
      ),
    ),
  )
  const kept = named.filter(([file]) => rendered.has(file))
  expect(
    kept
      .map(([file, name]) => `${file.replace(/^.*\/(?=(node_modules|src)\/)/, '')}: ${name}`)
      .sort(),
  ).toEqual([
    // `typeof global`, after globalThis, window and self.
    'node_modules/es-toolkit/dist/_internal/globalThis.mjs: global',
    // `globalThis.process?.getBuiltinModule`, for the worlds and the seeds that are files.
    'src/shared/node-modules.ts: globalThis.process',
  ])
})
