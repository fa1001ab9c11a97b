import { execFile } from 'node:child_process'
import type { Outcome } from './page.ts'

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
export function run(
  command: string,
  args: readonly string[],
  { cwd, env }: Place = {},
): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: 900_000, maxBuffer: 2 ** 28 }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ isDone: error === null, stdout, stderr }),
    )
  })
}

export async function must(
  command: string,
  args: readonly string[],
  place: Place = {},
): Promise<void> {
  const { isDone, stderr } = await run(command, args, place)
  if (!isDone) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

/** What a program prints, undefined where it fails or is not there. */
export async function printed(
  command: string,
  ...args: readonly string[]
): Promise<string | undefined> {
  const { isDone, stdout } = await run(command, args)
  return isDone ? stdout.trim() : undefined
}

/** The lines of a program of `programs/`: `ok NAME`, `not ok NAME: REASON`, `skipped NAME: REASON`. */
export async function linesOf(
  command: string,
  args: readonly string[],
  place: Place,
): Promise<Outcome[]> {
  const { stdout, stderr, isDone } = await run(command, args, place)
  const states = { ok: 'passed', 'not ok': 'failed', skipped: 'skipped' } as const
  const found = [...stdout.matchAll(/^(ok|not ok|skipped) (.+?)(?:: (.*))?$/gm)].map(
    ([, word, name = '', error = '']): Outcome => ({
      name,
      state: states[word as keyof typeof states],
      error,
    }),
  )
  if (isDone && found.length > 0) return found
  const error = stderr.trim().split('\n').at(-1) ?? ''
  return [...found, { name: 'the program itself', state: 'failed', error }]
}
