import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { listenTo } from '../verify/variants/listen.ts'
import { worldOf } from '../verify/world-of.ts'
import { type Running, run, runIn, start } from './command.ts'

let server: Running
let url: string
const report = join(tmpdir(), `forgery-verify-${process.pid}.json`)

beforeAll(async () => {
  server = start(['serve', '--port', '0', '--seed', 'demo', '--json'])
  const [line] = await server.until(/^\{.*\}$/m)
  url = JSON.parse(line).url
})

afterAll(async () => {
  server.process.kill()
  await server.finished
  rmSync(report, { force: true })
})

/** A line every five seconds, on a machine that is as slow. */
const progress =
  /^\d+ of \d+ checks and stories, \d+ requests, 0 failed(, about \d+ (s|min) left)?\n/gm

const verify = (...words: readonly string[]) => run('verify', url, ...words)

describe('forgery verify', () => {
  it('ends with 0 where all passed, and writes a report without the token', async () => {
    const only = ['--only', 'Deployments,blocking and unblocking a user']
    const words = ['--token', 'root-token', '--yes', ...only, '--report', `json=${report}`]
    const { code, out, err } = await verify(...words)
    expect([code, err.replace(progress, '')]).toEqual([0, ''])
    expect(out).toMatch(/^PASSED {2}http:.*\/api\/v3$/m)
    const written = readFileSync(report, 'utf8')
    expect(JSON.parse(written)).toMatchObject({ isPassed: true, leftBehind: [] })
    expect(written).not.toContain('root-token')
  })

  it('judges by the contract of v4 where the URL ends so, and says what that leaves out', async () => {
    const words = ['--token', 'root-token', '--yes', '--only', 'Metadata']
    for (const asked of [[`${url}/api/v4`], [url, '--api', 'v4']]) {
      const { code, out } = await run('verify', ...asked, ...words)
      expect(code).toBe(0)
      expect(out).toMatch(/^PASSED {2}http:.*\/api\/v4$/m)
      const scope = 'no stories of what one call does to another'
      expect(out.split('\n').filter((line) => line.includes(scope))).toHaveLength(2)
    }
    const { code, err } = await verify('--token', 'root-token', '--yes', '--api', 'v5')
    expect([code, err]).toEqual([2, expect.stringContaining('--api takes v4 or v3, not "v5"')])
  })

  it('ends with 2 where no aspect was tested, and says so', async () => {
    const words = ['--token', 'root-token', '--read-only', '--only', 'createTag']
    const { code, out } = await verify(...words, '--report', `json=${report}`)
    expect(code).toBe(2)
    expect(out).toMatch(/^NOT TESTED {2}http:.*\/api\/v3$/m)
    expect(out).not.toContain('PASSED')
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ isPassed: false })
  })

  it('reads alone with --read-only, without asking', async () => {
    const { code } = await verify('--token', 'root-token', '--read-only', '--only', 'Snippets')
    expect(code).toBe(0)
  })

  it('reads alone with the token of a plain user', async () => {
    const only = ['--only', 'Application settings,Snippets']
    const { code, out } = await verify('--token', 'jonas-token', '--read-only', ...only)
    expect(out).toMatch(/^Application settings +2 +[1-9]/m)
    expect(code).toBe(0)
  })

  it('prints with --plan what it would make and change, and sends nothing', async () => {
    const silent = await listenTo(async () => {
      sent++
      return new Response('{}')
    }, {})
    let sent = 0
    const words = ['--plan', '--only', 'getGroup,Application settings']
    const { code, out, err } = await run('verify', silent.url, ...words, '--instance')
    const without = await run('verify', silent.url, ...words)
    const reading = await run('verify', silent.url, ...words, '--read-only')
    await silent.close()
    expect([code, err, sent]).toEqual([0, '', 0])
    expect(out).toContain(`writes to ${silent.url}`)
    for (const line of [
      /^ {2}[1-9]\d* users/m,
      /^ {2}[1-9]\d* groups, [1-9]\d* of them public or internal$/m,
      /^ {2}default_projects_limit, \d times?$/m,
      /^ {2}[\d,]+ requests, [\d,]+ of them writes, at most 8 at once:$/m,
      /^What others may notice:$/m,
      /`forgery verify --clean-up forgery-verify-\d+-\d+\.journal`/,
    ]) {
      expect(out).toMatch(line)
    }
    expect(without.out).toContain('that needs --instance')
    expect(without.out).not.toContain('default_projects_limit')
    expect(reading.out).toContain('Nothing: it sends')
  })

  it('counts with --plan what the same run makes, deliveries of hooks included', async () => {
    // Names that no host has are not looked up, which may take longer than a delivery is waited for.
    const toThisMachine: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (/\.invalid\/|:9\//.test(request.url)) throw new TypeError('There is no such host.')
      return fetch(request)
    }
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch: toThisMachine })
    const made = { users: 0, groups: 0, projects: 0, hooks: 0 }
    const kinds = Object.keys(made) as (keyof typeof made)[]
    const served = await listenTo(async (request) => {
      const answer = await forge.fetch(request)
      const path = new URL(request.url).pathname.replace(/\/user\/\d+$/, '')
      const kind = kinds.find((one) => path.endsWith(`/api/v3/${one}`))
      if (kind && request.method === 'POST' && answer.status === 201) made[kind]++
      return answer
    }, {})
    const words = ['--instance', '--only', 'System hooks']
    const { out } = await run('verify', served.url, ...words, '--plan')
    const { out: report } = await run(
      'verify',
      served.url,
      ...words,
      '--token',
      'root-token',
      '--yes',
    )
    await served.close()
    expect(report).toContain('PASSED')
    const countOf = (kind: string) =>
      [...out.matchAll(new RegExp(`^ {2}(\\d+) (?:system )?${kind}\\b`, 'gm'))]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0)
    expect(Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)]))).toEqual(made)
    expect(out).toMatch(/^ {2}5 system hooks to this machine/m)
  })

  it('names at the second Ctrl+C what is left, and --clean-up removes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-verify-'))
    const journal = join(folder, 'verify.journal')
    const forge = await createForge({ seed: 'demo', log: () => {} })
    const before = worldOf(forge)
    let isSilent = false
    const held = await listenTo(async (request) => {
      const answer = await forge.fetch(request)
      // The server carries out what it is asked, and answers nobody.
      if (isSilent) await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
      return answer
    }, {})
    const words = [held.url, '--token', 'root-token', '--only', 'Groups']
    const running = start(['verify', ...words, '--yes', '--journal', journal])
    const hasGroup = () =>
      forge.db.namespaces.all().some(({ path }) => /^forgery-\w+-group/.test(path))
    while (!hasGroup()) await new Promise((resolve) => setTimeout(resolve, 10))
    isSilent = true
    running.process.kill('SIGINT')
    await expect.poll(running.err).toContain('Ctrl+C once more ends at once')
    running.process.kill('SIGINT')
    const { code, err } = await running.finished
    expect(code).toBe(130)
    expect(err).toContain('Left on the server, if the last requests were carried out:')
    expect(err).toMatch(/^ {2}group forgery-\w{8}-group-\d+$/m)
    expect(err).toContain(`\`forgery verify --clean-up ${journal}\` removes it`)
    isSilent = false
    const again = await run('verify', '--clean-up', journal, '--token', 'root-token')
    expect([again.code, again.err]).toEqual([
      2,
      `forgery: This writes to ${held.url}/api/v3, and there is no terminal to ask on: add --yes.\n`,
    ])
    const cleaned = await run('verify', '--clean-up', journal, '--token', 'root-token', '--yes')
    expect([cleaned.code, cleaned.err]).toEqual([0, ''])
    expect(cleaned.out).toMatch(/^ {2}user forgery-/m)
    expect(cleaned.out).toContain('Everything is removed and put back.')
    expect(worldOf(forge)).toEqual(before)
    expect(existsSync(journal)).toBe(false)
    await held.close()
    rmSync(folder, { recursive: true })
  })

  it('keeps a journal that is named, refuses one that is there, and removes its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-verify-'))
    const journal = join(folder, 'verify.journal')
    const only = ['--only', 'blocking and unblocking a user']
    const words = ['verify', url, '--token', 'root-token', '--yes', ...only]
    const first = await start([...words, '--journal', journal], folder).finished
    expect(first.code).toBe(0)
    expect(readdirSync(folder)).toEqual(['verify.journal'])
    expect(statSync(journal).mode & 0o777).toBe(0o600)
    expect(readFileSync(journal, 'utf8')).not.toContain('root-token')
    const second = await runIn(folder, ...words, '--journal', journal)
    expect([second.code, second.out]).toEqual([2, ''])
    expect(second.err).toContain('is there already')
    rmSync(journal)
    expect((await runIn(folder, ...words)).code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
    const cleanUp = ['verify', url, '--clean-up', '--token', 'root-token']
    const none = await runIn(folder, ...cleanUp)
    expect([none.code, none.out]).toEqual([0, 'No run left anything.\n'])
    rmSync(folder, { recursive: true })
  })

  it.each([
    [
      'without --yes and a terminal',
      ['--token', 'root-token'],
      /there is no terminal to ask on: add --yes/,
    ],
    ['without a token', ['--yes'], /Give a token: --token TOKEN, or the variable FORGERY_TOKEN\./],
    ['with a wrong token', ['--yes', '--token', 'wrong'], /does not accept the token \(401\)\./],
    [
      'with a report of an unknown kind',
      ['--yes', '--token', 'x', '--report', 'pdf=a'],
      /--report takes junit=FILE/,
    ],
    [
      'with a report that cannot be written',
      ['--yes', '--token', 'root-token', '--report', 'html=/no/such/report.html'],
      /--report html=\/no\/such\/report\.html cannot be written: its folder is not there\./,
    ],
    [
      'with a report where a folder is',
      ['--yes', '--token', 'root-token', '--report', `json=${tmpdir()}`],
      /--report json=\S+ cannot be written: it is a folder\./,
    ],
    [
      'with a name that nothing has',
      ['--yes', '--token', 'root-token', '--only', 'Isues'],
      /"Isues" names no resource/,
    ],
    [
      'where nothing is left to look at',
      ['--yes', '--token', 'root-token', '--only', 'listTags', '--skip', 'Tags'],
      /There is nothing to verify: `only` and `skip` leave no operation and no story\./,
    ],
    [
      'with a header that is none',
      ['--yes', '--token', 'x', '--header', 'nonsense'],
      /--header takes "NAME: VALUE"/,
    ],
    [
      'with a baseline that is not there',
      ['--yes', '--token', 'x', '--baseline', '/no/such'],
      /--baseline \/no\/such cannot be read/,
    ],
  ])('ends with 2 and one sentence %s', async (_, words, message) => {
    const { code, out, err } = await verify(...words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it.each([
    [['verify'], /`forgery verify` needs a URL\. `forgery help verify` lists what it takes\./],
    [
      ['verify', 'http://127.0.0.1:9', '--token', 'x', '--yes'],
      /cannot be reached: the connection failed/,
    ],
    [['verify', 'nowhere', '--token', 'x', '--yes'], /"nowhere" is not a URL/],
  ])('ends with 2 for %j', async (words, message) => {
    const { code, err } = await run(...words)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})

it('says that an address is none before it asks for a token', async () => {
  for (const address of ['nope', 'localhost:8080']) {
    const { code, err } = await run('verify', address)
    expect([code, err]).toEqual([
      2,
      `forgery: "${address}" is not a URL; give one such as https://forge.example.com.\n`,
    ])
  }
})
