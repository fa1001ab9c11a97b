/** `forgery`: makes forges. `forgery/msw` and `forgery/server` make them reachable for clients. */

export type { ApiName } from './contract/base-paths.ts'
export type * from './contract/generated/v3/api-types.ts'
/** The types of v4, under the same names as those of v3. */
export type * as v4 from './contract/generated/v4/api-types.ts'
export type {
  ChangeKind,
  ChangesOptions,
  NamedRecord,
  RecordChange,
  RefChange,
  WorldChanges,
} from './forge/changes/world-changes.ts'
export type { ForgeClock } from './forge/clock.ts'
export type {
  Awaitable,
  ClockControl,
  Coverage,
  DeliveryControl,
  EventStream,
  Fault,
  FaultControl,
  FaultDescription,
  FaultId,
  ForgeControl,
  JournalCriteria,
  OperationCoverage,
  RequestControl,
  RequestCriteria,
  SnapshotControl,
  Upcoming,
} from './forge/control.ts'
export { createForge } from './forge/create-forge.ts'
export type { ForgeEvent } from './forge/events.ts'
export type { Faults } from './forge/faults/faults.ts'
export { type FaultPreset, type FaultPresetName, faultPresets } from './forge/faults/presets.ts'
export type { Forge, ForkOptions } from './forge/forge.ts'
export type { HookDelivery } from './forge/hooks/hook-delivery.ts'
export type { JournalEntry } from './forge/journal/journal-entry.ts'
export type { RequestList } from './forge/journal/request-list.ts'
export type { Unhandled } from './forge/journal/unhandled.ts'
export type { ForgeOptions } from './forge/options.ts'
export type { JobVariable } from './gitlab/domain/builds/job-variables.ts'
export type { RunnerReport, RunnerState } from './gitlab/domain/builds/runner.ts'
export type { Added } from './seed/add.ts'
export type { SeedProgress } from './seed/loaders/loading.ts'
export { SeedError, type SeedProblem } from './seed/problems.ts'
export type { Seed } from './seed/schema.ts'
export type { Collections } from './store/collections.ts'
export type { ApplicationSettingsRecord } from './store/models/application-settings.ts'
export type { AwardEmojiRecord } from './store/models/award-emoji.ts'
export type { BuildRecord } from './store/models/build.ts'
export type { CommitStatusRecord } from './store/models/commit-status.ts'
export type { CredentialRecord } from './store/models/credential.ts'
export type { DeploymentRecord } from './store/models/deployment.ts'
export type { EmailRecord } from './store/models/email.ts'
export type { EnvironmentRecord } from './store/models/environment.ts'
export type { EventRecord } from './store/models/event.ts'
export type { GpgKeyRecord } from './store/models/gpg-key.ts'
export type { GroupLinkRecord } from './store/models/group-link.ts'
export type { GroupShareRecord } from './store/models/group-share.ts'
export type { HookRecord } from './store/models/hook.ts'
export type { IssueRecord } from './store/models/issue.ts'
export type { LabelRecord } from './store/models/label.ts'
export type { MemberRecord } from './store/models/member.ts'
export type { MergeRequestRecord } from './store/models/merge-request.ts'
export type { MilestoneRecord } from './store/models/milestone.ts'
export type { NamespaceRecord } from './store/models/namespace.ts'
export type { NoteRecord } from './store/models/note.ts'
export type { NotificationSettingRecord } from './store/models/notification-setting.ts'
export type { PipelineRecord } from './store/models/pipeline.ts'
export type { ProjectRecord } from './store/models/project.ts'
export type { ProtectedBranchRecord } from './store/models/protected-branch.ts'
export type { ReleaseRecord } from './store/models/release.ts'
export type { RepositoryRecord } from './store/models/repository.ts'
export type { SnippetRecord } from './store/models/snippet.ts'
export type { SshKeyRecord } from './store/models/ssh-key.ts'
export type { StarRecord } from './store/models/star.ts'
export type { SubscriptionRecord } from './store/models/subscription.ts'
export type { TodoRecord } from './store/models/todo.ts'
export type { UploadRecord } from './store/models/upload.ts'
export type { UserRecord } from './store/models/user.ts'
export type { Snapshot } from './store/store.ts'
export { createWorlds, type WorldsOptions } from './worlds/create-worlds.ts'
export { type Runner, type RunnerOptions, startRunner } from './worlds/runner.ts'
export {
  type Autosave,
  type Autosave as KeptWorld,
  type AutosaveOptions,
  type AutosaveOptions as KeepOptions,
  autosave,
  autosave as keepWorld,
} from './worlds/saved/autosave.ts'
export { fileStorage } from './worlds/saved/file-storage.ts'
export type { NamedSnapshots } from './worlds/saved/named-snapshots.ts'
export { memoryStorage, type WorldStorage } from './worlds/saved/storage.ts'
export type { NewWorld, World, WorldLimits, Worlds } from './worlds/worlds.ts'
