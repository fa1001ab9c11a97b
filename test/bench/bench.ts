import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../package/root.ts'
import { repositoryRows, startRows, worldRows } from './budgets.ts'
import { folder } from './drive.ts'
import { gitRows } from './git.ts'
import { inProcessRows, largeProjectRows, pageRows, seedRows } from './in-process.ts'
import { introduction, measuredBeside, whatTwoApisCost } from './introduction.ts'
import { describeMachine } from './machine.ts'
import { withSpeedSection } from './readme-section.ts'
import { worldSteps } from './reset.ts'
import { isKept } from './row.ts'
import { servedRows } from './served.ts'
import { type Report, writeTables } from './tables.ts'
import { underMsw } from './under-msw.ts'

/**
 * `npm run bench`: what Forgery takes beside others that do the same work or less, and its budgets.
 * `--quick` measures less than a fifth as long; `--json` prints the report as JSON; `--docs` writes docs/speed.md and
 * the section on speed of README.md.
 * Ends with 1 where a goal is missed.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const effort = values.quick ? { rounds: 2, seconds: 0.5 } : { rounds: 7, seconds: 1 }

if (!existsSync(join(folder, 'node_modules'))) {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
const report = await measure()
process.stdout.write(
  values.json ? `${JSON.stringify(report, null, 2)}\n` : `${writeTables(report)}\n`,
)
if (values.docs) {
  const readme = join(root, 'README.md')
  writeFileSync(
    join(root, 'docs/speed.md'),
    `${[introduction, writeTables(report), whatTwoApisCost, measuredBeside].join('\n\n')}\n`,
  )
  writeFileSync(readme, withSpeedSection(readFileSync(readme, 'utf8'), report))
}
process.exitCode = report.rows.some((row) => isKept(row) === false) ? 1 : 0

async function measure(): Promise<Report> {
  const machine = describeMachine()
  const scratch = mkdtempSync(join(tmpdir(), 'forgery-bench-'))
  try {
    const served = await servedRows(effort)
    const noise = served.find(({ what }) => what === 'Hono, a constant')?.spread ?? 0
    const rows = [
      ...served,
      ...(await inProcessRows(effort.rounds)),
      ...(await pageRows(effort.rounds)),
      ...(await underMsw(scratch, effort.rounds)),
      ...(await startRows(values.quick ? 3 : 9)),
      ...(await worldSteps()),
      ...(await worldRows()),
      ...(await largeProjectRows(values.quick ? 20_000 : 100_000)),
      ...(await seedRows(values.quick ? 500 : 5000, scratch)),
      ...(await repositoryRows()),
      ...(await gitRows(values.quick ? 1 : 5, scratch)),
    ]
    return { machine, noise, rows }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
