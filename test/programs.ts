import { spawnSync } from 'node:child_process'

/** How it is found out whether a program is there. */
const tries = {
  git: ['git', '--version'],
  tar: ['tar', '--version'],
  curl: ['curl', '--version'],
  openssl: ['openssl', '--version'],
  python3: ['python3', '--version'],
  /** libgit2, as Debian has it (python3-pygit2). */
  pygit2: ['/usr/bin/python3', '-c', 'import pygit2'],
} as const
type Program = keyof typeof tries

/** The programs that tests hold Forgery against, beside chromium. */
export const programs = Object.keys(tries) as Program[]

const known = new Map<Program, boolean>()

/**
 * Whether this machine lacks a program: what needs it is skipped, not failed.
 *
 * @example it.skipIf(lacks('git'))('lets git clone', async () => {
 */
export function lacks(program: Program): boolean {
  const [name, ...words] = tries[program]
  const isMissing = known.get(program) ?? isNotThere(name, words)
  known.set(program, isMissing)
  return isMissing
}

function isNotThere(name: string, words: readonly string[]): boolean {
  const { error, status } = spawnSync(name, words)
  return error !== undefined || (words[0] === '-c' && status !== 0)
}
