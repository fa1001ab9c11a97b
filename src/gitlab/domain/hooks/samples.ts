import { unprocessable } from '../../../contract/errors.ts'
import { readCommit } from '../../../git/objects/database.ts'
import { branchHead, branchReference, listTags, tagReference } from '../../../git/repository.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import { seesIssue, seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { PayloadContext, ProjectContext } from '../context.ts'
import { releaseOfPayloads } from '../release.ts'
import { type Push, pushedRecord } from '../repositories/pushes.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import type { HookEvent } from './hook-event.ts'
import type { ProjectMessage } from './hook-message.ts'
import { payloadOf, triggerOf } from './payloads/payloads.ts'
import type { ProjectTrigger } from './triggers.ts'

/** The events that a hook of a project can be tested with, by its flags. */
const samples = {
  push_events: ['push_hooks', pushSample, 'at least one commit'],
  tag_push_events: ['tag_push_hooks', tagSample, 'at least one tag'],
  issues_events: ['issue_hooks', issueSample, 'issues'],
  confidential_issues_events: ['confidential_issue_hooks', issueSample, 'issues'],
  note_events: ['note_hooks', noteSample, 'notes'],
  confidential_note_events: ['confidential_note_hooks', noteSample, 'notes'],
  merge_requests_events: ['merge_request_hooks', mergeRequestSample, 'merge requests'],
  job_events: ['job_hooks', jobSample, 'CI jobs'],
  pipeline_events: ['pipeline_hooks', pipelineSample, 'CI pipelines'],
  deployment_events: ['deployment_hooks', deploymentSample, 'deployments'],
  releases_events: ['release_hooks', releaseSample, 'releases'],
  milestone_events: ['milestone_hooks', milestoneSample, 'milestones'],
  wiki_page_events: ['wiki_page_hooks', wikiPageSample, 'wiki pages'],
  emoji_events: ['emoji_hooks', emojiSample, 'notes'],
  resource_access_token_events: ['resource_access_token_hooks', tokenSample, 'access tokens'],
} as const satisfies Record<
  string,
  readonly [ProjectTrigger, (context: ProjectContext) => HookEvent | undefined, string]
>

/** The flags whose events Forgery never has records for. */
const unavailableEvents = {
  feature_flag_events: 'Ensure the project has feature flags.',
  resource_deploy_token_events: 'Ensure the project has deploy tokens.',
} as const

/** A flag that can be tested. */
export type TestedFlag = keyof typeof samples | keyof typeof unavailableEvents

/**
 * Returns the message of a test delivery, with the newest record of the project. Throws 422 where there is none
 * (app/services/concerns/integrations/project_test_data.rb).
 */
export function checkSample(
  context: ProjectContext,
  hook: HookRecord,
  flag: TestedFlag,
): ProjectMessage {
  if (isUnavailable(flag)) throw unprocessable(unavailableEvents[flag])
  const [trigger, sample, what] = samples[flag]
  const hookEvent = sample(context)
  if (!hookEvent) {
    const isOfWiki = flag === 'wiki_page_events'
    const needed = isOfWiki ? 'the wiki is enabled and has pages' : `the project has ${what}`
    throw unprocessable(`Ensure ${needed}.`)
  }
  const isHeardOf = triggerOf(hook.payloads, hookEvent, context) !== undefined
  const payloads = isHeardOf ? hook.payloads : 'v4'
  const presentation: PayloadContext = { ...context, release: releaseOfPayloads(payloads) }
  const payload = payloadOf(payloads, hookEvent, presentation)
  return { trigger, payload, hook_ids: [hook.id], origin: context.addresses.origin }
}

function isUnavailable(flag: TestedFlag): flag is keyof typeof unavailableEvents {
  return Object.hasOwn(unavailableEvents, flag)
}

/** Returns the push of the last commit of the default branch. */
function pushSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const repository = repositoryOf(store, project)
  const after = branchHead(repository, repository.head)
  if (after === undefined) return undefined
  const before = readCommit(store.objects, after).parents[0]
  return pushed(
    { store, viewer },
    { project, ref: branchReference(repository.head), before, after },
  )
}

function tagSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const tag = listTags(repositoryOf(store, project)).at(-1)
  if (!tag) return undefined
  const push = { project, ref: tagReference(tag.name), before: undefined, after: tag.id }
  return pushed({ store, viewer }, push)
}

function pushed(
  { store, viewer }: Pick<ProjectContext, 'store' | 'viewer'>,
  push: Push,
): HookEvent {
  const user = viewer.signedIn()
  return { kind: 'push', push, pushed: pushedRecord(store, push, user), user }
}

function issueSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const issue = store.issues
    .by('project_id', project.id)
    .findLast((one) => seesIssue(viewer, project, one))
  const user = viewer.signedIn()
  return issue && { kind: 'issue', action: 'open', issue, before: undefined, user }
}

function mergeRequestSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const mergeRequest = store.mergeRequests
    .by('target_project_id', project.id)
    .findLast((one) => seesMergeRequest(viewer, project, one))
  const user = viewer.signedIn()
  return (
    mergeRequest && { kind: 'merge_request', action: 'open', mergeRequest, before: undefined, user }
  )
}

function noteSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const note = store.notes.by('project_id', project.id).findLast(({ system }) => !system)
  return note && { kind: 'note', action: 'create', note, user: viewer.signedIn() }
}

function wikiPageSample({ store, viewer, project }: ProjectContext): HookEvent | undefined {
  const page = store.wikiPages.by('project_id', project.id).at(-1)
  if (!page || !viewer.can('read_wiki', project)) return undefined
  return { kind: 'wiki_page', action: 'create', page, user: viewer.signedIn() }
}

function jobSample({ store, project }: ProjectContext): HookEvent | undefined {
  const build = store.builds.by('project_id', project.id).findLast(({ trigger }) => !trigger)
  return build && { kind: 'job', build }
}

function pipelineSample({ store, project }: ProjectContext): HookEvent | undefined {
  const pipeline = store.pipelines.by('project_id', project.id).at(-1)
  return pipeline && { kind: 'pipeline', pipeline }
}

function deploymentSample({ store, project }: ProjectContext): HookEvent | undefined {
  const deployment = store.deployments.by('project_id', project.id).at(-1)
  return deployment && { kind: 'deployment', deployment }
}

function releaseSample({ store, project }: ProjectContext): HookEvent | undefined {
  const release = store.releases.by('project_id', project.id).at(-1)
  return release && { kind: 'release', action: 'create', release }
}

function milestoneSample({ store, project }: ProjectContext): HookEvent | undefined {
  const milestone = store.milestones.by('project_id', project.id).at(-1)
  return milestone && { kind: 'milestone', action: 'create', milestone }
}

/** Returns a thumbs-up on the newest note. */
function emojiSample({ store, viewer, project, now }: ProjectContext): HookEvent | undefined {
  const note = store.notes.by('project_id', project.id).at(-1)
  const user = viewer.signedIn()
  if (!note) return undefined
  const award: AwardEmojiRecord = {
    id: 1,
    name: 'thumbsup',
    user_id: user.id,
    awardable_type: 'Note',
    awardable_id: note.id,
    created_at: now,
    updated_at: now,
  }
  return { kind: 'emoji', action: 'award', award, project, user }
}

/** Returns the expiry of a fictitious token in two days, of a project bot where there is one. */
function tokenSample({ store, now, project }: ProjectContext): HookEvent {
  const expires_at = new Date(Date.parse(now) + 2 * 86_400_000).toISOString().slice(0, 10)
  const bot = store.members
    .by('source', sourceKey('project', project.id))
    .find(({ user_id }) => store.users.get(user_id)?.user_type === 'project_bot')
  const user_id = bot?.user_id ?? 0
  const credential = { id: 1, name: 'pat_for_webhook_event', user_id, created_at: now, expires_at }
  return { kind: 'access_token', credential, project }
}
