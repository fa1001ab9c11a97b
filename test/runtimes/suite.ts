import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startWitness } from '../adapters/vitest/witness.ts'
import { type Running, startProgram } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { lacks } from '../programs.ts'
import { recipes } from '../runners/recipes.ts'
import { install, versionOf } from './install.ts'

const call = promisify(execFile)

/** A program that runs JavaScript, with what of the suite it can run. */
interface Runtime {
  /** Such as `Node 20`. */
  readonly title: string
  /** The folder beside this file whose package.json has the package of the program. */
  readonly name: string
  readonly package: string
  /** The path of the program below that package. */
  readonly program: string
  /** What stands before the script on its command line. */
  readonly flags?: readonly string[]
  /** The major versions that run on it. */
  readonly msw: readonly Version[]
  readonly vitest?: readonly Version[]
  /** Whether it serves a fetch handler by itself. */
  readonly serves?: boolean
}

/** A major version of a package: that of the project itself, or what test/runtimes/newest has. */
type Version = 'present' | 'newest'

/** What the present and the newest are called, so that a test says which ran. */
const majors = {
  msw: { present: 2, newest: 3 },
  vitest: { present: 4, newest: 5 },
} as const

/** `printf '# Website\n' | git hash-object --stdin` */
const readme = createHash('sha1').update('blob 10\0# Website\n').digest('hex')
const listed = [201, '1', ['It leaks']]

/** What programs/library.js reports of itself. */
export const useOfTheLibrary = {
  listed,
  operations: ['createIssue', 'listIssuesOfProject', 'listTree'],
  file: ['README.md', readme],
  issuesAfterReset: 0,
}

/**
 * What a user does with the package, in a runtime: the library, msw where it runs there, the server
 * with the client, the forge below a path of another server, the command line. Without packages for
 * this machine all is skipped, and the title says why.
 */
