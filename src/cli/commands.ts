import type { Command } from './command.ts'

type Load = () => Promise<Command>

/**
 * The commands in the order of the help. The code of a command is loaded when it is run or explained: `serve` must
 * start quickly, and the word lists of `seed` are large.
 */
const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['serve', async () => (await import('./serve.ts')).serveCommand],
  ['seed', async () => (await import('./seed.ts')).seedCommand],
  ['init', async () => (await import('./init.ts')).initCommand],
  ['verify', async () => (await import('./verify/verify.ts')).verifyCommand],
  ['history', async () => (await import('./verify/history.ts')).historyCommand],
  ['compare', async () => (await import('./compare/compare.ts')).compareCommand],
  ['proxy', async () => (await import('./proxy/proxy.ts')).proxyCommand],
  ['record', async () => (await import('./record/record-command.ts')).record],
  ['world', async () => (await import('./control/world.ts')).worldCommand],
  ['snapshot', async () => (await import('./control/snapshot.ts')).snapshotCommand],
  ['faults', async () => (await import('./control/faults.ts')).faultsCommand],
  ['requests', async () => (await import('./control/requests.ts')).requestsCommand],
  ['deliveries', async () => (await import('./control/deliveries.ts')).deliveriesCommand],
  ['unhandled', async () => (await import('./control/unhandled.ts')).unhandledCommand],
  ['coverage', async () => (await import('./control/coverage.ts')).coverageCommand],
  ['clock', async () => (await import('./control/clock.ts')).clockCommand],
  ['add', async () => (await import('./control/add.ts')).addCommand],
  ['export', async () => (await import('./control/export.ts')).exportCommand],
  ['advance', async () => (await import('./control/advance.ts')).advanceCommand],
  ['reset', async () => (await import('./control/reset.ts')).resetCommand],
])

export const commandNames: readonly string[] = [...loaders.keys()]

/** Loads a command by name; undefined where there is none. */
export function loadCommand(name: string): Promise<Command | undefined> {
  return loaders.get(name)?.() ?? Promise.resolve(undefined)
}

/** Loads all commands, for the help. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all([...loaders.values()].map((load) => load()))
}
