import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { PushedRecord } from '../../../store/models/event.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseRecord } from '../../../store/models/release.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { WikiPageRecord } from '../../../store/models/wiki-page.ts'
import type { Push } from '../repositories/pushes.ts'

/** The events that fire hooks of projects, each with the record at that time; `user` is the user who caused it. */
export interface HookEventData {
  readonly push: {
    readonly push: Push
    readonly pushed: PushedRecord
    readonly user: UserRecord
  }
  readonly issue: {
    readonly action: 'open' | 'update' | 'close' | 'reopen'
    readonly issue: IssueRecord
    /** The record before the change; undefined for a new one. */
    readonly before: IssueRecord | undefined
    readonly user: UserRecord
  }
  readonly merge_request: {
    readonly action: 'open' | 'update' | 'close' | 'reopen' | 'merge' | 'approved' | 'unapproved'
    readonly mergeRequest: MergeRequestRecord
    readonly before: MergeRequestRecord | undefined
    /** The head of the source branch before the push that updated the merge request. */
    readonly oldrev?: string | undefined
    readonly user: UserRecord
  }
  readonly note: {
    readonly action: 'create' | 'update'
    readonly note: NoteRecord
    readonly user: UserRecord
  }
  readonly job: { readonly build: BuildRecord }
  readonly pipeline: { readonly pipeline: PipelineRecord }
  readonly deployment: { readonly deployment: DeploymentRecord }
  readonly release: {
    readonly action: 'create' | 'update' | 'delete'
    readonly release: ReleaseRecord
  }
  readonly milestone: {
    readonly action: 'create' | 'close' | 'reopen' | 'delete'
    readonly milestone: MilestoneRecord
  }
  readonly wiki_page: {
    readonly action: 'create' | 'update' | 'delete'
    readonly page: WikiPageRecord
    readonly user: UserRecord
  }
  readonly emoji: {
    readonly action: 'award' | 'revoke'
    readonly award: AwardEmojiRecord
    readonly project: ProjectRecord
    readonly user: UserRecord
  }
  readonly access_token: {
    readonly credential: Pick<
      CredentialRecord,
      'id' | 'user_id' | 'name' | 'created_at' | 'expires_at'
    >
    readonly project: ProjectRecord
  }
}

export type HookEventKind = keyof HookEventData

/** An event that fires hooks, or one of a given kind: `Happening<'issue'>`. */
export type HookEvent<Kind extends HookEventKind = HookEventKind> = {
  [Each in Kind]: { readonly kind: Each } & HookEventData[Each]
}[Kind]
