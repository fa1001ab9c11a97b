import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen } from '../../../src/adapters/server/index.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import { boardPage, type ClientResult, type Outcome } from './page.ts'

/**
 * `npm run clients`: clients of v4 that others wrote, unmodified, each against a server of its own. It prints a table
 * and writes docs/clients.md. What is not installed is left out and said to be: Debian's python3-gitlab,
 * libgitlab-api-v4-perl, and golang-go with golang-github-xanzy-go-gitlab-dev. With PYTHON_GITLAB=FOLDER, a checkout
 * of python-gitlab, its own functional tests are run (tests/functional/api; they need python3-pytest and
 * python3-requests-toolbelt).
 */
const here = fileURLToPath(new URL('.', import.meta.url))
/** A checkout of python-gitlab. */
const checkout = process.env.PYTHON_GITLAB
const work = mkdtempSync(join(tmpdir(), 'forgery-clients-'))
/** The token that python-gitlab's suite expects; the others take any. */
const token = 'glpat-python-gitlab-token_'

interface Client {
  readonly name: string
  /** Undefined where the client is not installed. */
  version(): Promise<string | undefined>
  run(url: string): Promise<Outcome[]>
}

interface Ended {
  readonly isDone: boolean
  readonly stdout: string
  readonly stderr: string
}

interface Place {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end, while the server in this process goes on. */
function run(command: string, args: readonly string[], { cwd, env }: Place = {}): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: 900_000, maxBuffer: 2 ** 28 }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ isDone: error === null, stdout, stderr }),
    )
  })
}

