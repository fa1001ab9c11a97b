import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import build from '../package/build.ts'
import { root } from '../package/root.ts'
import { recipeFolder } from './recipes.ts'

/** `npm run test:runners`: the recipes for Jest, which is installed beside this file. */
describe.each(['29', '30'])('Jest %s', (version) => {
  const home = join(root, `test/runners/jest-${version}`)
  const modules = join(home, 'node_modules')
  let folder = ''

  beforeAll(() => {
    build()
    if (!existsSync(modules)) {
      // `npm ci` of npm 10 refuses the lock of Jest 30 that it wrote itself, for want of optional packages of other systems.
      const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
      execFileSync('npm', ['install', ...quietly], { cwd: home, stdio: 'pipe' })
    }
    const ofJest = ['jest', '@jest/globals'].map((name) => join(modules, name))
    folder = recipeFolder([...ofJest, join(root, 'node_modules/msw')])
    const options = { testMatch: ['**/*.jest.test.?(c)js'], transform: {} }
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(options))
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['ES modules', 'tracker.jest.test.js', '--experimental-vm-modules', 2],
    ['CommonJS', 'tracker.jest.test.cjs', '', 2],
    ['contractTests', 'contract.jest.test.js', '--experimental-vm-modules', 10],
  ])('passes with %s', async (_, file, flag, count) => {
    const environment = { NODE_OPTIONS: flag }
    const words = ['--json', '--ci', '--runTestsByPath', file]
    const jest = 'node_modules/jest/bin/jest.js'
    const { code, out, err } = await start(words, folder, jest, environment).finished
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(out)
    expect(testResults[0].name).toContain(file)
    expect({ numPassedTests, numTotalTests }).toEqual({
      numPassedTests: count,
      numTotalTests: count,
    })
  })

  it('runs the contract of one operation by its name', async () => {
    const environment = { NODE_OPTIONS: '--experimental-vm-modules' }
    const file = ['--runTestsByPath', 'contract.jest.test.js', '--testNamePattern=createTag']
    const words = ['--json', '--ci', ...file]
    const jest = 'node_modules/jest/bin/jest.js'
    const { code, out } = await start(words, folder, jest, environment).finished
    const { numPassedTests, numPendingTests } = JSON.parse(out)
    expect({ code, numPassedTests, numPendingTests }).toEqual({
      code: 0,
      numPassedTests: 1,
      numPendingTests: 9,
    })
  })

  it('is the version that it says', () => {
    const words = ['node_modules/jest/bin/jest.js', '--version']
    const said = execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
    expect(said).toMatch(new RegExp(`^${version}\\.`))
  })
})
