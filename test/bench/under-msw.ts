import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { start } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { folder } from './drive.ts'
import { median, spread } from './median.ts'
import type { Row } from './row.ts'
import { benchSeed, issues } from './world.ts'

const yardstick = 'one handler, a constant'

/** A page of issues under msw in process, beside a mock with one handler that answers a constant. */
export async function underMsw(scratch: string, rounds: number): Promise<Row[]> {
  const file = join(scratch, 'msw.json')
  writeFileSync(file, JSON.stringify({ seed: benchSeed(), issues }))
  const words = [join(folder, 'peers/msw.ts'), file, join(root, 'dist'), String(rounds)]
  const { code, out, err } = await start(
    words,
    root,
    join(root, 'node_modules/jiti/lib/jiti-cli.mjs'),
  ).finished
  if (code !== 0) throw new Error(`The mocks ended with ${code}: ${err}`)
  const measured: Record<string, number>[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const names = Object.keys(measured[0] ?? {})
  return names.map((name) => {
    const shares = measured.map((round) => (round[name] ?? 0) / (round[yardstick] ?? 0))
    return {
      table: 'A page of 20 issues under msw in process (processor time)',
      what: name,
      value: median(measured.map((round) => round[name] ?? 0)),
      unit: 'µs',
      share: median(shares),
      spread: spread(shares),
      ...(name === 'forgery' && { goal: { atMost: 1.1 } }),
    }
  })
}
