import { symbolOf } from '../../reproduction/history.ts'
import { at } from '../../story/bodies.ts'
import type { AnsweredCall, Rules } from '../rules.ts'
import { ofCreators } from './open-items.ts'

/** A case in which nothing states the status, and why. */
interface OpenCase {
  readonly reason: string
  readonly isSo: (call: AnsweredCall) => boolean
}

const isDone = (status: number) => status < 300
const isRefusal = (status: number) => status >= 400 && status < 500

/** Whether the server refuses what the forge does, other than for credentials or for what is not there. */
const isRefusedHere = ({ server, forge }: AnsweredCall) =>
  isDone(forge.status) && isRefusal(server.status) && ![401, 404].includes(server.status)

/** Whether a page is behind the last one. */
function isBehindEnd({ server, forge }: AnsweredCall): boolean {
  const [page, pages] = ['x-page', 'x-total-pages'].map((name) => Number(forge.headers.get(name)))
  const isRefused = server.status === 400 || server.status === 404
  return forge.status === 200 && isRefused && Number(page) > Number(pages)
}

/** Whether a list may be of a folder or a branch that is not there: the forge lists nothing. */
function isOfNowhere({ step, operation, server, forge }: AnsweredCall): boolean {
  const { path, ref_name: name } = step.parameters
  const isNamed = path !== undefined || name !== undefined
  return (
    /^list(?:Tree|Commits)$/.test(operation.id) &&
    isNamed &&
    server.status === 404 &&
    Array.isArray(forge.body) &&
    forge.body.length === 0
  )
}

/** Whether a change leaves its record as it was; a password is shown nowhere, and setting it does more. */
const changesNothing = ({ step, operation, server, subject: { changed } }: AnsweredCall) =>
  /^update/.test(operation.id) &&
  server.status === 304 &&
  changed?.size === 0 &&
  step.parameters.password === undefined

/** Whether an issue or a merge request is closed or reopened that is so already. */
const changesNoState = ({ step, operation, server, subject: { changed } }: AnsweredCall) =>
  /^update/.test(operation.id) &&
  (server.status === 400 || server.status === 409) &&
  step.parameters.state_event !== undefined &&
  changed?.has('state_event') === false

/** Whether a call changes a merge request that is merged, or comments on it. */
function isOfMerged(call: AnsweredCall): boolean {
  const { operation, subject } = call
  const [request = ''] = /^\/projects\/[^/]+\/merge_requests\/\d+/.exec(subject.path) ?? []
  return (
    /^(?:updateMergeRequest|createMergeRequestNote)$/.test(operation.id) &&
    isRefusedHere(call) &&
    subject.recordAt(request)?.state === 'merged'
  )
}

/** Whether work in progress is merged, or refused with a status of the server's choice. */
const isMergeOfDraft = ({ operation, server, forge, isOfDraft }: AnsweredCall) =>
  operation.id === 'mergeMergeRequest' &&
  isOfDraft === true &&
  forge.status === 405 &&
  (isDone(server.status) || (isRefusal(server.status) && ![401, 404].includes(server.status)))

/** Whether there are two merge requests of the same branches on the server: made, or reopened. */
const isOfSameBranches = ({ step, operation, server, forge }: AnsweredCall) =>
  (operation.id === 'createMergeRequest' ||
    (operation.id === 'updateMergeRequest' && step.parameters.state_event === 'reopen')) &&
  isDone(server.status) &&
  forge.status === 409

/** Whether a file that is not there is removed, or made by a change: the branch is there. */
function isOfMissingFile({ step, operation, server, forge, subject }: AnsweredCall): boolean {
  const isComplete = operation.parameters.every(
    ({ name, required }) => !required || step.parameters[name] !== undefined,
  )
  const [branch, ...files] = madeBy({ ...step, operation: 'createFile' })
  return (
    /^(?:update|delete)File$/.test(operation.id) &&
    isDone(server.status) &&
    forge.status === 400 &&
    isComplete &&
    !/(?:^|\/)\.\.(?:\/|$)/.test(String(step.parameters.file_path)) &&
    branch !== undefined &&
    subject.isMade(branch) &&
    // That a change to the same content is refused is stated.
    (operation.id === 'deleteFile' || !files.some(subject.isMade))
  )
}

