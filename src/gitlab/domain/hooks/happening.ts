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

/** What hooks of projects hear of, with the record as it is then; `user` is who did it. */
export interface Happenings {
  readonly push: {
    readonly push: Push
    readonly pushed: PushedRecord
    readonly user: UserRecord
  }
  readonly issue: {
    readonly action: 'open' | 'update' | 'close' | 'reopen'
    readonly issue: IssueRecord
    /** Undefined for one that is new. */
    readonly before: IssueRecord | undefined
    readonly user: UserRecord
  }
  readonly merge_request: {
    readonly action: 'open' | 'update' | 'close' | 'reopen' | 'merge' | 'approved' | 'unapproved'
    readonly mergeRequest: MergeRequestRecord
    readonly before: MergeRequestRecord | undefined
    /** Where the source branch stood before the push that it is of. */
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

export type HappeningKind = keyof Happenings

/** One of these, or one of a kind: `Happening<'issue'>`. */
export type Happening<Kind extends HappeningKind = HappeningKind> = {
  [Each in Kind]: { readonly kind: Each } & Happenings[Each]
}[Kind]
