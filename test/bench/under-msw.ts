import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, spread } from './median.ts'
import { runProgram } from './programs.ts'
import type { Row } from './row.ts'
import { benchSeed, issues } from './world.ts'

const yardstick = 'one handler, a constant'

/** A page of issues under msw in process, beside a mock with one handler that answers a constant. */
export async function underMsw(scratch: string, rounds: number): Promise<Row[]> {
  const file = join(scratch, 'msw.json')
  writeFileSync(file, JSON.stringify({ seed: benchSeed(), issues }))
  const measured = await runProgram<Record<string, number>>('msw.ts', [file, rounds])
  const names = Object.keys(measured[0] ?? {})
  return names.map((name) => {
    const shares = measured.map((round) => (round[name] ?? 0) / (round[yardstick] ?? 0))
    return {
      table:
        'A page of 20 issues of 40 in turn under msw in process, nothing written (processor time)',
      what: name,
      value: median(measured.map((round) => round[name] ?? 0)),
      unit: 'µs',
      share: median(shares),
      spread: spread(shares),
      ...(name === 'forgery' && { goal: { atMost: 1.2 } }),
    }
  })
}
