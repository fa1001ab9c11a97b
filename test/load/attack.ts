import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { attacks, type Call, upTo, worldOfAttacks } from './attacks.ts'

/**
 * `npm run attack`: sends legal requests that are as costly as one can make them to a forge in this process, and
 * prints the processor time of each: the longest during which no other request is answered, and all of it. Ends
 * with 1 where the first is above the limit. `-- --only mention` runs the attacks whose name has the word.
 */
const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '250' },
    only: { type: 'string', default: '' },
  },
})
const limit = Number(values.limit)

interface Cost {
  readonly status: number
  /** Milliseconds of the processor: in all, and at most without another request being answered in between. */
  readonly total: number
  readonly longest: number
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Notes the longest time between two turns of the event loop. */
function watchTurns(): () => number {
  let longest = 0
  let last = processorTime()
  let isOver = false
  const turn = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOver = true
    return Math.max(longest, processorTime() - last)
  }
}

setFlagsFromString('--expose-gc')
/** Frees what the requests before left: what a request makes itself is freed in its own time. */
const collectGarbage: () => void = runInNewContext('gc')

async function send(forge: Forge, { method, path, body }: Call): Promise<Cost> {
  const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }
  const init =
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const request = new Request(`http://forge.test/api/v3${path}`, init)
  collectGarbage()
  const start = processorTime()
  const readLongestTurn = watchTurns()
  const response = await forge.fetch(request)
  await response.arrayBuffer()
  return { status: response.status, longest: readLongestTurn(), total: processorTime() - start }
}

const forge = await createForge({ seed: worldOfAttacks, bodyLimit: 10 * 1024 * 1024 })
await send(forge, { method: 'GET', path: '/projects' })
const refs = forge.db.repositories.get(2)
const begin = refs?.refs.get('refs/heads/begin') ?? ''
const many = upTo(10_000).flatMap((index) => [
  [`refs/heads/b${index}`, begin] as const,
  [`refs/tags/t${index}`, begin] as const,
])
if (refs) forge.db.repositories.replace(refs, { refs: new Map([...refs.refs, ...many]) })
const start = forge.snapshot()
let tooLong = 0

for (const attack of attacks.filter(({ name }) => name.includes(values.only))) {
  forge.restore(start)
  for (const call of attack.before?.() ?? []) {
    const { status } = await send(forge, call)
    if (status >= 400) throw new Error(`${attack.name}: ${call.method} ${call.path} is ${status}`)
  }
  process.stdout.write(`${attack.name}\n`)
  for (const call of attack.calls()) {
    const { status, longest, total } = await send(forge, call)
    const mark = longest > limit ? '  TOO LONG' : ''
    if (mark) tooLong += 1
    const figures = [longest, total].map((one) => `${one.toFixed(0).padStart(6)} ms`).join(' ')
    process.stdout.write(`${figures}  ${status}  ${call.method} ${call.path.slice(0, 80)}${mark}\n`)
  }
}
process.exitCode = tooLong === 0 ? 0 : 1
