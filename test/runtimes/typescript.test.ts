import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { installWithTypes, patience, placeEntries } from '../package/compile-entries.ts'
import { install, versionOf } from './install.ts'

const { folder: modules = '', missing } = install('newest')
if (missing !== undefined) console.error(`Not tested: ${missing}.`)
const tsc = join(modules, 'typescript/bin/tsc')

/** test/package/module-formats.test.ts has the oldest compiler, and that of the project. */
describe.skipIf(missing !== undefined)('types resolve under the newest TypeScript', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await installWithTypes()
  }, patience)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is the version that it says', async () => {
    const { out } = await start(['--version'], folder, tsc).finished
    expect(out).toContain(versionOf('newest', 'typescript'))
  })

  it.each([
    ['commonjs', { module: 'nodenext' }],
    ['module', { module: 'nodenext' }],
    ['module', { module: 'esnext', moduleResolution: 'bundler' }],
  ])(
    'in a package of type %s with %j',
    async (type, options) => {
      const { place, files, compilerOptions } = placeEntries(folder, type, options)
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      const compiled = await start(['--project', 'tsconfig.json'], place, tsc).finished
      expect(compiled).toEqual({ code: 0, out: '', err: '' })
    },
    patience,
  )
})
