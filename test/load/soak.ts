import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../package/root.ts'
import { usedMemory } from './memory.ts'
import { counted, isFlat, megabytes } from './numbers.ts'
import { headersOfWork, pieceOfWork, worldOfWork } from './work.ts'

/**
 * `npm run soak`: a million requests of mixed work to the built package in this process, and a reset after each
 * hundred. Prints the memory that is kept after each tenth, and ends with 1 where it does not stay flat.
 * `-- --requests 100000` makes it shorter.
 */
const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const requestsPerReset = 100
const parts = 10

const { createForge }: typeof import('../../src/index.ts') = await import(
  join(root, 'dist/index.js')
)
const forge = await createForge({ seed: worldOfWork, validateResponses: false })

async function ask(turn: number): Promise<void> {
  const { method, path, body, status } = pieceOfWork(turn)
  const init = { method, headers: headersOfWork, ...(body && { body: JSON.stringify(body) }) }
  const response = await forge.fetch(new Request(`http://forge.test${path}`, init))
  const text = await response.text()
  if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

const heaps: number[] = []
let resets = 0
for (let turn = 0; turn < requests; turn++) {
  await ask(turn)
  if ((turn + 1) % requestsPerReset === 0) {
    forge.reset()
    resets += 1
  }
  if ((turn + 1) % Math.ceil(requests / parts) !== 0 && turn + 1 !== requests) continue
  forge.reset()
  heaps.push(usedMemory())
  const done = `${counted(turn + 1)} requests, ${counted(resets)} resets`
  process.stdout.write(`${done.padEnd(40)} ${megabytes(heaps.at(-1) ?? Number.NaN)} kept\n`)
}
process.stdout.write(isFlat(heaps) ? 'Memory stays flat.\n' : 'Memory GROWS.\n')
process.exitCode = isFlat(heaps) ? 0 : 1
