import { spawnSync } from 'node:child_process'

/** The programs that tests hold Forgery against, beside chromium. */
export const programs = ['git', 'tar', 'curl', 'openssl', 'python3'] as const
type Program = (typeof programs)[number]

const known = new Map<Program, boolean>()

/**
 * Whether this machine lacks a program: what needs it is skipped, not failed.
 *
 * @example it.skipIf(lacks('git'))('lets git clone', async () => {
 */
export function lacks(program: Program): boolean {
  const isMissing = known.get(program) ?? spawnSync(program, ['--version']).error !== undefined
  known.set(program, isMissing)
  return isMissing
}
