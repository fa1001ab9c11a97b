import type { HookRecord } from '../../../../store/models/hook.ts'
import type { PayloadContext } from '../../context.ts'
import { branchOf } from '../../repositories/pushes.ts'
import type { HookEvent, HookEventKind } from '../hook-event.ts'
import type { HookPayload } from '../hook-message.ts'
import { pushPayload as pushPayloadOfV3 } from '../push-messages.ts'
import type { ProjectTrigger } from '../triggers.ts'
import { buildPayload, pipelinePayload as pipelinePayloadOfV3 } from './v3/builds.ts'
import { issuePayload as issuePayloadOfV3 } from './v3/issue.ts'
import { mergeRequestPayload as mergeRequestPayloadOfV3 } from './v3/merge-request.ts'
import { notePayload as notePayloadOfV3 } from './v3/note.ts'
import { accessTokenPayload } from './v4/access-token.ts'
import { deploymentPayload } from './v4/deployment.ts'
import { emojiPayload } from './v4/emoji.ts'
import { issuePayload } from './v4/issue.ts'
import { jobPayload } from './v4/job.ts'
import { mergeRequestPayload } from './v4/merge-request.ts'
import { milestonePayload } from './v4/milestone.ts'
import { isConfidentialNote, notePayload } from './v4/note.ts'
import { pipelinePayload } from './v4/pipeline.ts'
import { pushPayload } from './v4/push.ts'
import { releasePayload } from './v4/release.ts'
import { wikiPagePayload } from './v4/wiki-page.ts'

/** The trigger and the payload of a kind of event. */
interface Sent<Kind extends HookEventKind> {
  /** Returns the trigger; undefined where the event fires no hooks. */
  trigger(hookEvent: HookEvent<Kind>, presentation: PayloadContext): ProjectTrigger | undefined
  payload(hookEvent: HookEvent<Kind>, presentation: PayloadContext): HookPayload
}

type Deliveries = { readonly [Kind in HookEventKind]?: Sent<Kind> }

const pushTrigger = ({ push }: HookEvent<'push'>) =>
  branchOf(push) === undefined ? 'tag_push_hooks' : 'push_hooks'

const issueTrigger = ({ issue }: HookEvent<'issue'>) =>
  issue.confidential ? 'confidential_issue_hooks' : 'issue_hooks'

/** The triggers and payloads of the release behind each API. */
const deliveries: Readonly<Record<HookRecord['payloads'], Deliveries>> = {
  v3: {
    push: { trigger: pushTrigger, payload: pushPayloadOfV3 },
    issue: { trigger: issueTrigger, payload: issuePayloadOfV3 },
    merge_request: {
      trigger: ({ action }) => (action.endsWith('approved') ? undefined : 'merge_request_hooks'),
      payload: mergeRequestPayloadOfV3,
    },
    note: {
      trigger: ({ action }) => (action === 'create' ? 'note_hooks' : undefined),
      payload: notePayloadOfV3,
    },
    job: {
      trigger: ({ build }) => (build.status === 'pending' ? undefined : 'build_hooks'),
      payload: buildPayload,
    },
    pipeline: { trigger: () => 'pipeline_hooks', payload: pipelinePayloadOfV3 },
  },
  v4: {
    push: { trigger: pushTrigger, payload: pushPayload },
    issue: { trigger: issueTrigger, payload: issuePayload },
    merge_request: { trigger: () => 'merge_request_hooks', payload: mergeRequestPayload },
    note: {
      trigger: ({ note }, presentation) =>
        isConfidentialNote(note, presentation) ? 'confidential_note_hooks' : 'note_hooks',
      payload: notePayload,
    },
    job: { trigger: () => 'job_hooks', payload: jobPayload },
    pipeline: { trigger: () => 'pipeline_hooks', payload: pipelinePayload },
    deployment: { trigger: () => 'deployment_hooks', payload: deploymentPayload },
    release: { trigger: () => 'release_hooks', payload: releasePayload },
    milestone: { trigger: () => 'milestone_hooks', payload: milestonePayload },
    wiki_page: { trigger: () => 'wiki_page_hooks', payload: wikiPagePayload },
    emoji: { trigger: () => 'emoji_hooks', payload: emojiPayload },
    access_token: { trigger: () => 'resource_access_token_hooks', payload: accessTokenPayload },
  },
}

/** Returns the trigger of an event for hooks with these payloads; undefined where it fires none. */
export function triggerOf<Kind extends HookEventKind>(
  payloads: HookRecord['payloads'],
  hookEvent: HookEvent<Kind>,
  presentation: PayloadContext,
): ProjectTrigger | undefined {
  const sent: Sent<Kind> | undefined = deliveries[payloads][hookEvent.kind]
  return sent?.trigger(hookEvent, presentation)
}

/** Returns the payload of an event. */
export function payloadOf<Kind extends HookEventKind>(
  payloads: HookRecord['payloads'],
  hookEvent: HookEvent<Kind>,
  presentation: PayloadContext,
): HookPayload {
  const sent: Sent<Kind> | undefined = deliveries[payloads][hookEvent.kind]
  if (!sent) throw new Error(`Hooks of ${payloads} have no payload for ${hookEvent.kind}.`)
  return sent.payload(hookEvent, presentation)
}
