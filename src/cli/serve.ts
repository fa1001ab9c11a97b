import { coloursFor } from '../adapters/server/colours.ts'
import { hookNetwork } from '../adapters/server/hook-network.ts'
import { listen } from '../adapters/server/listen.ts'
import { createDeliveryLog, requestLine, servedLine } from '../adapters/server/log-lines.ts'
import type { ServedRequest } from '../adapters/server/served-request.ts'
import { startingSeed } from '../adapters/server/starting-seed.ts'
import { watchSeed } from '../adapters/server/watch-seed.ts'
import { isLoopback } from '../adapters/server/who-may-ask.ts'
import { type ApiName, apiNames, basePaths } from '../contract/base-paths.ts'
import { createForge } from '../forge/create-forge.ts'
import type { Forge } from '../forge/forge.ts'
import type { JournalEntry } from '../forge/journal/journal-entry.ts'
import { isOfConsole } from '../forge/journal/of-console.ts'
import type { ForgeOptions } from '../forge/options.ts'
import { type TokenHolder, tokenHolders } from '../forge/token-holders.ts'
import type { Colours } from '../shared/colours.ts'
import { worldsAround } from '../worlds/worlds.ts'
import {
  apiNamed,
  type Command,
  listOption,
  numberOption,
  type OptionValues,
  optionalText,
  textOption,
  UsageError,
} from './command.ts'
import { loadingProgress } from './loading-progress.ts'
import { dataOption } from './saved-worlds.ts'
import {
  accessDescriptions,
  accessOptions,
  controlTokenOf,
  delayOption,
  importsOption,
  placeOptions,
  runnerOption,
  servedWorld,
  worldLimits,
} from './serve-options.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serve a forge over HTTP.',
  details: [
    'The worlds live in memory: they are gone when the command ends, unless --data keeps them. GET',
    '/_forge/health answers once it is up; /_forge/openapi.json says what else can be asked of it:',
    'further worlds, resets, faults, the clock. `forgery world`, `forgery reset` and the like ask that',
    'from a shell. Ctrl+C ends it.',
  ].join('\n'),
  options: {
    port: {
      type: 'string',
      short: 'p',
      placeholder: 'PORT',
      default: process.env.PORT || '8080',
      summary: 'Where to listen; 0 for any free port, $PORT where that is set.',
    },
    host: {
      type: 'string',
      placeholder: 'HOST',
      default: '127.0.0.1',
      summary: 'The address to listen on; this machine alone reaches the default.',
    },
    seed: {
      type: 'string',
      placeholder: 'WORLD',
      summary:
        'demo, empty, or the path of a seed, a file or a folder; else forgery.yaml, or demo without it.',
    },
    import: {
      type: 'string',
      placeholder: 'PROJECT=PATH',
      isRepeatable: true,
      summary: 'Bring a git repository in, such as demo/website=./website; the project is made.',
    },
    watch: {
      type: 'boolean',
      summary: 'Begin again from the seed whenever it changes.',
    },
    data: {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'Keeps the worlds in a file, and a folder beside it: goes on from them, saves after changes.',
    },
    ...accessDescriptions,
    'base-url': {
      type: 'string',
      placeholder: 'URL',
      summary: 'What addresses in answers begin with, where clients reach it at another one.',
    },
    'trust-proxy': {
      type: 'boolean',
      summary: 'Take that from X-Forwarded-Host, -Proto and -Prefix, which a proxy sets.',
    },
    'max-worlds': {
      type: 'string',
      placeholder: 'NUMBER',
      default: '1000',
      summary:
        'How many worlds there may be beside the default one; the longest unused goes first.',
    },
    'world-ttl': {
      type: 'string',
      placeholder: 'TIME',
      summary:
        'After how long a world that nobody used may go, such as 30m or 2h; never by default.',
    },
    'control-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary:
        'What control calls must present, 8 characters or more; without it nobody controls it beyond this machine.',
    },
    'end-with-parent': {
      type: 'boolean',
      summary:
        'End when the process that started it does; so it is by itself where npx started it.',
    },
    as: {
      type: 'string',
      placeholder: 'WHICH',
      default: 'specified',
      summary: 'specified, or released: answer as GitLab 8.15 did where that is known to differ.',
    },
    now: {
      type: 'string',
      placeholder: 'TIME',
      summary: 'Stops the clock at a time; the demo world then ends in the week before it.',
    },
    delay: {
      type: 'string',
      placeholder: 'TIME',
      summary: 'Milliseconds that each request to the API waits: 100, or a range such as 50..200.',
    },
    runner: {
      type: 'boolean',
      summary: 'Play the builds that are pending, with a trace that grows, to their success.',
    },
    'runner-fail': {
      type: 'string',
      placeholder: 'JOBS',
      isRepeatable: true,
      summary: 'Names of jobs that fail instead, with commas; * stands for any letters.',
    },
    'runner-speed': {
      type: 'string',
      placeholder: 'NUMBER',
      summary: 'How many times as fast builds run, 0.01 to 1000; 1 by default, some seconds each.',
    },
    api: {
      type: 'string',
      placeholder: 'API',
      isRepeatable: true,
      summary: `Serve this API alone, ${apiNames.join(' or ')}; all by default.`,
    },
    quiet: { type: 'boolean', summary: 'Print nothing but errors.' },
    json: {
      type: 'boolean',
      summary: 'Print one line of JSON when ready, {"url", "tokens"}, and nothing else.',
    },
  },
  examples: [
    ['forgery serve', `the demo world on http://127.0.0.1:8080${basePaths.v4}, and v3 beside it`],
    ['forgery serve --port 0 --json', 'any free port, for a script to read'],
    ['forgery serve world.yaml', 'a world of your own'],
    ['forgery serve --import demo/website=.', 'the demo world, and the repository that you are in'],
    ['forgery serve --data world.forgery', 'the demo world, and whatever becomes of it'],
    ['forgery serve --delay 50..200 --runner', 'slow as a network, and builds that run'],
  ],
  argument: 'seed',
  run: serve,
}

