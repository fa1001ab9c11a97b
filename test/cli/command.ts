import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../package/root.ts'

const cli = join(root, 'dist/cli.js')

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A command that runs. */
export interface Running {
  readonly process: ChildProcess
  /** What it has written to standard output so far. */
  readonly out: () => string
  readonly err: () => string
  /** Resolves when standard output matches; rejects when the command ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
}

/** Starts the built command line, or another script of Node. */
export function start(
  words: readonly string[],
  cwd: string = root,
  script = cli,
  environment: NodeJS.ProcessEnv = {},
): Running {
  return startProgram(process.execPath, [script, ...words], cwd, environment)
}

/** Starts any program; one that leads a group is ended with all that it started: `kill(-pid)`. */
export function startProgram(
  program: string,
  words: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
  leadsGroup = false,
): Running {
  const child = spawn(program, words, {
    cwd,
    detached: leadsGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: undefined, PORT: undefined, ...environment },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  const finished = once(child, 'close').then(([code]): Finished => ({ code, out, err }))
  return {
    process: child,
    out: () => out,
    err: () => err,
    finished,
    async until(pattern) {
      let ended = false
      finished.then(() => (ended = true))
      for (;;) {
        const match = pattern.exec(out)
        if (match) return match
        if (ended) throw new Error(`It ended before ${pattern}: ${out}${err}`)
        await Promise.race([once(child.stdout, 'data'), finished])
      }
    },
  }
}

/** Runs the built command line to its end, in a process that does so again and again. */
export function run(...words: readonly string[]): Promise<Finished> {
  return runIn(root, ...words)
}

/**
 * The same in a folder. One runs at a time: what waits for another is started, and so is what variables are given to,
 * which a command reads once.
 */
export function runIn(cwd: string, ...words: readonly string[]): Promise<Finished> {
  const finished = latest.then(async () => {
    host ??= createHost()
    host.child.send({ words, cwd })
    const [message] = await Promise.race([once(host.child, 'message'), host.ended])
    return message as Finished
  })
  latest = finished.catch(() => {})
  return finished
}

interface Host {
  readonly child: ChildProcess
  /** Rejects: it ends with the process that started it, not before. */
  readonly ended: Promise<never>
}

let host: Host | undefined
let latest: Promise<unknown> = Promise.resolve()

function createHost(): Host {
  const script = join(root, 'test/cli/command-host.mjs')
  const child = fork(script, [cli], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, FORCE_COLOR: undefined, PORT: undefined },
    execArgv: [],
  })
  child.unref()
  child.channel?.unref()
  const ended = once(child, 'exit').then(([code]) => {
    host = undefined
    throw new Error(`A command ended the process that ran it, with ${code}.`)
  })
  ended.catch(() => {})
  return { child, ended }
}
