import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createForge } from '../../src/create-forge.ts'
import { type Running, start } from './command.ts'

/**
 * A server that is killed at any moment has lost no more than the last second, and its file loads.
 * `npm run crash` kills it a hundred times.
 */
const rounds = Number(process.env.FORGERY_CRASHES ?? 5)
/** Milliseconds that may be lost. */
const tolerance = 1000
const longestRound = 2500

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

async function serveFile(): Promise<string> {
  running = start(['serve', '--json', '--port', '0', '--data', file])
  const [line] = await running.until(/^.*\n/)
  return JSON.parse(line).url
}

it(
  `loses no more than the last second when it is killed, ${rounds} times`,
  async () => {
    let last = 0
    for (let round = 0; round < rounds; round++) {
      const url = await serveFile()
      const written: Written[] = [{ number: last, at: 0 }]
      const writing = writeNumbers(url, last + 1, written)
      const moment = Math.random() * longestRound
      await new Promise((resolve) => setTimeout(resolve, moment))
      const killed = performance.now()
      running?.process.kill('SIGKILL')
      await Promise.all([writing, running?.finished])

      const saved = numberIn((await createForge({ from: file })).db.users.get(1)?.bio)
      const sure = written.findLast(({ at }) => at < killed - tolerance)
      const sent = (written.at(-1)?.number ?? 0) + 1
      const told = `round ${round}, killed after ${moment.toFixed(0)} ms`
      expect([told, saved >= (sure?.number ?? 0), saved <= sent]).toEqual([told, true, true])
      last = saved
    }
    expect(last).toBeGreaterThan(rounds)
    // What the process before left behind is gone once the next one has saved.
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2)
  },
  Math.max(60_000, rounds * 12_000),
)
