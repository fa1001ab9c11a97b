import { type ApiName, apiNames } from '../contract/base-paths.ts'
import type { AnswersAs } from '../contract/operation-contract.ts'
import type { SeedProgress } from '../seed/loaders/loading.ts'
import type { Seed } from '../seed/schema.ts'
import { aBoolean, aFunction, aNumber, type OptionRules, wholeNumber } from '../shared/options.ts'
import { type ClockOption, clockRule } from './clock.ts'
import { delayRule } from './faults/description.ts'
import type { HookDelivery } from './hooks/hook-delivery.ts'
import type { JournalEntry } from './journal/journal-entry.ts'

/** What `createForge` takes; all of it may be left out. */
export interface ForgeOptions {
  /**
   * The world to start from: `'empty'` (the default: one administrator, `root`), `'demo'`,
   * `'demo@2026-01-15'` (the demo world as if it had happened until a few days before), a seed, or in
   * Node the path or the file: URL of one (YAML or JSON, or a folder of them).
   */
  readonly seed?: 'empty' | 'demo' | `demo@${string}` | Seed | URL | (string & {})
  /**
   * Git repositories to bring in, by the projects that they are to be in: `{ 'demo/website': './path/to/repository' }`,
   * in Node only. A project that the seed has not is made, with its group, private; one that has a repository is
   * refused. `reset` leads to the world with them; `reseed` does not read them again.
   */
  readonly imports?: Readonly<Record<string, string | URL>>
  /**
   * A saved world to go on from: the bytes of `forge.toBytes()`, or in Node the path or the file: URL
   * of a file that `forge.save` wrote; `undefined` for none. Its clock goes on where `now` is not
   * given, and its tokens and ids do. `reset` goes back to it, or to `seed` where that is given, too.
   */
  readonly from?: string | URL | Uint8Array | undefined
  /**
   * The time: a date or an ISO 8601 time at which the clock stands, or a function that gives it. By
   * default the computer's clock. Years have four digits, in UTC.
   */
  readonly now?: ClockOption
  /** Makes tokens and request ids the same in every run; any number. By default they differ. */
  readonly randomSeed?: number
  /**
   * Checks every answer against the contract; one that breaks it becomes a 500, and the log says why.
   * False by default.
   */
  readonly validateResponses?: boolean
  /**
   * Where the specification and GitLab 8.15 are known to differ (`x-released` in `schemas/`): `'specified'`
   * (the default) answers as the specification says, `'released'` as GitLab 8.15 did, for clients that rely
   * on that. `POST /hooks` then answers the hook itself, a merge 405 for what is closed or merged and 406 for
   * conflicts, `DELETE` of what is gone 404, and a search for groups the whole groups.
   */
  readonly answersAs?: AnswersAs
  /**
   * Milliseconds that each request to the API waits before it is carried out: a number, or a range such
   * as `50..200`. None by default.
   */
  readonly delay?: number | string
  /**
   * The APIs that are served: `['v4']` leaves v3 out, whose paths are then unknown. All by default, over the same
   * world.
   */
  readonly apis?: readonly ApiName[]
  /** The greatest size of a request's body, in bytes, from 1 up; 10 MiB by default. */
  readonly bodyLimit?: number
  /** How many requests `forge.requests` holds, from 0 up; 1,000 by default. */
  readonly journalLimit?: number
  /** Delivers to hooks; the global `fetch` by default. */
  readonly fetch?: typeof fetch
  /**
   * Called now and then while `createForge` reads, checks and loads a seed, with the stage and how much of it is
   * done, from 0 to 1: a large one takes seconds.
   */
  readonly onProgress?: (progress: SeedProgress) => void
  /** Called with each request once it is answered, as `forge.requests` holds it. */
  readonly onRequest?: (entry: JournalEntry) => void
  /** Called with each delivery to a hook once it has ended, as `forge.deliveries` holds it. */
  readonly onDelivery?: (delivery: HookDelivery) => void
  /** Called with a line about each unexpected error; `console.error` by default. */
  readonly log?: (line: string) => void
}

/** What each option must be. */
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
