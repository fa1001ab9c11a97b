import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listen } from '../../src/adapters/server/listen.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { ForgeOptions } from '../../src/forge/options.ts'
import { environment, scratchFolder } from '../git/git-program.ts'
import { createTestForge } from '../harness.ts'

export interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs a program beside a server of this process, which has to answer meanwhile. */
export async function runProgram(
  program: string,
  words: readonly string[],
  folder: string,
  more: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Ended> {
  const child = spawn(program, words, { cwd: folder, env: { ...environment(folder), ...more } })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { status: Number(code ?? -1), out, err }
}

/** A folder to work in, and git there, beside a server of this process. */
export interface Workshop {
  readonly path: string
  /** Runs git in a folder below, whatever becomes of it. */
  try(below: string, words: readonly string[], more?: NodeJS.ProcessEnv): Promise<Ended>
  /** Its standard output. @throws Error with what it said, where it fails. */
  git(below: string, ...words: string[]): Promise<string>
  write(file: string, content: string | Uint8Array): void
  remove(): void
}

const SETTINGS = [
  'init.defaultBranch=main',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.file.allow=always',
  'advice.detachedHead=false',
]

export function createWorkshop(): Workshop {
  const path = scratchFolder()
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const workshop: Workshop = {
    path,
    try: (below, words, more) =>
      runProgram('git', [...settings, ...words], join(path, below), { HOME: path, ...more }),
    async git(below, ...words) {
      const { status, out, err } = await workshop.try(below, words)
      if (status !== 0) throw new Error(`git ${words.join(' ')}: ${status} ${err}`)
      return out
    },
    write(file, content) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), content)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
  return workshop
}

export interface ServedForge {
  readonly forge: Forge
  readonly url: string
  /** Where git finds a project, in the name of a user (with a private token), or of nobody. */
  address(project: string, user?: string): string
  close(): Promise<void>
}

/** A forge behind a server, for programs that speak HTTP. */
export async function serveForge(options: ForgeOptions): Promise<ServedForge> {
  const forge = await createTestForge(options)
  const listening = await listen(forge, { port: 0 })
  return {
    forge,
    url: listening.url,
    address(project, user) {
      const credentials = user === undefined ? '' : `${user}:${user}-token@`
      return `${listening.url.replace('://', `://${credentials}`)}/${project}.git`
    },
    close: listening.close,
  }
}
