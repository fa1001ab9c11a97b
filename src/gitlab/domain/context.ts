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
import type { HookEvent } from './hooks/hook-event.ts'
import type { HookMessage } from './hooks/hook-message.ts'
import { ensureSettings } from './instance-settings.ts'
import type { Release } from './release.ts'
import type { BranchCommit, Push } from './repositories/pushes.ts'

/** The context of a request: the world, the caller and the rules of the release. Every operation gets it. */
export interface Context {
  readonly store: Store
  readonly viewer: Viewer
  readonly settings: ApplicationSettingsRecord
  /** The rules that differ between releases of GitLab. */
  readonly release: Release
  /** The time of the request, ISO 8601: one value for the whole request. */
  readonly now: string
  /** The day of the request, YEAR-MONTH-DAY. */
  readonly today: string
  /** Returns a number from 0 up to 1, from the forge's own random source. */
  random(): number
  /** Builds web and clone URLs, below the URL that the request was sent to. */
  readonly addresses: Addresses
  /** Queues a message to hooks, to be delivered after the operation. */
  fire(message: HookMessage): void
  /** The table of consequences (`consequences.ts`), or a part of it. */
  readonly consequences: Consequences
}

/** The context of work without a caller, such as that after a build. */
export type SystemContext = Omit<Context, 'viewer'>

/** The consequences of one kind of event: run in this order, in the same transaction. */
export type Following<C, Subject> = readonly ((context: C, subject: Subject) => void)[]

/**
 * The consequences of events. Domain verbs reach this table through their context instead of importing it, since the
 * table imports the verbs, and a push may cause another push.
 */
export interface Consequences {
  /** An event was recorded in a project. */
  readonly eventRecorded: Following<SystemContext, ProjectRecord>
  /** A ref moved. */
  readonly pushed: Following<Context, Push>
  /** A merge request was created. */
  readonly mergeRequestCreated: Following<Context, MergeRequestRecord>
  /** The quick action `/submit_review` was used on a merge request. */
  readonly reviewSubmitted: Following<Context, MergeRequestRecord>
  /** A commit was created on a branch through the API; runs after `pushed`. */
  readonly committed: Following<Context, BranchCommit>
  /** A build changed its state, by the API, by a runner, or because its stage started. */
  readonly buildMoved: Following<SystemContext, BuildRecord>
  readonly commitStatusPosted: Following<SystemContext, CommitStatusRecord>
  /** Trigger jobs (bridges) of one pipeline, which start other pipelines, became due. */
  readonly bridgesStarted: Following<SystemContext, readonly BuildRecord[]>
  /** A pipeline changed its state. */
  readonly pipelineMoved: Following<SystemContext, PipelineRecord>
  /** A pipeline succeeded; runs each time it does. */
  readonly pipelineSucceeded: Following<SystemContext, PipelineRecord>
  /** A merge request was merged, by the API, by auto-merge or by a push. */
  readonly merged: Following<Context, MergeRequestRecord>
  /** An issue was closed or reopened. */
  readonly issueStateChanged: Following<Context, IssueStateChange>
  /** A merge request was closed or reopened. */
  readonly mergeRequestStateChanged: Following<Context, MergeRequestStateChange>
  /** An event that hooks of projects can subscribe to. */
  readonly happened: Following<SystemContext, HookEvent>
  /** A record is about to be removed: its dependents go first. */
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
  /** The commit or merge request that closed it, if any. */
  readonly source?: StateSource | undefined
}

export interface MergeRequestStateChange {
  readonly mergeRequest: MergeRequestRecord
  readonly before: MergeRequestRecord
  readonly event: 'close' | 'reopen'
}

/** Runs the consequences of an event: `applyConsequences(context.consequences.pushed, context, push)`. */
export function applyConsequences<C, Subject>(
  following: Following<C, Subject>,
  context: C,
  subject: Subject,
): void {
  for (const consequence of following) consequence(context, subject)
}

/** Fires the hooks of a project: `fireHooks(context, { kind: 'job', build })`. */
export function fireHooks(context: SystemContext, hookEvent: HookEvent): void {
  applyConsequences(context.consequences.happened, context, hookEvent)
}

/** The context of a request to a project. */
export type ProjectContext = Context & { readonly project: ProjectRecord }
export type IssueContext = ProjectContext & { readonly issue: IssueRecord }
export type MergeRequestContext = ProjectContext & { readonly mergeRequest: MergeRequestRecord }

/** The part of a context that resources need to turn a record into JSON. */
export type Presentation = Pick<Context, 'store' | 'viewer' | 'addresses' | 'release' | 'today'>

/** The same for resources that depend on the time, such as artifacts, which expire. */
export type TimedPresentation = Presentation & Pick<Context, 'now'>

/** The part of a context that hook payloads are built from. It has no viewer: every receiver gets the same payload. */
export type PayloadContext = Omit<TimedPresentation, 'viewer'>

interface Source {
  readonly store: Store
  readonly consequences: Consequences
  readonly release: Release
  /** ISO 8601. */
  readonly now: string
  random(): number
}

/** Makes the context of one step of work, with one time for all of it. */
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
