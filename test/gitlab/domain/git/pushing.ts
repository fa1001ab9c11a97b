import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Listening, listen } from '../../../../src/adapters/server/listen.ts'
import type { Forge } from '../../../../src/forge/forge.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { environment } from '../../../git/git-program.ts'
import { createTestForge } from '../../../harness.ts'

/** A project of each kind that a push is tried at. */
const pushedWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona', name: 'Mona Meyer', email: 'mona@acme.example' },
    { username: 'dev', name: 'Dev Singh', email: 'author@example.com' },
    { username: 'rita' },
    { username: 'otto' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      members: { mona: 'master', dev: 'developer', rita: 'reporter' },
      created_by: 'mona',
      issues: [
        { title: 'It is broken', author: 'mona' },
        { title: 'It is slow', author: 'mona' },
      ],
      repository: {
        protected_branches: {
          master: {},
          merges: { developers_can_merge: true },
          'stable/*': {},
          'forced/*': { developers_can_push: true },
          'reviewed/*': { developers_can_merge: true },
        },
        protected_tags: { 'v*': {} },
        commits: [
          {
            message: 'Begin',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Site\n' }],
          },
          {
            branch: 'merges',
            message: 'Begin to merge',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'merges.md', content: 'x\n' }],
          },
          {
            branch: 'feature',
            message: 'Begin a feature',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'feature.md', content: 'x\n' }],
          },
        ],
      },
    },
    {
      path: 'acme/empty',
      visibility: 'public',
      members: { mona: 'master', dev: 'developer' },
      created_by: 'mona',
    },
    {
      path: 'acme/old',
      visibility: 'public',
      members: { mona: 'master' },
      created_by: 'mona',
      archived: true,
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Old\n' }],
          },
        ],
      },
    },
  ],
}

export interface Outcome {
  readonly status: number
  readonly output: string
  /** What git shows of what the server says, without its prefix. */
  readonly remote: string[]
}

/** A forge that is served, and a folder in which git runs. */
export interface Pushing {
  readonly forge: Forge
  readonly url: string
  /** Runs git in a folder; gives what comes of it. */
  git(folder: string, ...command: string[]): Promise<Outcome>
  /** As `git`, which has to succeed; gives its standard output. */
  must(folder: string, ...command: string[]): Promise<string>
  /** Clones a project as somebody and gives the path. */
  clone(project: string, username: string): Promise<string>
  /** Commits a file, and gives the id. */
  commit(folder: string, file: string, message: string): Promise<string>
  addressOf(project: string, username: string): string
  /** The body that the API answers a user, of v4. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape, and says which it expects.
  api(username: string, path: string, method?: string, body?: object): Promise<any>
  refs(project: string): ReadonlyMap<string, string>
  close(): Promise<void>
}

export async function startPushing(seed: Seed | 'demo' = pushedWorld): Promise<Pushing> {
  const forge = await createTestForge({ seed })
  const listening: Listening = await listen(forge, { port: 0 })
  const top = mkdtempSync(join(tmpdir(), 'forgery-push-'))
  let clones = 0
  const git: Pushing['git'] = (folder, ...command) =>
    new Promise((resolve) => {
      const options = { cwd: folder, env: environment(top), maxBuffer: 1e9 }
      execFile('git', command, options, (error, stdout, stderr) => {
        const remote = stderr
          .split('\n')
          .filter((line) => line.startsWith('remote:'))
          .map((line) => line.replace(/^remote: ?/, '').trimEnd())
        const status = error ? Number(error.code) : 0
        resolve({ status, output: `${stdout}${stderr}`, remote })
      })
    })
  const must: Pushing['must'] = async (folder, ...command) => {
    const { status, output } = await git(folder, ...command)
    if (status !== 0) throw new Error(`git ${command.join(' ')}: ${status}\n${output}`)
    return output
  }
  const addressOf: Pushing['addressOf'] = (project, username) =>
    `${listening.url.replace('://', `://${username}:${username}-token@`)}/${project}.git`
  return {
    forge,
    url: listening.url,
    git,
    must,
    addressOf,
    async clone(project, username) {
      clones += 1
      const folder = join(top, `clone-${clones}`)
      await must(top, 'clone', '-q', addressOf(project, username), folder)
      return folder
    },
    async commit(folder, file, message) {
      writeFileSync(join(folder, file), `${message}\n`)
      await must(folder, 'add', '.')
      await must(folder, 'commit', '-q', '-m', message)
      return (await must(folder, 'rev-parse', 'HEAD')).trim()
    },
    async api(username, path, method = 'GET', body) {
      const response = await fetch(`${listening.url}/api/v4${path}`, {
        method,
        headers: { 'private-token': `${username}-token`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return response.status === 204 ? undefined : response.json()
    },
    refs(project) {
      const record = forge.db.projects.findFirst((query) =>
        query.where({ path: project.split('/')[1] ?? '' }),
      )
      return forge.db.repositories.get(record?.id ?? 0)?.refs ?? new Map()
    },
    async close() {
      await listening.close()
      rmSync(top, { recursive: true })
    },
  }
}
