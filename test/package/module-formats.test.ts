import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { installWithTypes, patience, placeEntries, problemsOfEntries } from './compile-entries.ts'
import { root } from './root.ts'

let folder: string
beforeAll(async () => {
  folder = await installWithTypes()
}, patience)
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['5.4', 'test/package/oldest-typescript/node_modules/typescript'],
  ['6', 'node_modules/typescript'],
])('types resolve under TypeScript %s', (version, place) => {
  let compiler: typeof ts
  beforeAll(async () => {
    compiler = createRequire(import.meta.url)(join(root, place))
  })

  it('is the compiler that it says', () => {
    expect(compiler.version.startsWith(`${version}.`)).toBe(true)
  })

  // Each compiler reads the declarations of both formats, which are the same but for that, once with the DOM and once
  // without; that they are found in each way there is, `npm run check` holds (attw).
  const cases: readonly (readonly [type: string, options: object])[] =
    version === '5.4'
      ? [
          ['commonjs', { module: 'node16', lib: ['es2023'] }],
          ['module', { module: 'esnext', moduleResolution: 'bundler' }],
        ]
      : [
          ['module', { module: 'nodenext', lib: ['es2023'] }],
          ['commonjs', { module: 'nodenext' }],
        ]
  it.each(cases)(
    'in a package of type %s with %j',
    (type, options) => {
      const problems = problemsOfEntries(compiler, placeEntries(folder, type, options))
      const isWithoutDom = 'lib' in options
      // The libraries beside it may need the DOM.
      const ours = problems.filter((line) => !isWithoutDom || line.includes('forgery/dist'))
      expect(ours).toEqual([])
    },
    patience,
  )
})

describe('in CommonJS', () => {
  it('every entry is required, and they fit each other', async () => {
    const source = readFileSync(join(folder, 'every-entry.ts'), 'utf8')
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    })
    writeFileSync(join(folder, 'every-entry.cjs'), outputText)
    const { out, err } = await start([], folder, 'every-entry.cjs').finished
    expect({ out, err }).toEqual({ out: '[1,2,true,0,true,1,3,"forgery",3,201,true]\n', err: '' })
  })

  // Node 20.19 and later can require modules too; other loaders of CommonJS, Jest's among them, cannot.
  it('nothing loads a module', async () => {
    const script = `
      const { createForge } = require('forgery')
      const { listen } = require('forgery/server')
      const { verify } = require('forgery/verify')
      async function main() {
        const toNobody = async () => new Response()
        const quiet = { fetch: toNobody, log: () => {} }
        const forge = await createForge({ validateResponses: true, ...quiet })
        const { url, close } = await listen(forge, { port: 0 })
        const { openapi } = await (await fetch(url + '/api/v3/openapi.json')).json()
        const control = await (await fetch(url + '/_forge/openapi.json')).json()
        await close()
        const { fetch: answer } = forge
        const run = verify({ url, token: 'root-token', fetch: answer, only: ['getCurrentUser'] })
        console.log(openapi, control.info.title, (await run.summary).isPassed)
      }
      main()`
    writeFileSync(join(folder, 'required.cjs'), script)
    const environment = { NODE_OPTIONS: '--no-experimental-require-module' }
    const { out, err } = await start([], folder, 'required.cjs', environment).finished
    expect({ out, err }).toEqual({ out: '3.1.0 Control of Forgery true\n', err: '' })
  })
})
