import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ApiName, basePaths } from '../../src/contract/base-paths.ts'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { type Attack, attacks, type Call, upTo, worldOfAttacks } from './attacks.ts'
import { attacks as attacksOfCi } from './attacks-ci.ts'
import { attacksOfGit } from './attacks-git.ts'
import { attacks as attacksOfV4, worldOfAttacks as worldOfV4 } from './attacks-v4.ts'

/**
 * `npm run attack`: sends legal requests that are as costly as one can make them to a forge in this process, and
 * prints the processor time of each: the longest during which no other request is answered, and all of it. An attack
 * with a request above the limit is tried twice more, and the least counts: compilers and other programs take a share
 * that is not the request's. Ends with 1 where a request is above the limit each time, or is answered by a 500.
 * `-- --only mention` runs the attacks whose name has the word.
 */
const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '250' },
    only: { type: 'string', default: '' },
  },
})
const limit = Number(values.limit)
const MAX_TRIES = 3

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

/** A forge that is attacked, through one of its APIs. */
interface Target {
  readonly forge: Forge
  readonly api: ApiName
  readonly start: ReturnType<Forge['snapshot']>
}

async function send({ forge, api }: Target, call: Call): Promise<Cost> {
  const { method, path, body, as, isPage, isGit } = call
  const token = { 'private-token': `${as ?? 'jane'}-token`, 'content-type': 'application/json' }
  const asGit = { authorization: `Basic ${btoa('jane:jane-token')}` }
  const headers = isPage ? { accept: 'text/html' } : isGit ? asGit : token
  const isSentAsIs = typeof body === 'string' || body instanceof Uint8Array
  const text = isSentAsIs ? body : JSON.stringify(body)
  const init = body === undefined ? { method, headers } : { method, headers, body: text }
  const request = new Request(
    `http://forge.test${isPage || isGit ? '' : basePaths[api]}${path}`,
    init,
  )
  collectGarbage()
  const start = processorTime()
  const readLongestTurn = watchTurns()
  const response = await forge.fetch(request)
  await response.arrayBuffer()
  return { status: response.status, longest: readLongestTurn(), total: processorTime() - start }
}

async function attempt(target: Target, attack: Attack): Promise<Cost[]> {
  target.forge.restore(target.start)
  for (const call of attack.before?.() ?? []) {
    const { status } = await send(target, call)
    if (status >= 400) throw new Error(`${attack.name}: ${call.method} ${call.path} is ${status}`)
  }
  const costs: Cost[] = []
  for (const call of attack.calls()) costs.push(await send(target, call))
  return costs
}

/** Sends the calls of an attack, prints what each costs, and gives how many cost too much, or fail. */
async function run(target: Target, attack: Attack): Promise<number> {
  process.stdout.write(`${target.api}: ${attack.name}\n`)
  let costs = await attempt(target, attack)
  for (let tries = 1; tries < MAX_TRIES && costs.some(isTooLong); tries += 1) {
    const others = await attempt(target, attack)
    costs = costs.map((one, index) => lesser(one, others[index] ?? one))
  }
  for (const [index, { method, path }] of attack.calls().entries()) {
    const cost = costs[index]
    if (cost === undefined) continue
    const figures = [cost.longest, cost.total].map((one) => `${one.toFixed(0).padStart(6)} ms`)
    const mark = isTooLong(cost) ? '  TOO LONG' : cost.status >= 500 ? '  FAILED' : ''
    process.stdout.write(
      `${figures.join(' ')}  ${cost.status}  ${method} ${path.slice(0, 80)}${mark}\n`,
    )
  }
  return costs.filter((cost) => isTooLong(cost) || cost.status >= 500).length
}

const isTooLong = ({ longest }: Cost) => longest > limit
const lesser = (one: Cost, other: Cost) => (one.longest <= other.longest ? one : other)

/** Gives a repository more branches and tags than a request can make. */
function addRefs({ db }: Forge, projectId: number): void {
  const record = db.repositories.get(projectId)
  const begin = record?.refs.get('refs/heads/begin') ?? ''
  const many = upTo(10_000).flatMap((index) => [
    [`refs/heads/b${index}`, begin] as const,
    [`refs/tags/t${index}`, begin] as const,
  ])
  if (record) db.repositories.replace(record, { refs: new Map([...record.refs, ...many]) })
}

let bad = 0
for (const [api, seed, all] of [
  ['v3', worldOfAttacks, attacks],
  ['v4', worldOfV4, [...attacksOfV4, ...attacksOfCi, ...attacksOfGit]],
] as const) {
  const chosen = all.filter(({ name }) => `${api}: ${name}`.includes(values.only))
  if (chosen.length === 0) continue
  const forge = await createForge({ seed, bodyLimit: 10 * 1024 * 1024 })
  addRefs(forge, 2)
  const target = { forge, api, start: forge.snapshot() }
  await send(target, { method: 'GET', path: '/projects' })
  for (const attack of chosen) bad += await run(target, attack)
}
process.exitCode = bad === 0 ? 0 : 1
