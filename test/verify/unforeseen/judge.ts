import { parseArgs } from 'node:util'
import { listenForHooks } from '../../../src/cli/verify/hook-listener.ts'
import { tellFault } from '../compare/tell-fault.ts'
import { judgeMutant, judgeVariant } from '../judge-one.ts'
import type { Mutant } from '../mutants/index.ts'
import { serverSets } from './index.ts'
import type { FaultyServer, Forge } from './server.ts'

/**
 * `npm run unforeseen`: what `forgery verify` and `forgery compare` make of servers that were written from the
 * specification alone. Ends with 1 where `verify` tells fewer than 90% of the faulty ones at their operation, `compare`
 * fewer than 97%, or either fails a legitimate one. `--set third` for one set, `--only PATTERN` by name, `--verify` or
 * `--compare`, `--faulty` or `--legitimate` alone, `--part 1/2` for the first half.
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    only: { type: 'string' },
    verify: { type: 'boolean' },
    compare: { type: 'boolean' },
    faulty: { type: 'boolean' },
    legitimate: { type: 'boolean' },
    part: { type: 'string', default: '1/1' },
  },
})
const sets = serverSets.filter(({ name }) => name === (values.set ?? name))
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const isChosen = ({ name }: { readonly name: string }, index: number) =>
  new RegExp(values.only ?? '', 'i').test(name) && index % parts === part - 1
const asksVerify = values.verify === true || values.compare !== true
const asksCompare = values.compare === true || values.verify !== true
const asksFaulty = values.faulty === true || values.legitimate !== true
const asksLegitimate = values.legitimate === true || values.faulty !== true

/** Histories that are called until a fault is told. */
const MAX_HISTORIES = 40
const FIRST_SEED = 1000

/** As long as one who compares waits for what a server does in the background; a fault need not be waited for. */
const PATIENCE = 1000

/** The least share of the faulty servers that each is to tell. */
const leastShares = { verify: 0.9, compare: 0.97 }

process.exitCode = (await judgeAll()) ? 0 : 1

async function judgeAll(): Promise<boolean> {
  const faulty = asksFaulty ? sets.flatMap((set) => set.faulty).filter(isChosen) : []
  const verified = asksVerify ? await judgeFaulty('verify', faulty, toldByVerify) : true
  const compared = asksCompare ? await judgeFaulty('compare', faulty, toldByCompare) : true
  return (await judgeLegitimate()) && verified && compared
}

async function judgeFaulty(
  judge: keyof typeof leastShares,
  servers: readonly FaultyServer[],
  tell: (server: FaultyServer) => Promise<string>,
): Promise<boolean> {
  let told = 0
  for (const server of servers) {
    const outcome = await tell(server)
    if (outcome === 'told') told++
    print(`${judge}: ${outcome}: ${server.name} (${server.at.join(', ')})`)
  }
  print(`${judge} tells ${told} of ${servers.length} faulty servers.`)
  return told >= leastShares[judge] * servers.length
}

/** First by the checks of the operations where it shows, then by a whole run. */
async function toldByVerify(server: FaultyServer): Promise<string> {
  const [operation = 'getCurrentUser', ...alsoAt] = server.at
  const { name, start } = server
  const mutant: Mutant = {
    name,
    operation,
    alsoAt,
    kind: 'value wrong',
    fault: ({ forge }) => start(forge),
  }
  const receiver = server.needsInstance ? await listenForHooks() : undefined
  try {
    for (const only of [server.at, undefined]) {
      const { outcome, reported } = await judgeMutant(mutant, only, receiver)
      if (outcome === 'caught') return 'told'
      if (only === undefined) return reported[0] ? `elsewhere, ${reported[0]}` : 'missed'
    }
    return 'missed'
  } finally {
    receiver?.close()
  }
}

async function toldByCompare(server: FaultyServer, patience?: number): Promise<string> {
  const { name, at, start, needsInstance } = server
  const fault = { name, at, fault: ({ forge }: { readonly forge: Forge }) => start(forge) }
  const tell = (one: Parameters<typeof tellFault>[0]) =>
    tellFault(one, FIRST_SEED, MAX_HISTORIES, patience)
  const usual = needsInstance ? undefined : await tell(fault)
  if (usual?.outcome === 'told') return 'told'
  // What the settings of the instance or its hooks show is asked of them with --instance alone.
  const { outcome, told } = await tell({ ...fault, needsInstance: true })
  if (outcome === 'told') return 'told'
  const [first = usual?.told[0]] = told
  return first ? `elsewhere, ${first}` : 'missed'
}

async function judgeLegitimate(): Promise<boolean> {
  let failed = 0
  const servers = asksLegitimate ? sets.flatMap((set) => set.legitimate).filter(isChosen) : []
  for (const server of servers) {
    const { reported } = asksVerify
      ? await judgeVariant({ name: server.name, alter: ({ forge }) => server.start(forge) })
      : { reported: [] }
    const different = asksCompare
      ? await toldByCompare({ ...server, breaks: '', at: [] }, PATIENCE)
      : 'missed'
    const isPassed = reported.length === 0 && different === 'missed'
    if (!isPassed) failed++
    print(`${isPassed ? 'passed' : 'FAILED'}: ${server.name}`)
    for (const one of reported) print(`  verify: ${one}`)
    if (different !== 'missed') print(`  compare: ${different}`)
  }
  print(`${servers.length - failed} of ${servers.length} legitimate servers passed.`)
  return failed === 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
