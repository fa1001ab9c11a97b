import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  type Awardable,
  awardEmoji,
  awardsOn,
  checkEmoji,
  mustAward,
  mustRevokeAward,
  revokeAward,
} from '../../domain/tracker/award-emoji.ts'
import { issueOfIid, mergeRequestOfIid } from '../../domain/tracker/iids.ts'
import { awardEmojiResource } from '../../resources/v4/award-emoji.ts'
import { list } from '../answers.ts'
import {
  awardableIssue,
  awardableMergeRequest,
  awardableNote,
  awardableSnippet,
  awardOf,
} from '../awardables.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/award-emoji.yaml for all three awardables, and for the notes on them. */
export const awards = {
  listIssueAwardEmoji: (context, request) => listAwards(context, issueOf(context, request)),
  awardIssueEmoji: (context, request) => award(context, issueOf(context, request), request),
  getIssueAwardEmoji: (context, request) => getAward(context, issueOf(context, request), request),
  deleteIssueAwardEmoji: (context, request) =>
    deleteAward(context, issueOf(context, request), request),

  listIssueNoteAwardEmoji: (context, request) => listAwards(context, noteOnIssue(context, request)),
  awardIssueNoteEmoji: (context, request) => award(context, noteOnIssue(context, request), request),
  getIssueNoteAwardEmoji: (context, request) =>
    getAward(context, noteOnIssue(context, request), request),
  deleteIssueNoteAwardEmoji: (context, request) =>
    deleteAward(context, noteOnIssue(context, request), request),

  listMergeRequestAwardEmoji: (context, request) =>
    listAwards(context, mergeRequestOf(context, request)),
  awardMergeRequestEmoji: (context, request) =>
    award(context, mergeRequestOf(context, request), request),
  getMergeRequestAwardEmoji: (context, request) =>
    getAward(context, mergeRequestOf(context, request), request),
  deleteMergeRequestAwardEmoji: (context, request) =>
    deleteAward(context, mergeRequestOf(context, request), request),

  listMergeRequestNoteAwardEmoji: (context, request) =>
    listAwards(context, noteOnMergeRequest(context, request)),
  awardMergeRequestNoteEmoji: (context, request) =>
    award(context, noteOnMergeRequest(context, request), request),
  getMergeRequestNoteAwardEmoji: (context, request) =>
    getAward(context, noteOnMergeRequest(context, request), request),
  deleteMergeRequestNoteAwardEmoji: (context, request) =>
    deleteAward(context, noteOnMergeRequest(context, request), request),

  listSnippetAwardEmoji: (context, request) => listAwards(context, snippetOf(context, request)),
  awardSnippetEmoji: (context, request) => award(context, snippetOf(context, request), request),
  getSnippetAwardEmoji: (context, request) =>
    getAward(context, snippetOf(context, request), request),
  deleteSnippetAwardEmoji: (context, request) =>
    deleteAward(context, snippetOf(context, request), request),

  listSnippetNoteAwardEmoji: (context, request) =>
    listAwards(context, noteOnSnippet(context, request)),
  awardSnippetNoteEmoji: (context, request) =>
    award(context, noteOnSnippet(context, request), request),
  getSnippetNoteAwardEmoji: (context, request) =>
    getAward(context, noteOnSnippet(context, request), request),
  deleteSnippetNoteAwardEmoji: (context, request) =>
    deleteAward(context, noteOnSnippet(context, request), request),
} satisfies OperationsOf<'v4', 'Awards'>

type Request<Id extends keyof OperationTypes> = OperationTypes[Id]['parameters']
type OnIssue = Pick<Request<'listIssueNoteAwardEmoji'>, 'issue_iid'>
type OnMergeRequest = Pick<Request<'listMergeRequestNoteAwardEmoji'>, 'merge_request_iid'>
type OnSnippet = Pick<Request<'listSnippetNoteAwardEmoji'>, 'snippet_id'>
type OnNote = Pick<Request<'listIssueNoteAwardEmoji'>, 'note_id'>

function issueOf(context: ProjectContext, { issue_iid }: OnIssue) {
  return awardableIssue(context, issueOfIid(context.store, context.project, issue_iid)?.id)
}

function mergeRequestOf(context: ProjectContext, { merge_request_iid }: OnMergeRequest) {
  return awardableMergeRequest(
    context,
    mergeRequestOfIid(context.store, context.project, merge_request_iid)?.id,
  )
}

function snippetOf(context: ProjectContext, { snippet_id }: OnSnippet) {
  return awardableSnippet(context, snippet_id)
}

function noteOnIssue(context: ProjectContext, request: OnIssue & OnNote) {
  return awardableNote(context, issueOf(context, request), request.note_id)
}

function noteOnMergeRequest(context: ProjectContext, request: OnMergeRequest & OnNote) {
  return awardableNote(context, mergeRequestOf(context, request), request.note_id)
}

function noteOnSnippet(context: ProjectContext, request: OnSnippet & OnNote) {
  return awardableNote(context, snippetOf(context, request), request.note_id)
}

function listAwards(context: ProjectContext, awardable: Awardable) {
  return list(awardsOn(context, awardable), (one) => awardEmojiResource(one, context))
}

function award(
  context: ProjectContext,
  awardable: Awardable,
  { name }: Pick<Request<'awardIssueEmoji'>, 'name'>,
) {
  mustAward(context, awardable, name)
  const emoji = checkEmoji(context, awardable, name)
  return awardEmojiResource(awardEmoji(context, awardable, emoji), context)
}

type OfAward = Pick<Request<'getIssueAwardEmoji'>, 'award_id'>

function getAward(context: ProjectContext, awardable: Awardable, { award_id }: OfAward) {
  return awardEmojiResource(awardOf(context, awardable, award_id), context)
}

function deleteAward(
  context: OperationContext & ProjectContext,
  awardable: Awardable,
  { award_id }: OfAward,
): undefined {
  const given = awardOf(context, awardable, award_id)
  mustRevokeAward(context, given)
  mustBeUnmodified(context, given.updated_at)
  revokeAward(context, awardable, given)
}
