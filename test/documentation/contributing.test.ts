import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
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
const ofTests = ['harness', 'missing-programs', 'programs', 'property-seed'].map(
  (name) => `test/${name}.ts`,
)

/** The same each time, and another for each copy of the repository: what was transformed there is known by its path. */
const digest = createHash('sha256').update(root).digest('hex')
const folder = join(tmpdir(), `forgery-contributing-${digest.slice(0, 8)}`)
function write({ path, text }: { path: string; text: string }): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  readonly isGreen: boolean
  readonly output: string
}

/** Runs a command of the page, without what this process was started with. */
async function run(command: string): Promise<Outcome> {
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

// One folder, and one step after the other: what was transformed for a step is not transformed for the next.
describe('the example of CONTRIBUTING.md', () => {
  const [path, test, made] = files
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    for (const one of [...copied, ...ofTests]) {
      cpSync(join(root, one), join(folder, one), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  })

  it('is a path, a test and a function', () => {
    expect(files.map((one) => one.path)).toEqual([
      'schemas/v3/paths/extensions/version.yaml',
      'test/gitlab/operations/v3/version.test.ts',
      'src/gitlab/operations/v3/version.ts',
    ])
    expect(commands).toHaveLength(2)
  })

  /** The test is red, and says why. */
  async function expectRed(reason: string): Promise<void> {
    expect(await run(runTest)).toEqual({
      isGreen: false,
      output: expect.stringContaining(reason),
    })
  }

  it('is red without the path', async () => {
    if (test) write(test)
    if (made) write(made)
    await expectRed('expected 404 to be 200')
  })

  it('generates, and names the function that is missing', async () => {
    rmSync(join(folder, made?.path ?? ''))
    if (path) write(path)
    expect(await run(generate)).toMatchObject({
      isGreen: true,
      output: expect.stringContaining('src/gitlab/operations/v3/version.ts is missing'),
    })
  })

  it('is red without the function', () => expectRed('version.ts'))

  it('passes its test, each of which runs', async () => {
    if (made) write(made)
    const { isGreen, output } = await run(runTest)
    expect({ isGreen, output }).toEqual({
      isGreen: true,
      output: expect.stringMatching(/2 passed/),
    })
  })

  // What it imports is compiled elsewhere.
  it('compiles', () => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, folder)
    const program = ts.createProgram([join(folder, made?.path ?? '')], options)
    const file = program.getSourceFile(join(folder, made?.path ?? ''))
    expect(file).toBeDefined()
    const found = ts.getPreEmitDiagnostics(program, file)
    expect(found.map(({ messageText }) => messageText)).toEqual([])
  })

  it('is red without the test', async () => {
    rmSync(join(folder, test?.path ?? ''))
    await expectRed('No test files found')
  })
})
