import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { CommitStatusRecord } from '../../store/models/commit-status.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { StateSource } from '../../store/models/resource-event.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { Store } from '../../store/store.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Addresses } from './addresses.ts'
import type { Happening } from './hooks/happening.ts'
import type { HookMessage } from './hooks/hook-message.ts'
import { ensureSettings } from './instance-settings.ts'
import type { Release } from './release.ts'
import type { BranchCommit, Push } from './repositories/pushes.ts'

/** What every operation is given of the world and of the request. */
export interface Context {
  readonly store: Store
  readonly viewer: Viewer
  readonly settings: ApplicationSettingsRecord
  /** The rules that differ between releases of GitLab. */
  readonly release: Release
  /** The time of the request, ISO 8601: the same however often it is asked for. */
  readonly now: string
  /** The day of the request, YEAR-MONTH-DAY. */
  readonly today: string
  /** A number from 0 up to 1, from the forge's own source. */
  random(): number
  /** Web and clone addresses, under the address the request came to. */
  readonly addresses: Addresses
  /** Sends something to hooks once the operation is done. */
  fire(message: HookMessage): void
  /** What follows what: the table of `consequences.ts`, or a part of it. */
  readonly consequences: Consequences
}

/** The context of what the forge does by itself, as after a build: nobody is signed in. */
export type SystemContext = Omit<Context, 'viewer'>

/** What follows from one kind of event, in this order and in the same transaction. */
export type Following<C, Subject> = readonly ((context: C, subject: Subject) => void)[]

/**
 * What follows from what. Verbs reach the table through their context instead of importing it: the
 * table imports the verbs, and a push may lead to another push.
 */
export interface Consequences {
  /** Something happened in a project, and an event records it. */
  readonly eventRecorded: Following<SystemContext, ProjectRecord>
  /** A ref moved. */
  readonly pushed: Following<Context, Push>
  /** Somebody wrote a commit on a branch; after its push. */
  readonly committed: Following<Context, BranchCommit>
  /** A build came to another state, by the API, a runner or a stage that started. */
  readonly buildMoved: Following<SystemContext, BuildRecord>
  readonly commitStatusPosted: Following<SystemContext, CommitStatusRecord>
  /** A build that starts another pipeline has its turn. */
  readonly bridgeStarted: Following<SystemContext, BuildRecord>
  /** A pipeline came to another state. */
  readonly pipelineMoved: Following<SystemContext, PipelineRecord>
  /** A pipeline became a success; once for each time it becomes one. */
  readonly pipelineSucceeded: Following<SystemContext, PipelineRecord>
  /** A merge request was merged, by the API, by a schedule or by a push. */
  readonly merged: Following<Context, MergeRequestRecord>
  /** An issue was closed or reopened. */
  readonly issueStateChanged: Following<Context, IssueStateChange>
  /** A merge request was closed or reopened. */
  readonly mergeRequestStateChanged: Following<Context, MergeRequestStateChange>
  /** Something happened in a project that hooks of it may want to hear of. */
  readonly happened: Following<SystemContext, Happening>
  /** What goes with a record, before the record itself is removed. */
  readonly userRemoved: Following<SystemContext, UserRecord>
  readonly groupRemoved: Following<SystemContext, NamespaceRecord>
  readonly projectRemoved: Following<SystemContext, ProjectRecord>
}

export interface IssueStateChange {
  readonly issue: IssueRecord
  readonly before: IssueRecord
  readonly event: 'close' | 'reopen'
  /** The text of the system note; null for none. */
  readonly note: string | null
  /** What closed it, where something did. */
  readonly source?: StateSource | undefined
}

export interface MergeRequestStateChange {
  readonly mergeRequest: MergeRequestRecord
  readonly before: MergeRequestRecord
  readonly event: 'close' | 'reopen'
}

/** Lets follow what follows: `applyConsequences(context.consequences.pushed, context, push)`. */
export function applyConsequences<C, Subject>(
  following: Following<C, Subject>,
  context: C,
  subject: Subject,
): void {
  for (const consequence of following) consequence(context, subject)
}

/** Fires the hooks of a project for what happened: `fireHooks(context, { kind: 'job', build })`. */
export function fireHooks(context: SystemContext, happening: Happening): void {
  applyConsequences(context.consequences.happened, context, happening)
}

/** The context of what happens in a project. */
export type ProjectContext = Context & { readonly project: ProjectRecord }
export type IssueContext = ProjectContext & { readonly issue: IssueRecord }
export type MergeRequestContext = ProjectContext & { readonly mergeRequest: MergeRequestRecord }

/** What a record is described with: every context is one. */
export type Presentation = Pick<Context, 'store' | 'viewer' | 'addresses' | 'release' | 'today'>

/** What a record is described with that is shown otherwise at another time, as artifacts expire. */
export type TimedPresentation = Presentation & Pick<Context, 'now'>

/** What payloads of hooks are made with: they show the same whoever caused them. */
export type PayloadContext = Omit<TimedPresentation, 'viewer'>

interface Source {
  readonly store: Store
  readonly consequences: Consequences
  readonly release: Release
  /** ISO 8601. */
  readonly now: string
  random(): number
}

/** What one step of the forge is given of the world: the time stands still while it is taken. */
export function systemContext(
  source: Source,
  addresses: Addresses,
  messages: HookMessage[],
): SystemContext {
  const { store, now, random, consequences, release } = source
  return {
    store,
    settings: ensureSettings(store),
    release,
    now,
    today: now.slice(0, 10),
    random,
    addresses,
    fire: (message) => messages.push({ ...message, at: now }),
    consequences,
  }
}
