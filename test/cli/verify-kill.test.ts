import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  { only: [], counts: anyRequest, requests: 13_000 },
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

it(
  `leaves nothing when it is killed and cleaned up after, ${rounds} times`,
  async () => {
    let killed = 0
    for (let round = 0; round < rounds; round++) {
      const { only, counts, requests } = situations[round % situations.length] ?? situations[0]
      const number = 1 + Math.floor(Math.random() * requests)
      const description = `round ${round}: ${only.join(' ')}, killed at ${number}`
      const { wasKilled } = await runUntil(
        [server.url, '--instance', '--journal', journal, ...only],
        number,
        counts,
      )
      if (wasKilled) killed++
      // Settings are in the journal alone; all else is found by its names as well.
      const isJournalLost =
        counts === anyRequest && only[1] === 'Users,Groups,SSH keys' && round % 8 > 3
      if (isJournalLost) rmSync(journal, { force: true })
      if (existsSync(journal)) {
        const { code, out, err } = await runUntil(['--clean-up', journal], 0, anyRequest)
        expect([description, code, err, out.includes('Could not')]).toEqual([
          description,
          0,
          '',
          false,
        ])
      }
      if (isJournalLost) {
        const { code, err } = await runUntil([server.url, '--clean-up'], 0, anyRequest)
        expect([description, code, err]).toEqual([description, 0, ''])
      }
      expect([description, worldOf(forge)]).toEqual([description, before])
      rmSync(journal, { force: true })
    }
    expect(killed).toBeGreaterThan(0.9 * rounds)
  },
  Math.max(600_000, rounds * 90_000),
)
