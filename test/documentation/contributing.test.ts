import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const [, section = ''] =
  /## Add an endpoint\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ??
  []
/** The files that a contributor writes, by their paths, and the commands, in the order of the page. */
const files = [...section.matchAll(/`([^`]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(
  ([, path = '', text = '']) => ({ path, text }),
)
const commands = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) =>
  command.trim(),
)
const [generate = '', runTest = ''] = commands

/** What the commands need of the repository; tests are those of the page alone. */
const copied = ['src', 'schemas', 'fixtures', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const ofTests = ['test/harness.ts', 'test/missing-programs.ts', 'test/programs.ts']

const folders: string[] = []
function copy(from: string, paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-contributing-'))
  folders.push(folder)
  for (const path of paths) cpSync(join(from, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
function write(folder: string, { path, text }: { path: string; text: string }): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}, 60_000)

interface Outcome {
  readonly isGreen: boolean
  readonly output: string
}

/** Runs a command of the page in a folder, without what this process was started with. */
async function run(folder: string, command: string): Promise<Outcome> {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...rest } = process.env
  const env = { ...rest, FORGERY_TRANSPORTS: 'fetch', NO_COLOR: '1' }
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], {
      cwd: folder,
      env,
    })
    return { isGreen: true, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { isGreen: false, output: stdout + stderr }
  }
}

describe.concurrent('the example of CONTRIBUTING.md', { timeout: 60_000 }, () => {
  let whole: string
  let generated: Outcome
  beforeAll(async () => {
    whole = copy(root, [...copied, ...ofTests])
    const [path, ...others] = files
    if (path) write(whole, path)
    generated = await run(whole, generate)
    for (const file of others) write(whole, file)
  }, 60_000)

  it('is a path, a test and a function', () => {
    expect(files.map(({ path }) => path)).toEqual([
      'schemas/v3/paths/extensions/version.yaml',
      'test/gitlab/operations/v3/version.test.ts',
      'src/gitlab/operations/v3/version.ts',
    ])
    expect(commands).toHaveLength(2)
  })

  it('generates, and names the function that is missing', () => {
    expect(generated).toMatchObject({
      isGreen: true,
      output: expect.stringContaining('src/gitlab/operations/v3/version.ts is missing'),
    })
  })

  it('passes its test, each of which runs', async () => {
    const { isGreen, output } = await run(whole, runTest)
    expect({ isGreen, output }).toEqual({
      isGreen: true,
      output: expect.stringMatching(/2 passed/),
    })
  })

  // The test itself leads to all of the source, which is compiled elsewhere.
  it('compiles', async () => {
    const [, , made] = files
    const settings = {
      extends: './tsconfig.json',
      include: [],
      files: [made?.path, 'src/gitlab/operations/generated/v3.ts'],
    }
    writeFileSync(join(whole, 'tsconfig.example.json'), JSON.stringify(settings))
    const { isGreen, output } = await run(whole, 'npx tsc --project tsconfig.example.json')
    expect({ isGreen, output }).toMatchObject({ isGreen: true })
  })

  // What stands on disk where a step was left out: without the path nothing was generated anew.
  it.each([
    ['the path', 0, 'expected 404 to be 200'],
    ['the test', 1, 'No test files found'],
    ['the function', 2, 'version.ts'],
  ] as const)('is red without %s', async (_what, left, reason) => {
    const folder = copy(left === 0 ? root : whole, [...copied, ...ofTests])
    for (const [index, file] of files.entries()) {
      if (index !== left) write(folder, file)
      else rmSync(join(folder, file.path), { force: true })
    }
    expect(await run(folder, runTest)).toEqual({
      isGreen: false,
      output: expect.stringContaining(reason),
    })
  })
})
