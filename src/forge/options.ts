import { type ApiName, apiNames } from '../contract/base-paths.ts'
import type { AnswersAs } from '../contract/operation-contract.ts'
import type { SeedProgress } from '../seed/loaders/loading.ts'
import type { Seed } from '../seed/schema.ts'
import { aBoolean, aFunction, aNumber, type OptionRules, wholeNumber } from '../shared/options.ts'
import { type ClockOption, clockRule } from './clock.ts'
import { delayRule } from './faults/description.ts'
import type { HookDelivery } from './hooks/hook-delivery.ts'
import type { JournalEntry } from './journal/journal-entry.ts'

/** The options of `createForge`, all optional. */
export interface ForgeOptions {
  /**
   * The initial world: `'empty'` (the default: one administrator, `root`), `'demo'`, `'demo@2026-01-15'` (the demo
   * world with its dates moved to end a few days before), a seed, or in Node the path or the file: URL of a seed (YAML
   * or JSON, or a folder of them).
   */
  readonly seed?: 'empty' | 'demo' | `demo@${string}` | Seed | URL | (string & {})
  /**
   * Git repositories to import, by project: `{ 'demo/website': './path/to/repository' }`, in Node only. A project that
   * is not in the seed is created with its group, as private; one that has a repository is refused. `reset` returns to
   * the world with them; `reseed` does not read them again.
   */
  readonly imports?: Readonly<Record<string, string | URL>>
  /**
   * A saved world to continue: the bytes of `forge.toBytes()`, or in Node the path or the file: URL of a file that
   * `forge.save` wrote; `undefined` for none. Its tokens and ids stay valid, and its clock continues unless `now` is
   * given. `reset` returns to it, or to `seed` where that is given as well.
   */
  readonly from?: string | URL | Uint8Array | undefined
  /**
   * The time: a date or an ISO 8601 time at which the clock stands, or a function that returns it. By default the
   * computer's clock. Years have four digits, in UTC.
   */
  readonly now?: ClockOption
  /** A number that makes tokens and request ids the same in every run. By default they differ. */
  readonly randomSeed?: number
  /**
   * Whether every response is checked against the contract; false by default. A response that breaks it becomes a 500,
   * and the log has the reason.
   */
  readonly validateResponses?: boolean
  /**
   * The behaviour where the specification and GitLab 8.15 are known to differ (`x-released` in `schemas/`).
   * `'specified'` (the default) follows the specification. `'released'` follows GitLab 8.15: `POST /hooks` returns the
   * hook itself, a merge returns 405 for a closed or merged request and 406 for conflicts, `DELETE` of a missing record
   * returns 404, and a search for groups returns whole groups.
   */
  readonly answersAs?: AnswersAs
  /**
   * A delay in milliseconds before each request to the API is executed: a number, or a range such as `50..200`. None by
   * default.
   */
  readonly delay?: number | string
  /**
   * The APIs that are served over the same world; all by default. `['v4']` leaves v3 out, so that its paths are
   * unknown.
   */
  readonly apis?: readonly ApiName[]
  /** The maximum size of the body of a request, in bytes, from 1 up; 10 MiB by default. */
  readonly bodyLimit?: number
  /** The maximum number of requests in `forge.requests`, from 0 up; 1,000 by default. */
  readonly journalLimit?: number
  /** The function that sends deliveries to hooks; the global `fetch` by default. */
  readonly fetch?: typeof fetch
  /**
   * Called repeatedly while `createForge` reads, checks and loads a seed, which takes seconds for a large one. Receives
   * the stage and its progress, from 0 to 1.
   */
  readonly onProgress?: (progress: SeedProgress) => void
  /** Called with each request when it is answered, as an entry of `forge.requests`. */
  readonly onRequest?: (entry: JournalEntry) => void
  /** Called with each delivery to a hook when it has ended, as an entry of `forge.deliveries`. */
  readonly onDelivery?: (delivery: HookDelivery) => void
  /** Called with one line for each unexpected error; `console.error` by default. */
  readonly log?: (line: string) => void
}

/** The rules that the options must satisfy. */
export const optionRules: OptionRules<ForgeOptions> = {
  seed: {
    mustBe: 'the name of a world (`empty`, `demo`, `demo@DAY`), a seed, or the path of one',
    accepts: (value) => (typeof value === 'string' && value !== '') || isObject(value),
  },
  from: {
    mustBe: 'the bytes of a saved world, or the path of its file',
    accepts: (value) =>
      (typeof value === 'string' && value !== '') ||
      value instanceof URL ||
      value instanceof Uint8Array,
  },
  imports: {
    mustBe: 'an object that gives projects (`group/project`) the paths of repositories',
    accepts: (value) =>
      isObject(value) &&
      Object.values(value as object).every(
        (path) => (typeof path === 'string' && path !== '') || path instanceof URL,
      ),
  },
  now: clockRule,
  randomSeed: aNumber,
  validateResponses: aBoolean,
  answersAs: {
    mustBe: '`specified` or `released`',
    accepts: (value) => value === 'specified' || value === 'released',
  },
  apis: {
    mustBe: `a list of ${apiNames.map((name) => `\`${name}\``).join(' and ')}, of one at least`,
    accepts: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((one) => apiNames.includes(one)),
  },
  delay: delayRule,
  bodyLimit: wholeNumber(1),
  journalLimit: wholeNumber(0),
  fetch: aFunction,
  onProgress: aFunction,
  onRequest: aFunction,
  onDelivery: aFunction,
  log: aFunction,
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
