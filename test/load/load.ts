import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Running, start } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { ask } from './ask.ts'
import { reportingMemory } from './memory.ts'
import { counted, isExplained, megabytes, percentile } from './numbers.ts'
import { pieceOfWork, worldOfWork } from './work.ts'

/**
 * `npm run load`: mixed work over 200 connections for 60 seconds on the built server, a process of its own.
 * Prints requests, errors, times and the server's memory, and ends with 1 where a request failed, one in a hundred
 * took longer than a second (`--p99 MILLISECONDS`), or memory grew after the first ten seconds by more than what was
 * written. `-- --seconds 10 --connections 50` makes it less. That connections are answered in turn, however slow the
 * machine is, is shown by test/adapters/server/fairness.test.ts.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '200' },
    p99: { type: 'string', default: '1000' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const settlingSeconds = Math.min(10, seconds / 2)

const folder = mkdtempSync(join(tmpdir(), 'forgery-load-'))
const seed = join(folder, 'world.json')
writeFileSync(seed, JSON.stringify(worldOfWork))
const server = start(
  ['serve', '--port', '0', '--json', '--seed', seed],
  root,
  undefined,
  reportingMemory,
)
try {
  await load(server)
} finally {
  server.process.kill()
  await server.finished
  rmSync(folder, { recursive: true })
}

async function load(running: Running): Promise<void> {
  const [line] = await running.until(/^\{.*\}$/m)
  const url: string = JSON.parse(line).url
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const errors: string[] = []
  const ends = performance.now() + seconds * 1000
  let [turn, written] = [0, 0]

  async function keepAsking(): Promise<void> {
    while (performance.now() < ends) {
      const piece = pieceOfWork(turn++)
      const started = performance.now()
      const problem = await ask(url, agent, piece)
      times.push(performance.now() - started)
      if (problem !== undefined) errors.push(problem)
      else if (piece.status === 201) written += 1
    }
  }

  const asking = Promise.all(Array.from({ length: connections }, keepAsking))
  await setTimeout(settlingSeconds * 1000)
  const settled = { kept: await memoryOf(running), written }
  await asking
  agent.destroy()
  const kept = await memoryOf(running)
  const since = written - settled.written
  const isKept = isExplained(settled.kept, kept, since)
  const rate = times.length / seconds
  const isQuick = percentile(times, 0.99) <= Number(values.p99)
  const lines = [
    `${connections} connections, ${seconds} s: ${counted(times.length)} requests, ${counted(rate)} a second`,
    `errors: ${counted(errors.length)}`,
    `times: median ${milliseconds(0.5)}, p99 ${milliseconds(0.99)}, longest ${milliseconds(1)}`,
    isQuick ? `p99 is at most ${values.p99} ms.` : `p99 is ABOVE ${values.p99} ms.`,
    `memory: ${megabytes(settled.kept)} after ${settlingSeconds} s, ${megabytes(kept)} at the end; ${counted(since)} records were written between, ${counted((kept - settled.kept) / since)} bytes each`,
    isKept ? 'Memory grows by what is written.' : 'Memory GROWS by more than what is written.',
    ...new Set(errors.slice(0, 20)),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = errors.length === 0 && isQuick && isKept ? 0 : 1

  function milliseconds(share: number): string {
    return `${percentile(times, share).toFixed(1)} ms`
  }
}

/** What the server keeps in memory, in bytes. */
async function memoryOf({ process: child, err }: Running): Promise<number> {
  const reported = () => [...err().matchAll(/^kept: (\d+)$/gm)]
  const before = reported().length
  child.kill('SIGUSR2')
  while (reported().length === before && child.stderr) await once(child.stderr, 'data')
  return Number(reported().at(-1)?.[1])
}
