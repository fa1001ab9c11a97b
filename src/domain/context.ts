import type { Viewer } from '../access/viewer.ts'
import type { HookMessage } from '../activity/hook-message.ts'
import type { ApplicationSettingsRecord } from '../store/models/application-settings.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { type Addresses, addressesUnder } from './addresses.ts'

/** What every operation is given of the world and of the request. */
export interface Context {
  readonly store: Store
  readonly viewer: Viewer
  readonly settings: ApplicationSettingsRecord
  /** The time of the request, ISO 8601: the same however often it is asked for. */
  readonly now: string
  /** The day of the request, YEAR-MONTH-DAY. */
  readonly today: string
  /** A number from 0 up to 1, from the forge's own source. */
  random(): number
  /** Web and clone addresses, under the address the request came to. */
  readonly addresses: Addresses
  /** Fires the system hooks once the operation is done. */
  fire(message: HookMessage): void
}

/** What is given where the forge goes on by itself, as after a build: nobody asks for anything. */
export type SystemContext = Omit<Context, 'viewer'>

/** The context of what happens in a project. */
export type ProjectContext = Context & { readonly project: ProjectRecord }
export type IssueContext = ProjectContext & { readonly issue: IssueRecord }
export type MergeRequestContext = ProjectContext & { readonly mergeRequest: MergeRequestRecord }

/** What a record is described with: every context is one. */
export type Presentation = Pick<Context, 'store' | 'viewer' | 'addresses'>

interface Source {
  readonly store: Store
  /** ISO 8601. */
  now(): string
  random(): number
}

/** What one step of the forge is given of the world: the time stands still while it is taken. */
export function systemContext(
  source: Source,
  origin: string,
  messages: HookMessage[],
): SystemContext {
  const { store, random } = source
  const now = source.now()
  return {
    store,
    settings: settingsOf(store),
    now,
    today: now.slice(0, 10),
    random,
    addresses: addressesUnder(origin),
    fire: (message) => messages.push(message),
  }
}

function settingsOf(store: Store) {
  const [settings] = store.settings.all()
  return settings ?? store.settings.insert({})
}
