import { listen } from '../adapters/server/listen.ts'
import type { ServedRequest } from '../adapters/server/served-request.ts'
import { startingSeed } from '../adapters/server/starting-seed.ts'
import { isLoopback } from '../adapters/server/who-may-ask.ts'
import { createForge } from '../forge/create-forge.ts'
import type { JournalEntry } from '../forge/journal/journal-entry.ts'
import { tokenHolders } from '../worlds/token-holders.ts'
import { worldsAround } from '../worlds/worlds.ts'
import { accessOptions } from './access-options.ts'
import { coloursFor } from './colours.ts'
import { numberOption, type OptionValues, optionalText, textOption, UsageError } from './command.ts'
import { dataOption } from './data-option.ts'
import { delayOption } from './delay-option.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { checkWatchable, followSeed } from './follow-seed.ts'
import { greeting, readyLine } from './greeting.ts'
import { requestLine, servedLine } from './log-lines.ts'
import { placeOptions } from './place-options.ts'
import { runnerOption } from './runner-option.ts'
import { servedWorld } from './served-world.ts'
import { controlTokenOf, worldLimits } from './world-options.ts'

/** `forgery serve`: resolves when it listens; the process then lives until a signal ends it. */
export async function serve(values: OptionValues): Promise<void> {
  const port = numberOption(values, 'port', { least: 0, most: 65_535, variable: 'PORT' })
  const host = textOption(values, 'host')
  const seed = optionalText(values, 'seed') ?? startingSeed('')
  const place = placeOptions(values)
  const access = accessOptions(values)
  if (values.watch) checkWatchable(seed)
  const answersAs = answersAsOption(values)
  const startRunner = runnerOption(values)
  const isSilent = values.quiet === true || values.json === true

  const write = (line: string) => process.stdout.write(`${line}\n`)
  const colours = coloursFor(process.stdout)
  const log = isSilent ? () => {} : write
  const data = await dataOption(values, seed)
  const served = servedWorld({ ...values, seed })
  const forge = await createForge({
    ...served,
    from: data.from,
    ...delayOption(values),
    answersAs,
    // Nobody is told of an entry that is not made: to make it takes longer than to answer.
    ...(isSilent ? {} : { onRequest: (entry: JournalEntry) => log(requestLine(entry, colours)) }),
    onDelivery: createDeliveryLog(log, colours),
  })
  const worlds = worldsAround(forge, worldLimits({ ...values, seed }, served.seed))
  const kept = await data.keep(worlds)
  const listening = await listen(worlds, {
    ...controlTokenOf(values),
    port,
    host,
    ...access,
    ...place,
    onServed: (request: ServedRequest) => log(servedLine(request, colours)),
  })
  const stopRunner = startRunner(worlds)
  const end = () => {
    stopRunner()
    return endAfter(listening.close().then(kept.stop))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  if (values.watch) followSeed(forge, seed, log)

  const holders = tokenHolders(forge)
  if (values.json) write(readyLine(listening.url, holders))
  if (!isSilent) write(greeting(listening.url, data.world, holders, colours))
  if (!isLoopback(host)) warn(host)
}

/** Ends the process: with 1 where the world could not be saved. */
function endAfter(ended: Promise<void>): Promise<never> {
  return ended.then(
    () => process.exit(0),
    (error: Error) => {
      process.stderr.write(`forgery: ${error.message}\n`)
      process.exit(1)
    },
  )
}

function answersAsOption(values: OptionValues): 'specified' | 'released' {
  const text = textOption(values, 'as')
  if (text === 'specified' || text === 'released') return text
  throw new UsageError(`--as takes "specified" or "released", not "${text}".`)
}

/** The tokens of a forge are no secrets: they can be guessed from the names. */
function warn(host: string): void {
  process.stderr.write(
    `forgery: listening on ${host}: whoever reaches this machine can read and change this forge.\n`,
  )
}