async function must(command: string, args: readonly string[], place: Place = {}): Promise<void> {
  const { isDone, stderr } = await run(command, args, place)
  if (!isDone) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

/** The lines of a program of `programs/`: `ok NAME`, `not ok NAME: REASON`. */
async function linesOf(command: string, args: readonly string[]): Promise<Outcome[]> {
  const { stdout, stderr, isDone } = await run(command, args, { cwd: packages })
  const found = [...stdout.matchAll(/^(not )?ok (.+?)(?:: (.*))?$/gm)].map(
    ([, not, name = '', reason = '']): Outcome =>
      not ? { name, state: 'failed', reason } : { name, state: 'passed' },
  )
  if (isDone && found.length > 0) return found
  const reason = stderr.trim().split('\n').at(-1) ?? ''
  return [...found, { name: 'the program itself', state: 'failed', reason }]
}

async function versionBy(command: string, ...args: readonly string[]): Promise<string | undefined> {
  const { isDone, stdout } = await run(command, args)
  return isDone ? stdout.trim() : undefined
}

const packages = join(work, 'packages')

/** The clients of the npm registry, installed from the lock file beside. */
async function installPackages(): Promise<void> {
  cpSync(join(here, 'packages'), packages, { recursive: true })
  cpSync(join(here, 'programs'), packages, { recursive: true })
  await must('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: packages })
}

function npmClient(name: string, program: string): Client {
  const manifest = () => join(packages, 'node_modules', name, 'package.json')
  return {
    name,
    version: async () => JSON.parse(readFileSync(manifest(), 'utf8')).version,
    run: (url) => linesOf('node', [program, url, token]),
  }
}

/** Debian's Python, which sees Debian's packages; a checkout of python-gitlab must not be in its way. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const clients: readonly Client[] = [
  npmClient('@gitbeaker/rest', 'gitbeaker.mjs'),
  npmClient('@semantic-release/gitlab', 'semantic-release.mjs'),
  npmClient('@zereight/mcp-gitlab', 'mcp.mjs'),
  {
    name: 'python3-gitlab (Debian)',
    version: () => versionBy(python, '-c', 'import gitlab; print(gitlab.__version__)'),
    run: (url) => linesOf(python, ['python_gitlab.py', url, token]),
  },
  {
    name: 'libgitlab-api-v4-perl (Debian)',
    version: () => versionBy('perl', '-MGitLab::API::v4', '-e', 'print $GitLab::API::v4::VERSION'),
    run: (url) => linesOf('perl', ['api_v4.pl', url, token]),
  },
  {
    name: 'go-gitlab (Debian)',
    version: () =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in.
      versionBy('dpkg-query', '-W', '-f', '${Version}', 'golang-github-xanzy-go-gitlab-dev'),
    async run(url) {
      const env = { GOPATH: '/usr/share/gocode', GO111MODULE: 'off' }
      const program = join(packages, 'gitlab-go')
      await must('go', ['build', '-o', program, 'gitlab.go'], { cwd: packages, env })
      return linesOf(program, [url, token])
    },
  },
  {
    name: 'python-gitlab, its functional tests',
    version: async () =>
      checkout === undefined
        ? undefined
        : versionBy('git', '-C', checkout, 'log', '-1', '--format=%h (%cs)'),
    run: (url) => functionalTests(checkout ?? '', url),
  },
]

/** Runs tests/functional/api with the fixtures replaced that start a container. */
async function functionalTests(source: string, url: string): Promise<Outcome[]> {
  const room = join(work, 'python-gitlab')
  mkdirSync(room)
  await must('git', ['-C', source, 'archive', '-o', join(work, 'suite.tar'), 'HEAD'])
  await must('tar', ['xf', join(work, 'suite.tar'), '-C', room])
  const fixtures = Object.entries({
    gitlab_url: JSON.stringify(url),
    gitlab_token: JSON.stringify(token),
    docker_services: 'None',
    docker_ip: '"127.0.0.1"',
  }).map(([name, value]) => {
    return `@pytest.fixture(scope="session")\ndef ${name}():\n    return ${value}\n`
  })
  const fixtureFile = join(room, 'tests/functional/api/conftest.py')
  writeFileSync(fixtureFile, `import pytest\n\n${fixtures.join('\n')}`)
  writeFileSync(join(room, 'board_plugin.py'), reportingPlugin)
  const report = join(room, 'report.json')
  const options = ['-p', 'board_plugin', '-p', 'no:cacheprovider', '-o', 'addopts=']
  const { stderr } = await run(
    python,
    ['-m', 'pytest', 'tests/functional/api', '-q', ...options, '-o', 'filterwarnings='],
    { cwd: room, env: { PYTHONPATH: room, BOARD_REPORT: report } },
  )
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  return [{ name: 'pytest', state: 'failed', reason: stderr.slice(-200) }]
}

/** Writes each test with what became of it. */
const reportingPlugin = `import json, os
outcomes = {}

def pytest_runtest_logreport(report):
    name = report.nodeid.split("/")[-1]
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = " ".join(str(crash.message if crash else report.longrepr).split())[:200]
        outcomes[name] = {"name": name, "state": "failed", "reason": reason}
    elif report.skipped and name not in outcomes:
        outcomes[name] = {"name": name, "state": "skipped"}
    elif report.when == "call" and name not in outcomes:
        outcomes[name] = {"name": name, "state": "passed"}

def pytest_sessionfinish():
    with open(os.environ["BOARD_REPORT"], "w") as file:
        json.dump(list(outcomes.values()), file)
`

/** A fresh instance holds one person, as GitLab's does. */
const world = {
  users: [
    {
      username: 'root',
      name: 'Administrator',
      email: 'admin@example.com',
      admin: true,
      projects_limit: 100_000,
      personal_access_tokens: [{ token, name: 'board', scopes: ['api' as const, 'sudo' as const] }],
    },
  ],
}

async function measure(client: Client): Promise<ClientResult> {
  const version = await client.version()
  if (version === undefined) return { name: client.name, version, outcomes: [] }
  const forge = await createForge({ seed: world, log: () => {} })
  const { url, close } = await listen(forge, { port: 0 })
  try {
    return { name: client.name, version, outcomes: await client.run(url) }
  } finally {
    await close()
  }
}

try {
  await installPackages()
  const results: ClientResult[] = []
  for (const client of clients) results.push(await measure(client))
  const page = boardPage(results)
  writeFileSync(join(here, '../../../docs/clients.md'), page)
  process.stdout.write(page)
} finally {
  rmSync(work, { recursive: true, force: true })
}
