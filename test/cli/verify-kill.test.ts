import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { addUsers } from '../verify/variants/crowds.ts'
import { listenTo } from '../verify/variants/listen.ts'
import { worldOf } from '../verify/world-of.ts'
import { start } from './command.ts'

/**
 * `forgery verify` is killed at any of its requests, and what it left is removed by its journal, or by its
 * names: the instance is then what it was, but for counters. .ci/run does so in all four situations
 * (`npm run search:brief`), `npm run verify:kill` a hundred times.
 */
const rounds = Number(process.env.FORGERY_KILLS ?? 2)
const userCount = 2000

const folder = mkdtempSync(join(tmpdir(), 'forgery-kill-'))
const journal = join(folder, 'verify.journal')

let forge: Forge
let before: Record<string, readonly object[]>
let server: Awaited<ReturnType<typeof listenTo>>
/** Looks at each request; says whether the process that sends it is to be killed, and when. */
let isLast: (request: Request) => 'before' | 'after' | undefined = () => undefined
let kill = () => {}

beforeAll(async () => {
  const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
  forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  addUsers(forge.db, userCount)
  before = worldOf(forge)
  server = await listenTo(async (request) => {
    const when = isLast(request)
    if (when === 'before') kill()
    const answer = await forge.fetch(request)
    if (when === 'after') kill()
    return answer
  }, {})
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const isChangeOfSettings = ({ method, url }: Request) =>
  method === 'PUT' && url.endsWith('/application/settings')
const anyRequest = () => true

/** What is verified, which of its requests are counted, and how many of those there are at least. */
const situations = [
  { only: [], counts: anyRequest, requests: 12_000 },
  { only: ['--only', 'Application settings'], counts: isChangeOfSettings, requests: 60 },
  { only: ['--only', 'Users,Groups,SSH keys'], counts: anyRequest, requests: 900 },
  { only: ['--only', 'System hooks,Application settings'], counts: anyRequest, requests: 350 },
] as const

/** Runs the command to its end, or to that of its process at the request with a number. */
async function runUntil(
  words: readonly string[],
  number: number,
  counts: typeof isChangeOfSettings,
) {
  const running = start(['verify', ...words, '--token', 'root-token', '--yes'], folder)
  let count = 0
  let wasKilled = false
  kill = () => {
    wasKilled = true
    running.process.kill('SIGKILL')
  }
  isLast = (request) => {
    if (!counts(request) || ++count !== number) return undefined
    return number % 2 === 0 ? 'before' : 'after'
  }
  const ended = await running.finished
  isLast = () => undefined
  return { ...ended, wasKilled }
}

const kills = Array.from({ length: rounds }, (_, round) => {
  const { only, counts, requests } = situations[round % situations.length] ?? situations[0]
  // Settings are in the journal alone; all else is found by its names as well.
  const isJournalLost = only[1] === 'Users,Groups,SSH keys' && round % 8 > 3
  const number = 1 + Math.floor(Math.random() * requests)
  return { verified: only[1] ?? 'everything', only, counts, number, isJournalLost }
})

/** Equal bytes are equal worlds; only if they differ, the slower comparison shows where, or that they are equal. */
function expectSameWorld(after: typeof before, earlier: typeof before): void {
  if (!serialize(after).equals(serialize(earlier))) expect(after).toEqual(earlier)
}

let killed = 0

it.each(kills)(
  'leaves nothing of $verified, killed at request $number and cleaned up',
  async ({ only, counts, number, isJournalLost }) => {
    const words = [server.url, '--instance', '--journal', journal, ...only]
    const { wasKilled } = await runUntil(words, number, counts)
    if (wasKilled) killed++
    if (isJournalLost) rmSync(journal, { force: true })
    if (existsSync(journal)) {
      const { code, out, err } = await runUntil(['--clean-up', journal], 0, anyRequest)
      expect([code, err, out.includes('Could not')]).toEqual([0, '', false])
    }
    if (isJournalLost) {
      const { code, err } = await runUntil([server.url, '--clean-up'], 0, anyRequest)
      expect([code, err]).toEqual([0, ''])
    }
    rmSync(journal, { force: true })
    const earlier = before
    // What one kill leaves is not found again after the next.
    before = worldOf(forge)
    expectSameWorld(before, earlier)
  },
  600_000,
)

it('killed nearly all of them', () => expect(killed).toBeGreaterThan(0.9 * rounds))
