import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../package/root.ts'
import { type Running, run, start } from './command.ts'

/** How many projects are read; `FORGERY_READ_PROJECTS=200` makes it more than 10,000 requests. */
const projects = Number(process.env.FORGERY_READ_PROJECTS ?? 20)
const world = join(tmpdir(), `forgery-large-${process.pid}.json`)

let server: Running
let url: string

beforeAll(async () => {
  const size = ['--users', '200', '--projects', String(Math.max(projects, 200))]
  await run('seed', ...size, '--output', world)
  server = start(['serve', '--port', '0', '--seed', world, '--json'])
  const [line] = await server.until(/^\{.*\}$/m)
  url = JSON.parse(line).url
})

afterAll(async () => {
  server.process.kill()
  await server.finished
  rmSync(world, { force: true })
})

/**
 * Writes the most memory that the process used, in KiB, when it ends. Linux counts in `resourceUsage` what the process
 * held that started this one, and in `VmHWM` nothing but its own.
 */
const reportMemory = `import { readFileSync } from 'node:fs'
  const peak = () => process.platform === 'linux'
    ? Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS
  process.on('exit', () => process.stderr.write('most memory: ' + peak() + ' KiB'))`

it('reads a large world in less than 190 MB of memory', async () => {
  const words = ['verify', url, '--token', 'root-token', '--read-only']
  const report = `data:text/javascript,${encodeURIComponent(reportMemory)}`
  const environment = { NODE_OPTIONS: `--import ${report}` }
  const verifying = start([...words, '--projects', String(projects)], root, undefined, environment)
  const { code, out, err } = await verifying.finished
  const [, requests = ''] = /^([\d,]+) requests in/m.exec(out) ?? []
  const [, memory = ''] = /most memory: (\d+) KiB/.exec(err) ?? []
  expect(code, out).toBe(0)
  expect(Number(requests.replaceAll(',', ''))).toBeGreaterThan(50 * projects)
  // 176 to 181 MB, most of it code and contracts: 162 when that of v4 had 598 operations, and not 711.
  expect(Number(memory) / 1024).toBeLessThan(190)
})
