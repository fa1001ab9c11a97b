import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { blockCount, recipeFolder, recipes } from '../runners/recipes.ts'
import { root } from './root.ts'

/**
 * The recipes of docs/test-runners.md against the built package; `npm run test:runners` runs those
 * for Jest.
 */
const installed = (name: string) => join(root, 'node_modules', name)
const packages = ['vitest', 'msw', '@playwright/test']
const folder = recipeFolder(packages.map(installed))
afterAll(() => rmSync(folder, { recursive: true }))

it('has a file name on every block, each for a runner that is run', () => {
  expect(recipes.size).toBe(blockCount)
  expect([...recipes.keys()]).toEqual([
    'tracker.js',
    'tracker.test.js',
    'vitest.config.js',
    'matchers.test.ts',
    'playwright.config.ts',
    'tracker.spec.ts',
    'tracker.jest.test.js',
    'tracker.jest.test.cjs',
    'tracker.node.test.js',
    'contract.test.js',
    'contract.jest.test.js',
    'contract.node.test.js',
  ])
})

it('passes under vitest', async () => {
  const words = ['run', 'tracker.test.js']
  const { code, out } = await start(words, folder, 'node_modules/vitest/vitest.mjs', {
    NO_COLOR: '1',
  }).finished
  expect(out).toMatch(/^ +Tests +4 passed \(4\)$/m)
  expect(out).toMatch(/^ {2}createIssue {10}201 ×4 /m)
  expect(code).toBe(0)
})

/** The operations of tags, their stories, and what is called on the way. */
const contractTestCount = 7 + 2 + 1

it('runs the matchers and the contract of a server under vitest, a test an operation', async () => {
  const words = ['run', 'matchers.test.ts', 'contract.test.js', '--reporter=json']
  const { code, out } = await start(words, folder, 'node_modules/vitest/vitest.mjs').finished
  const { numPassedTests, numTotalTests } = JSON.parse(out)
  const all = contractTestCount + 1
  expect({ code, numPassedTests, numTotalTests }).toEqual({
    code: 0,
    numPassedTests: all,
    numTotalTests: all,
  })
})

it.each([
  ['all of them', [], contractTestCount],
  ['one by its name', ['--test-name-pattern=createTag'], 1],
])('runs the contract of a server under node:test: %s', async (_, flags, passed) => {
  const words = ['--test-reporter=tap', ...flags, 'contract.node.test.js']
  const { code, out } = await start(words, folder, '--test').finished
  expect(out).toMatch(new RegExp(`^# pass ${passed}$`, 'm'))
  expect(out).toMatch(/^# fail 0$/m)
  expect(code).toBe(0)
})

it('passes under node:test', async () => {
  const { code, out } = await start(
    ['--test-reporter=tap', 'tracker.node.test.js'],
    folder,
    '--test',
  ).finished
  expect(out).toMatch(/^# pass 2$/m)
  expect(out).toMatch(/^# fail 0$/m)
  expect(code).toBe(0)
})

it('passes under Playwright', async () => {
  const playwright = 'node_modules/@playwright/test/cli.js'
  const words = ['test', '--reporter=json', '--workers=2']
  const { code, out } = await start(words, folder, playwright, { FORGERY_URL: undefined }).finished
  expect(JSON.parse(out).stats).toMatchObject({ expected: 2, unexpected: 0, flaky: 0 })
  expect(code).toBe(0)
})
