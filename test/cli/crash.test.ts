import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { type Running, start } from './command.ts'

/**
 * A server that is killed at any moment has lost nothing of what its file had before, and its file loads. `npm run crash`
 * kills it a hundred times, and counts how much is lost besides.
 */
const rounds = Number(process.env.FORGERY_CRASHES ?? 3)
/** Milliseconds that may be lost; on a machine that does other things as well, saving may take any time. */
const tolerance = process.env.FORGERY_CRASHES === undefined ? Number.POSITIVE_INFINITY : 1000
const MAX_ROUND_MILLISECONDS = 2500

const folder = mkdtempSync(join(tmpdir(), 'forgery-crash-'))
const file = join(folder, 'world.forgery')
let running: Running | undefined
afterAll(async () => {
  running?.process.kill('SIGKILL')
  await running?.finished
  rmSync(folder, { recursive: true })
})

/** The number that was written last, as the file or the server has it. */
const numberIn = (bio: string | null | undefined) => Number(bio?.match(/\d+/)?.[0] ?? 0)

interface Written {
  readonly number: number
  /** When the server had answered that it is written. */
  readonly at: number
}

/** The worlds that are written to: the default one, and one beside it. */
const worlds = [
  { path: '', file },
  { path: '/w/beside', file: join(`${file}.worlds`, 'world-beside.forgery') },
] as const

/** Makes the second world where it is not there: a kill may come before it was saved once. */
async function makeBeside(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/_forge/worlds`, { method: 'POST', headers, body: '{"name":"beside"}' })
}

/** Writes one number after the other, each beyond the last, until the server does not answer. */
async function writeNumbers(url: string, first: number, written: Written[]): Promise<void> {
  for (let number = first; ; number++) {
    const answer = await write(url, number)
    if (answer !== 200) return
    written.push({ number, at: performance.now() })
  }
}

function write(url: string, number: number): Promise<number | undefined> {
  const request = fetch(`${url}/api/v3/users/1`, {
    method: 'PUT',
    headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
    body: JSON.stringify({ bio: `number ${number}` }),
  })
  return request.then(
    ({ status }) => status,
    () => undefined,
  )
}

async function savedNumber(saved: string): Promise<number> {
  if (!existsSync(saved)) return 0
  return numberIn((await createForge({ from: saved })).db.users.get(1)?.bio)
}

async function serveFile(): Promise<string> {
  running = start(['serve', '--json', '--port', '0', '--data', file])
  const [line] = await running.until(/^.*\n/)
  return JSON.parse(line).url
}

it(
  `loses nothing that it had saved when it is killed, ${rounds} times`,
  async () => {
    const last = worlds.map(() => 0)
    for (let round = 0; round < rounds; round++) {
      const url = await serveFile()
      await makeBeside(url)
      const writings = worlds.map(({ path }, place) => {
        const written: Written[] = [{ number: last[place] ?? 0, at: 0 }]
        return { written, done: writeNumbers(url + path, (last[place] ?? 0) + 1, written) }
      })
      const moment = Math.random() * MAX_ROUND_MILLISECONDS
      await new Promise((resolve) => setTimeout(resolve, moment))
      for (const [place, world] of worlds.entries()) {
        await expect.poll(() => savedNumber(world.file)).toBeGreaterThan(last[place] ?? 0)
      }
      const before = await Promise.all(worlds.map((world) => savedNumber(world.file)))
      const killed = performance.now()
      running?.process.kill('SIGKILL')
      await Promise.all([...writings.map(({ done }) => done), running?.finished])

      for (const [place, world] of worlds.entries()) {
        const written = writings[place]?.written ?? []
        const saved = await savedNumber(world.file)
        const sure = written.findLast(({ at }) => at < killed - tolerance)?.number ?? 0
        const sent = (written.at(-1)?.number ?? 0) + 1
        const description = `round ${round}, ${world.path || 'default'}, killed after ${moment.toFixed(0)} ms`
        expect([description, saved >= Math.max(sure, before[place] ?? 0), saved <= sent]).toEqual([
          description,
          true,
          true,
        ])
        last[place] = saved
      }
    }
    for (const number of last) expect(number).toBeGreaterThan(rounds)
    // What the process before left behind is gone once the next one has saved.
    expect(readdirSync(folder).length).toBeLessThanOrEqual(3)
    expect(readdirSync(`${file}.worlds`).length).toBeLessThanOrEqual(2)
  },
  Math.max(600_000, rounds * 12_000),
)
