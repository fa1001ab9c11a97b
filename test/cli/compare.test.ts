import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { editJson } from '../verify/mutants/faults/answers.ts'
import { isObject } from '../verify/mutants/json.ts'
import { listenTo } from '../verify/variants/listen.ts'
import { worldOf } from '../verify/world-of.ts'
import { runIn, start } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-compare-'))
const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

let forge: Forge
let before: Record<string, readonly object[]>
let sound: Awaited<ReturnType<typeof listenTo>>
let faulty: Awaited<ReturnType<typeof listenTo>>

beforeAll(async () => {
  forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  before = worldOf(forge)
  sound = await listenTo(forge.fetch, {})
  // Everybody is shown to be an administrator.
  const fault = editJson('getCurrentUser', (json) =>
    isObject(json) ? { ...json, is_admin: true } : json,
  )
  faulty = await listenTo(fault({ forge, hit: () => {} }), {})
})

afterAll(async () => {
  await Promise.all([sound.close(), faulty.close()])
  rmSync(folder, { recursive: true })
})

const compare = (url: string, ...words: readonly string[]) =>
  start(['compare', url, '--token', 'root-token', '--patience', '1', ...words], folder).finished

describe('forgery compare', () => {
  it('ends with 0 where nothing differs, and leaves neither a journal nor anything on the server', async () => {
    const { code, out } = await compare(sound.url, '--yes', '--runs', '2', '--seed', '5')
    expect(code).toBe(0)
    // What the contract leaves open, as the order of changes within a second, may stand before it.
    expect(out).toMatch(/^EQUAL {2}http:.*\/api\/v3\n2 histories from seed 5, \d+ calls compared/m)
    expect(out).toContain('\n0 differ from the contract')
    expect(readdirSync(folder)).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('ends with 1 where something does, shows the calls, keeps it, and does not tell it again with the baseline', async () => {
    const keep = [
      'report=report.json',
      'baseline=known.json',
      'test=known.test.ts',
      'script=known.sh',
    ]
    const words = ['--yes', '--runs', '1', '--seed', '5']
    const { code, out } = await compare(
      faulty.url,
      ...words,
      ...keep.flatMap((one) => ['--keep', one]),
    )
    expect(code).toBe(1)
    expect(out).toContain('DIFFERS getCurrentUser is_admin')
    expect(out).toMatch(/Forgery +false\n +server +true\n/)
    const { differences } = JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'))
    expect(differences).toEqual(['getCurrentUser | is_admin'])
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(report).toMatchObject({
      format: 'forgery-compare-report',
      differences: [{ operation: 'getCurrentUser', place: 'is_admin', forge: false, server: true }],
    })
    expect(readFileSync(join(folder, 'known.test.ts'), 'utf8')).toContain(
      'await replay(server, history)',
    )
    expect(readFileSync(join(folder, 'known.sh'), 'utf8')).toMatch(/^#!\/usr\/bin\/env bash\n/)

    const again = await compare(faulty.url, ...words, '--baseline', 'known.json')
    expect([again.code, again.out.includes('DIFFERS')]).toEqual([0, false])
    expect(again.out).toContain('Known  getCurrentUser | is_admin')
    const gone = await compare(sound.url, ...words, '--baseline', 'known.json')
    expect(gone.out).toContain('Known, and not seen this time\n  getCurrentUser | is_admin')
    expect(worldOf(forge)).toEqual(before)
  })

  it('prints a plan and sends nothing, asks before it writes, and says what it does not understand', async () => {
    const planned = await compare('http://127.0.0.1:9', '--plan', '--runs', '1')
    expect([planned.code, planned.err]).toEqual([0, ''])
    expect(planned.out).toMatch(/^ {2}\d+ users/m)
    expect(planned.out).toContain('forgery verify --clean-up')
    const asked = await compare(sound.url)
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('add --yes')])
    const unknown = await compare(sound.url, '--yes', '--keep', 'poem=verse.txt')
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('--keep takes report=FILE'),
    ])
    const ofV4 = await compare(`${sound.url}/api/v4`, '--yes')
    expect([ofV4.code, ofV4.err]).toEqual([2, expect.stringContaining('compared by its v3')])
  })

  it('takes no option of judging alone where `verify --against-forge` asks for it', async () => {
    const words = ['verify', sound.url, '--against-forge', '--token', 'root-token']
    for (const option of [['--read-only'], ['--only', 'Tags'], ['--strict']]) {
      const refused = await runIn(folder, ...words, '--yes', ...option)
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringContaining(`--against-forge compares and takes no ${option[0]}`),
      ])
    }
    expect(worldOf(forge)).toEqual(before)
  })

  it('is cleaned up after where it was killed', async () => {
    const journal = join(folder, 'killed.journal')
    const words = ['compare', sound.url, '--token', 'root-token', '--yes', '--journal', journal]
    const running = start([...words, '--runs', '5'], folder)
    while (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('createIssue')) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    running.process.kill('SIGKILL')
    await running.finished
    expect(worldOf(forge)).not.toEqual(before)
    const cleaning = ['compare', '--clean-up', journal, '--token', 'root-token', '--yes']
    const { code, out } = await start(cleaning, folder).finished
    expect([code, out]).toEqual([0, expect.stringContaining('Everything is removed')])
    expect(worldOf(forge)).toEqual(before)
  })
})
