import { createForge, type HookDelivery, type JournalEntry } from '../forge.ts'
import { type Listening, listen } from '../server/listen.ts'
import { coloursFor } from './colours.ts'
import { numberOption, type OptionValues, textOption, UsageError } from './command.ts'
import { greeting, readyLine } from './greeting.ts'
import { deliveryLine, requestLine } from './log-lines.ts'
import { servedWorld } from './served-world.ts'
import { tokenHolders } from './token-holders.ts'

/** `forgery serve`: resolves when it listens; the process then lives until a signal ends it. */
export async function serve(values: OptionValues): Promise<void> {
  const port = numberOption(values, 'port', { least: 0, most: 65_535 })
  const host = textOption(values, 'host')
  const seed = textOption(values, 'seed')
  const answersAs = answersAsOption(values)
  const isSilent = values.quiet === true || values.json === true

  const write = (line: string) => process.stdout.write(`${line}\n`)
  const colours = coloursFor(process.stdout)
  const onRequest = isSilent
    ? () => {}
    : (entry: JournalEntry) => write(requestLine(entry, colours))
  const onDelivery = isSilent ? () => {} : (one: HookDelivery) => write(deliveryLine(one, colours))
  const forge = await createForge({
    ...(await servedWorld(values)),
    answersAs,
    onRequest,
    onDelivery,
  })
  const listening = await listen(forge, { port, host })
  endOnSignals(listening)

  const holders = tokenHolders(forge)
  if (values.json) write(readyLine(listening.url, holders))
  if (!isSilent) write(greeting(listening.url, seed, holders, colours))
  if (!isLoopback(host)) warn(host)
}

function answersAsOption(values: OptionValues): 'specified' | 'released' {
  const text = textOption(values, 'as')
  if (text === 'specified' || text === 'released') return text
  throw new UsageError(`--as takes "specified" or "released", not "${text}".`)
}

function endOnSignals(listening: Listening): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => listening.close().then(() => process.exit(0)))
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

/** The tokens of a forge are no secrets: they can be guessed from the names. */
function warn(host: string): void {
  process.stderr.write(
    `forgery: listening on ${host}: whoever reaches this machine can read and change this forge.\n`,
  )
}