/** Runs `forgery serve`: resolves when it listens; the process then lives until a signal ends it. */
async function serve(values: OptionValues): Promise<void> {
  const port = numberOption(values, 'port', { least: 0, most: 65_535, variable: 'PORT' })
  const host = textOption(values, 'host')
  const seed = optionalText(values, 'seed') ?? startingSeed('')
  const place = placeOptions(values)
  const access = accessOptions(values)
  if (values.watch) checkWatchable(seed, values)
  const answersAs = answersAsOption(values)
  const startRunner = runnerOption(values)
  const isSilent = values.quiet === true || values.json === true

  const write = (line: string) => process.stdout.write(`${line}\n`)
  const colours = coloursFor(process.stdout)
  const log = isSilent ? () => {} : write
  const logged = (entry: JournalEntry) => {
    if (!isOfConsole(entry)) log(requestLine(entry, colours))
  }
  const data = await dataOption(values, seed)
  const served = servedWorld({ ...values, seed })
  const progress = values.quiet === true ? undefined : loadingProgress(seed, process.stderr)
  const forge = await createForge({
    ...served,
    ...(progress === undefined ? {} : { onProgress: progress.report }),
    from: data.from,
    ...delayOption(values),
    ...apisOption(values),
    ...importsOption(values),
    answersAs,
    fetch: hookNetwork,
    // Without a listener no entry is created, which would take longer than the response.
    ...(isSilent ? {} : { onRequest: logged }),
    onDelivery: createDeliveryLog(log, colours),
  }).finally(progress?.end)
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

  const holders = tokenHolders(forge.db)
  if (values.json) write(readyLine(listening.url, holders))
  if (!isSilent) write(greeting(listening.url, forge.apis, data.world, holders, colours))
  if (!isLoopback(host)) warn(host)
}

/** Ends the process, with the exit status 1 where the world could not be saved. */
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

/** Warns that the tokens of a forge are no secrets, since they can be guessed from the names. */
function warn(host: string): void {
  process.stderr.write(
    `forgery: listening on ${host}: whoever reaches this machine can read and change this forge.\n`,
  )
}

/** The number of tokens that fit on a screen with the rest. */
const MAX_SHOWN = 12

/** Returns the path of a call with a result in any world, for the first API that is served. */
function exampleOf([api = 'v4']: readonly ApiName[]): string {
  return { v4: `${basePaths.v4}/projects`, v3: `${basePaths.v3}/projects/visible` }[api]
}

/** Returns the greeting for people when the server is ready. */
function greeting(
  url: string,
  apis: readonly ApiName[],
  world: string,
  holders: readonly TokenHolder[],
  { bold, dim, green }: Colours,
): string {
  const shown = holders.slice(0, MAX_SHOWN)
  const rest = holders.length - shown.length
  const [first] = holders
  const addresses = apis.map((api) => bold(`${url}${basePaths[api]}`))
  const width = (key: 'username' | 'role') => Math.max(...shown.map((holder) => holder[key].length))
  const rows = shown.map(
    ({ username, role, token }) =>
      `  ${username.padEnd(width('username'))}  ${dim(role.padEnd(width('role')))}  ${green(token)}`,
  )
  const example = first
    ? ['', `  curl -H 'PRIVATE-TOKEN: ${first.token}' ${url}${exampleOf(apis)}`]
    : []
  return [
    `Forgery serves the world "${world}" on ${addresses.join(' and ')}`,
    '',
    ...rows,
    ...(rest > 0 ? [dim(`  and ${rest} more`)] : []),
    ...example,
    '',
    dim(`Open ${url}/ in a browser to see who is here and what to try. Ctrl+C ends it.`),
  ].join('\n')
}

/** Returns the greeting for programs: one line of JSON. */
function readyLine(url: string, holders: readonly TokenHolder[]): string {
  const tokens = Object.fromEntries(holders.map(({ username, token }) => [username, token]))
  return JSON.stringify({ url, tokens })
}

/** Reads `--api`, the served APIs where not all are. */
function apisOption(values: OptionValues): Pick<ForgeOptions, 'apis'> {
  const given = listOption(values, 'api')
  if (given.length === 0) return {}
  return { apis: given.map((name) => apiNamed(name)) }
}

/** Refuses `--watch` for a world that does not come from a file. */
function checkWatchable(seed: string, values: OptionValues): void {
  if (values.import !== undefined) {
    throw new UsageError(
      '--import does not go with --watch: name the repository in the seed, as `repository: { from: ./path }`.',
    )
  }
  if (seed !== 'demo' && seed !== 'empty') return
  throw new UsageError(
    `--watch needs a seed that is a file, and "${seed}" is a built-in world: \`forgery init\` writes one.`,
  )
}

/**
 * Implements `serve --watch`: restarts the forge when its seed changes, with a log line. Errors in the seed are printed
 * to standard error, and the world is kept.
 */
function followSeed(forge: Forge, seed: string, log: (line: string) => void): void {
  watchSeed(forge, seed, {
    onReload: () => log(`${seed} has changed: the world begins again from it.`),
    onProblem: (message) =>
      process.stderr.write(`forgery: ${message}\nforgery: the world stays as it was.\n`),
  })
}
