import { apis } from '../contract/apis.ts'
import { apiNames } from '../contract/base-paths.ts'
import type { AnswersAs } from '../contract/operation-contract.ts'
import type { CheckAnswer } from '../http/handler.ts'
import { loadWorld } from '../seed/worlds.ts'
import { checkOptions } from '../shared/options.ts'
import type { Snapshot } from '../store/store.ts'
import { openWorld } from '../worlds/saved/saving.ts'
import type { SavedWorld } from '../worlds/saved/world-file.ts'
import { assembleForge } from './assemble-forge.ts'
import { createClock } from './clock.ts'
import type { Forge } from './forge.ts'
import { type ForgeOptions, optionRules } from './options.ts'

/**
 * Makes a forge: a world in memory that answers as GitLab does, by its v4 API and its former v3 API.
 * @throws TypeError where an option is unknown or wrong, naming it and what it must be.
 * @throws SeedError where the seed is wrong, naming the source, the path and the reason of every
 * problem.
 * @throws Error where a repository of `imports` cannot be read, with the reason.
 * @throws Error where the saved world `from` does not exist or cannot be read, with the reason.
 * @example
 * const forge = await createForge({
 *   seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] },
 *   now: '2017-01-15T12:00:00Z',
 * })
 * setupServer(...handlers(forge)).listen()
 */
export async function createForge(options: ForgeOptions = {}): Promise<Forge> {
  checkOptions('createForge', options, optionRules)
  const saved = await savedWorld(options.from)
  if (saved && options.imports && options.seed === undefined) {
    throw new TypeError('createForge: `imports` go with a seed, and not with a saved world alone.')
  }
  const isSavedStart = saved !== undefined && options.seed === undefined
  const { seed = 'empty', onProgress, answersAs = 'specified' } = options
  const world = isSavedStart ? saved.snapshot : await loadWorld(seed, onProgress)
  const seeded = options.imports ? await withImports(world, options.imports, options.now) : world
  if (options.validateResponses) strictChecks[answersAs] ??= createStrictCheck(answersAs)
  const checkAnswer = options.validateResponses ? await strictChecks[answersAs] : undefined
  return assembleForge(seeded, options, checkAnswer, saved ? { saved } : {})
}

/** Imported on demand, since it reads files. */
async function withImports(
  world: Snapshot,
  imports: NonNullable<ForgeOptions['imports']>,
  now: ForgeOptions['now'],
) {
  const { importRepositories } = await import('../seed/files/import.ts')
  return importRepositories(world, imports, createClock(now).control.now())
}

async function savedWorld(from: ForgeOptions['from']): Promise<SavedWorld | undefined> {
  return from === undefined ? undefined : openWorld(from)
}

/** Shared by all forges: compiling the schemas takes longer than most suites. */
const strictChecks: Partial<Record<AnswersAs, Promise<CheckAnswer>>> = {}

async function createStrictCheck(answersAs: AnswersAs): Promise<CheckAnswer> {
  const { createResponseCheck } = await import('../contract/response-check.ts')
  const checks = new Map(
    await Promise.all(
      apiNames.map(async (name) => {
        const document = await apis[name].loadDocument()
        return [name, createResponseCheck(document, 'strict', answersAs)] as const
      }),
    ),
  )
  return (api, operationId, status, json) => {
    const problem = checks.get(api)?.(operationId, status, json)
    if (problem !== undefined) throw new Error(problem)
  }
}
