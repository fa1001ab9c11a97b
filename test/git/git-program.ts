import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { getObject, type ObjectDatabase } from '../../src/git/objects/database.ts'
import { serialize } from '../../src/git/objects/objects.ts'
import type { Repository } from '../../src/git/repository.ts'

/** In memory where the system offers it: thousands of small files are written. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export const scratchFolder = () => mkdtempSync(join(SCRATCH, 'forgery-git-'))

/** The real git program, kept from every setting of the machine and the user. */
export const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: folder,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_NAME: 'Committer',
  GIT_COMMITTER_EMAIL: 'committer@example.com',
  GIT_COMMITTER_DATE: '1700000000 +0000',
})

const SETTINGS = [
  ['core.autocrlf', 'false'],
  ['core.quotePath', 'false'],
  ['core.bare', 'true'],
  ['core.repositoryFormatVersion', '0'],
  ['diff.indentHeuristic', 'false'],
  ['merge.renames', 'false'],
  ['merge.directoryRenames', 'false'],
  ['gc.auto', '0'],
  ['advice.detachedHead', 'false'],
]

export interface GitResult {
  readonly status: number
  readonly output: string
}

/** A folder that the real git program takes for a bare repository. */
export interface GitFolder {
  readonly path: string
  /** Runs several commands in one go; each gives its standard output and exit status. */
  tryAll(commands: readonly (readonly string[])[]): GitResult[]
  /** As `tryAll`, but every command has to succeed. */
  all(commands: readonly (readonly string[])[]): string[]
  one(...command: string[]): string
  /** Writes objects that have come up since. */
  add(objects: ObjectDatabase): void
  remove(): void
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

function writeObjects(path: string, objects: ObjectDatabase, written: Set<string>): void {
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    for (const id of layer.byId.keys()) {
      const object = getObject(objects, id)
      if (object === undefined || written.has(id)) continue
      written.add(id)
      mkdirSync(join(path, 'objects', id.slice(0, 2)), { recursive: true })
      const bytes = deflateSync(serialize(object), { level: 1 })
      writeFileSync(join(path, 'objects', id.slice(0, 2), id.slice(2)), bytes)
    }
  }
}

/** Writes a repository out as git would have it: loose objects, packed refs, HEAD. */
export function createGitFolder(objects: ObjectDatabase, repository: Repository): GitFolder {
  const path = scratchFolder()
  const written = new Set<string>()
  mkdirSync(join(path, 'objects'))
  mkdirSync(join(path, 'refs'))
  writeFileSync(join(path, 'HEAD'), `ref: refs/heads/${repository.head}\n`)
  writeFileSync(
    join(path, 'config'),
    SETTINGS.map(([key = '', value]) => key.replace(/(.*)\.(.*)/, `[$1]\n$2 = ${value}\n`)).join(
      '',
    ),
  )
  const refs = [...repository.refs].sort(([left], [right]) => (left < right ? -1 : 1))
  writeFileSync(join(path, 'packed-refs'), refs.map(([name, id]) => `${id} ${name}\n`).join(''))
  writeObjects(path, objects, written)

  const tryAll: GitFolder['tryAll'] = (commands) => {
    const lines = commands.map(
      (words) => `git ${words.map(quoted).join(' ')}; printf '\\001%d\\002' $?`,
    )
    const run = spawnSync('sh', [], {
      input: lines.join('\n'),
      cwd: path,
      env: { ...environment(path), GIT_DIR: path },
      maxBuffer: 1e9,
      encoding: 'utf8',
    })
    const parts = run.stdout.split('\x02')
    if (parts.length !== commands.length + 1) throw new Error(`git: ${run.stderr}`)
    return commands.map((words, index) => {
      const [output = '', status] = (parts[index] ?? '').split('\x01')
      if (Number(status) > 1) throw new Error(`git ${words.join(' ')}: ${status} ${run.stderr}`)
      return { output, status: Number(status) }
    })
  }
  const all: GitFolder['all'] = (commands) =>
    tryAll(commands).map(({ output, status }, index) => {
      if (status !== 0) throw new Error(`git ${commands[index]?.join(' ')}: exit status ${status}`)
      return output
    })
  return {
    path,
    tryAll,
    all,
    one: (...command) => all([command])[0] ?? '',
    add: (more) => writeObjects(path, more, written),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Runs another program (tar, git clone) in a clean environment. */
export function run(program: string, words: readonly string[], folder: string): string {
  return execFileSync(program, words, { cwd: folder, env: environment(folder), encoding: 'utf8' })
}

export const linesOfOutput = (output: string) => output.split('\n').filter((line) => line !== '')
