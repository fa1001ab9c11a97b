import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { installPackage } from './installed.ts'
import { root } from './root.ts'

/** The second one is compiled alone: a runner runs it. */
const sources = ['every-entry.ts', 'every-runner.ts']

/** A compiler that reads every declaration is at work for a while. */
const patience = 300_000

let folder: string
beforeAll(async () => {
  folder = await installPackage(sources)
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
}, patience)
afterAll(() => rmSync(folder, { recursive: true }))

const strictly = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

/** A package of a user beside the installed one, in a folder of its own. */
function makePackage(type: string, compilerOptions: object): string {
  const place = join(folder, `${type}-${Object.values(compilerOptions).join('-')}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type }))
  const options = { ...strictly, ...compilerOptions }
  const config = { compilerOptions: options, files: sources }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
  for (const name of sources) writeFileSync(join(place, name), readFileSync(join(folder, name)))
  return place
}

describe.each([
  ['5.4', 'test/package/oldest-typescript/node_modules/typescript'],
  ['6', 'node_modules/typescript'],
])('types resolve under TypeScript %s', (version, compiler) => {
  it('is the compiler that it says', () => {
    const found = JSON.parse(readFileSync(join(root, compiler, 'package.json'), 'utf8'))
    expect(found.version.startsWith(`${version}.`)).toBe(true)
  })

  it.each([
    ['commonjs', version === '5.4' ? { module: 'node16' } : { module: 'nodenext' }],
    ['module', { module: 'esnext', moduleResolution: 'bundler' }],
  ])(
    'in a package of type %s with %j',
    async (type, options) => {
      const place = makePackage(type, options)
      const tsc = join(root, compiler, 'bin/tsc')
      const { out, err } = await start(['--project', 'tsconfig.json'], place, tsc).finished
      // The declarations of msw and Playwright need a compiler of their own time.
      const problems = out.split('\n').filter((line) => /forgery\/dist|every-/.test(line))
      expect({ problems, err }).toEqual({ problems: [], err: '' })
      if (version !== '5.4') expect(out).toBe('')
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
    expect({ out, err }).toEqual({ out: '[1,2,true,true,1,3,"forgery",3]\n', err: '' })
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
        await close()
        const { fetch: answer } = forge
        const run = verify({ url, token: 'root-token', fetch: answer, only: ['getCurrentUser'] })
        console.log(openapi, (await run.summary).isPassed)
      }
      main()`
    writeFileSync(join(folder, 'required.cjs'), script)
    const environment = { NODE_OPTIONS: '--no-experimental-require-module' }
    const { out, err } = await start([], folder, 'required.cjs', environment).finished
    expect({ out, err }).toEqual({ out: '3.1.0 true\n', err: '' })
  })
})
