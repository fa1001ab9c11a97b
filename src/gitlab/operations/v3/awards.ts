import type { OperationTypes } from '../../../contract/generated/v3/contract.ts'
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
import { awardEmojiResource } from '../../resources/v3/award-emoji.ts'
import { list } from '../answers.ts'
import {
  awardableIssue,
  awardableMergeRequest,
  awardableNote,
  awardableSnippet,
  awardOf,
} from '../awardables.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/award-emoji.yaml: the same for three parents and the notes on them. */
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
} satisfies OperationsOf<'v3', 'Awards'>

type Request<Id extends keyof OperationTypes> = OperationTypes[Id]['parameters']
type OnIssue = Pick<Request<'listIssueNoteAwardEmoji'>, 'issue_id'>
type OnMergeRequest = Pick<Request<'listMergeRequestNoteAwardEmoji'>, 'merge_request_id'>
type OnSnippet = Pick<Request<'listSnippetNoteAwardEmoji'>, 'snippet_id'>
type OnNote = Pick<Request<'listIssueNoteAwardEmoji'>, 'note_id'>

function issueOf(context: ProjectContext, { issue_id }: OnIssue) {
  return awardableIssue(context, issue_id)
}

function mergeRequestOf(context: ProjectContext, { merge_request_id }: OnMergeRequest) {
  return awardableMergeRequest(context, merge_request_id)
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

/** Revokes an award and returns it. */
function deleteAward(context: ProjectContext, awardable: Awardable, { award_id }: OfAward) {
  const given = awardOf(context, awardable, award_id)
  mustRevokeAward(context, given)
  revokeAward(context, awardable, given)
  return awardEmojiResource(given, context)
}