/** Whether a release that is not there is made by a change: the tag is there. */
const isOfMissingRelease = ({ operation, server, forge }: AnsweredCall) =>
  operation.id === 'updateRelease' &&
  isDone(server.status) &&
  at(forge.body, 'message') === '404 Release Not Found'

/** Whether a snippet that only its author may see is hidden from an administrator. */
function isOfPrivateSnippet({ operation, call, server, forge, subject }: AnsweredCall): boolean {
  const [snippet = ''] = /^\/projects\/[^/]+\/snippets\/\d+/.exec(subject.path) ?? []
  const { visibility_level: level, author } = subject.recordAt(snippet) ?? {}
  // "200 even when the snippet does not exist" (document 2, Snippets).
  const isHidden = server.status === 404 && operation.id !== 'deleteSnippet'
  return (
    level === 0 &&
    at(author, 'id') !== call.caller &&
    isDone(forge.status) &&
    (server.status === 403 || isHidden)
  )
}

/** Whether a branch or a tag is refused that has a name of other signs than are usual. */
function hasUnusualName({ step, operation, server, forge }: AnsweredCall): boolean {
  const { branch_name: branch, tag_name: tag } = step.parameters
  const isBranch = operation.id === 'createBranch' && server.status === 400
  const isTag = operation.id === 'createTag' && [400, 405].includes(server.status)
  const name = isBranch ? branch : isTag ? tag : undefined
  return name !== undefined && isDone(forge.status) && !/^[\w./-]+$/.test(String(name))
}

const cases: readonly OpenCase[] = [
  {
    reason: 'whether a taken name of a user is a conflict or not valid is not stated',
    isSo: ({ operation, server, forge }) =>
      operation.id === 'createUser' && server.status === 400 && forge.status === 409,
  },
  { reason: 'what a page behind the end answers is not stated', isSo: isBehindEnd },
  {
    reason: 'whether a folder or a branch that is not there is empty or unknown is not stated',
    isSo: isOfNowhere,
  },
  {
    reason: 'whether a change that changes nothing is told so is not stated',
    isSo: changesNothing,
  },
  {
    reason: 'what closing what is closed, and reopening what is open, answers is not stated',
    isSo: changesNoState,
  },
  {
    reason: 'whether a merged merge request can be changed and commented on is not stated',
    isSo: isOfMerged,
  },
  {
    reason: 'whether work in progress can be merged, and how that is refused, is not stated',
    isSo: isMergeOfDraft,
  },
  {
    reason: 'whether the same branches have a second merge request is not stated',
    isSo: isOfSameBranches,
  },
  {
    reason: 'what removing or changing a file that is not there does is not stated',
    isSo: isOfMissingFile,
  },
  {
    reason: 'whether a change makes a release that is not there is not stated',
    isSo: isOfMissingRelease,
  },
  {
    reason: ofCreators,
    isSo: isOfPrivateSnippet,
  },
  {
    reason: 'which names branches and tags may have is not stated',
    isSo: hasUnusualName,
  },
]

/** Explains why the statuses of two responses may differ. */
export const openStatus: Rules['openStatus'] = (call) =>
  cases.find(({ isSo }) => isSo(call))?.reason

/** Names the branch that a write makes or writes to, and the files that it makes there, with their content. */
export const madeBy: Rules['madeBy'] = ({ operation, parameters: sent }) => {
  if (!/^(?:createBranch|createCommit|(?:create|update)File)$/.test(operation)) return []
  const project = symbolOf(sent.id) ?? sent.id
  const actions = Array.isArray(sent.actions) ? sent.actions : [sent]
  const files = actions.map((action) => [project, at(action, 'file_path'), at(action, 'content')])
  return [[project, sent.branch_name], ...files].map((one) => JSON.stringify(one))
}

/** Explains why a merge request may be closed on one side alone: its state is none of its parameters. */
export const openState: Rules['openState'] = (
  { operation, parameters },
  { place, server, forge },
) =>
  operation === 'updateMergeRequest' &&
  parameters.state_event !== undefined &&
  place === 'state' &&
  server !== 'merged' &&
  (server === 'closed') !== (forge === 'closed')
    ? 'whether a change closes and reopens a merge request is not stated'
    : undefined