export function describeRuntime(runtime: Runtime): void {
  const packages = install(runtime.name)
  if (packages.missing !== undefined) console.error(`Not tested: ${packages.missing}.`)
  const title = `${runtime.title}${packages.missing === undefined ? '' : `: ${packages.missing}`}`
  const program = join(packages.folder ?? '', runtime.package, runtime.program)

  describe.skipIf(packages.missing !== undefined)(title, () => {
    let folder = ''
    beforeAll(() => {
      folder = installIn('present')
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const run = (script: string, ...words: readonly string[]): Running => runIn({}, script, words)
    const runIn = (environment: NodeJS.ProcessEnv, script: string, words: readonly string[]) =>
      startProgram(program, [...(runtime.flags ?? []), script, ...words], folder, {
        NO_COLOR: '1',
        ...environment,
      })
    const printed = async (script: string): Promise<unknown> => {
      const { code, out, err } = await run(script).finished
      if (code !== 0) throw new Error(`${script} ended with ${code}: ${err}`)
      return JSON.parse(out)
    }

    it('is the version that it says', async () => {
      const { stdout } = await call(program, ['--version'])
      expect(stdout).toContain(versionOf(runtime.name, runtime.package))
    })

    it('runs the library', async () => {
      expect(await printed('library.main.js')).toEqual(useOfTheLibrary)
    })

    it('loads what is asked for: the demo world, YAML, checks, a saved world', async () => {
      expect(await printed('checked.js')).toEqual([200, true, 1])
    })

    it('requires it', async () => {
      expect(await printed('required.cjs')).toBe('jane')
    })

    it('serves, and controls by the client', async () => {
      const refused = [503, '0', []]
      expect(await printed('served.js')).toEqual({ listed, refused, status: 503 })
    })

    it('mounts it in another server', async () => {
      const created = (title: string) => [201, '1', [title]]
      expect(await printed('mounted.js')).toEqual({
        ofHono: created('hono'),
        ofRoutes: created('next'),
        ...(runtime.serves && { ofTheRuntime: created('own') }),
      })
    })

    const commandLine = 'node_modules/forgery/dist/cli.js'
    it('runs the command line: help', async () => {
      const { code, out, err } = await run(commandLine, '--help').finished
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^ {2}serve +Serve a forge over HTTP\.$/m)
    })

    it.skipIf(lacks('curl'))('runs the command line: serve, and verify of it', async () => {
      const server = run(commandLine, 'serve', '--port', '0', '--json')
      try {
        const [ready] = await server.until(/^.*\n/)
        const { url } = JSON.parse(ready)
        const token = 'PRIVATE-TOKEN: root-token'
        const { stdout } = await call('curl', ['-sS', '-H', token, `${url}/api/v3/user`])
        expect(JSON.parse(stdout)).toMatchObject({ username: 'root' })
        const words = ['--yes', '--token', 'root-token', '--read-only', '--only', 'getCurrentUser']
        const { code, out } = await run(commandLine, 'verify', url, ...words).finished
        expect(out).toContain('PASSED')
        expect(code).toBe(0)
      } finally {
        server.process.kill()
        await server.finished
      }
    })

    it.each(runtime.msw.map((version) => [majors.msw[version], version] as const))(
      'answers under msw %i',
      async (_, version) => {
        linkPackages(folder, version, ['msw'])
        const user = { username: 'mine' }
        expect(await printed('with-msw.js')).toEqual({ listed, user })
      },
    )

    it.each((runtime.vitest ?? []).map((version) => [majors.vitest[version], version] as const))(
      'has fixtures for vitest %i',
      async (major, version) => {
        linkPackages(folder, version, ['msw', 'vitest'])
        const { code, out } = await run('node_modules/vitest/vitest.mjs', 'run', 'tracker.test.js')
          .finished
        expect(out).toMatch(new RegExp(`^ *RUN +v${major}\\.`, 'm'))
        expect(out).toMatch(/^ +Tests +4 passed \(4\)$/m)
        expect(out).toMatch(/^ {2}createIssue {10}201 ×4 /m)
        expect(code).toBe(0)
      },
    )

    it.each((runtime.vitest ?? []).map((version) => [majors.msw[version], version] as const))(
      'lets no request go out that nothing answers, under msw %i',
      async (_, version) => {
        linkPackages(folder, version, ['msw', 'vitest'])
        const witness = await startWitness()
        const words = ['run', 'unanswered.test.js']
        const suite = runIn(witness.environment, 'node_modules/vitest/vitest.mjs', words)
        const { code, out, err } = await suite.finished
        witness.close()
        expect(out).toMatch(/^ +Tests +1 failed \(1\)$/m)
        expect(err).toContain(
          `Error: Nothing answered these requests of the test:\n  POST ${witness.url}/order\n`,
        )
        expect(err).not.toContain('AssertionError')
        expect({ code, received: witness.received }).toEqual({ code: 1, received: [] })
      },
    )
  })
}

/** A package of a user, with Forgery installed and what stands beside it linked. */
export function installIn(version: Version): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-runtime-'))
  cpSync(join(inject('installed'), 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
  cpSync(join(root, 'test/runtimes/programs'), folder, { recursive: true })
  for (const name of ['tracker.js', 'tracker.test.js', 'vitest.config.js']) {
    writeFileSync(join(folder, name), recipes.get(name) ?? '')
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  linkPackages(folder, version, ['hono', 'msw', 'vitest'])
  return folder
}

function linkPackages(folder: string, version: Version, names: readonly string[]): void {
  for (const name of names) {
    const target = join(folder, 'node_modules', name)
    rmSync(target, { force: true })
    symlinkSync(join(modulesOf(version), name), target)
  }
}

function modulesOf(version: Version): string {
  if (version === 'present') return join(root, 'node_modules')
  const { folder, missing } = install('newest')
  if (missing !== undefined) throw new Error(missing)
  return folder
}
