import type { Answer } from '../client/answer.ts'
import {
  mayBeByLevel,
  mayBeRefusedByRole,
  type Operation,
  rolesAreOpen,
} from '../contract/operation.ts'
import type { Step } from '../reproduction/history.ts'
import { at } from '../story/bodies.ts'
import {
  type Answers,
  type Comparison,
  creatorIsMember,
  type Difference,
  takingPart,
} from './comparison.ts'
import type { Rules } from './rules.ts'
import type { AnswerShape } from './shape.ts'

/** Returns the difference between the statuses of two responses, and why it is open where it is; undefined where they are equal. */
export function compareStatus(
  { rules, subscriptions, unsubscribed, taken }: Comparison,
  answers: Answers,
  shape: AnswerShape,
): Difference | undefined {
  const { step, operation, server, forge, isBlocked, isOfCreator, isOfAnother } = answers
  if (server.status === forge.status) return undefined
  const difference = { place: 'status', server: server.status, forge: forge.status }
  const open = openStatus(step, operation, server.status, forge) ?? rules.openStatus(answers)
  if (open) return { ...difference, open }
  const isRead = operation.method === 'GET'
  if (isOfCreator && (!isRead || rules.isCreatorsMembership(server.body)))
    return { ...difference, open: creatorIsMember }
  const isKindOfKey = step.parameters.key !== undefined && !taken.has('key')
  if (isKindOfKey && server.status === 400 && forge.status < 300)
    return { ...difference, open: kindsOfKeys }
  const isFirstAddress = step.parameters.url !== undefined && !taken.has('url')
  const isRefusedAddress = [400, 422].includes(server.status) && forge.status < 300
  if ((isOfReceiver(step) || isFirstAddress) && isRefusedAddress)
    return { ...difference, open: addressesOfHooks }
  if (server.status === 400 && forge.status < 300 && sendsLongText(step))
    return { ...difference, open: lengths }
  if (step.credential === 'empty token' && server.status === 401 && forge.status < 300)
    return { ...difference, open: emptyTokens }
  const isShown = [subscriptions, unsubscribed].some((one) => one.has(subscriptionOf(step)))
  if (
    rules.setsSubscription(operation.id) &&
    !isShown &&
    areOfOneState(server.status, forge.status)
  ) {
    return { ...difference, open: takingPart }
  }
  const success = server.status < 300 ? rules.openSuccess(operation.id, forge.status) : undefined
  if (success) return { ...difference, open: success }
  const isMoreThanStated = server.status < 300 && forge.status === 403 && !isRead
  const saysNoMore = at(forge.body, 'message') === '403 Forbidden'
  if (isMoreThanStated && saysNoMore && mayBeByLevel(operation))
    return { ...difference, open: rolesAreOpen }
  const isAnswered = (forge.status < 300 && isOfAnother) || forge.status === 400
  if (isAnswered && server.status === 403 && rules.isForAuthors(operation.id))
    return { ...difference, open: 'whether others than its author may change it is not stated' }
  // A 401 for a role may come before any other refusal.
  const isRefusedAlone = forge.status < 300 || server.status === 401
  if (
    isRefusedAlone &&
    hasOpenRole(step, operation) &&
    mayBeRefusedByRole(operation, server.status)
  )
    return { ...difference, open: rolesAreOpen }
  const areRefusals = isRefusal(server.status) && isRefusal(forge.status)
  if (!areRefusals) return difference
  const isAskedForCredentials = forge.status === 404 && server.status === 401
  if (isAskedForCredentials && step.as === 'nobody' && operation.method === 'GET')
    return { ...difference, open: hiddenFromNobody }
  if (forge.status === 401 && server.status === 403 && (isBlocked || isByBlocked(step, operation)))
    return { ...difference, open: 'how a blocked user is refused is not stated' }
  const hiding = operation.method === 'GET' ? openHiding(rules, step, server, forge) : undefined
  const reason = shape.open ?? hiding ?? rules.openRefusal(operation.id)
  // Only for reads is it specified that hidden records are answered with 404.
  const isHidden =
    operation.method !== 'GET' && isForbidden(server.status) && isForbidden(forge.status)
  const why =
    reason ?? (isHidden ? 'whether it is hidden or forbidden is stated for reads alone' : undefined)
  return why && forge.status !== 401 ? { ...difference, open: why } : difference
}

/** Explains why what the history made is forbidden to the caller of a read, where the forge does not find it. */
function openHiding(rules: Rules, { operation, parameters }: Step, server: Answer, forge: Answer) {
  const isOfHistory = Object.entries(parameters).every(
    ([name, value]) => !/^(?:\w+_)?id$/.test(name) || /^<.+>$/.test(String(value)),
  )
  if (!isOfHistory || server.status !== 403 || forge.status !== 404) return undefined
  return rules.openHiding(operation, String(at(forge.body, 'message')))
}

/** Whether a caller with a token of their own is refused with 401, which those alone are who were blocked or removed. */
const isByBlocked = ({ as, credential }: Step, { permission }: Operation) =>
  as !== 'nobody' &&
  as !== 'admin' &&
  (credential === undefined || credential === 'query') &&
  permission?.refusal !== 401

/** Whether the caller of a step may be refused for their role: an owner only where a server may permit fewer than stated. */
const hasOpenRole = ({ as }: Step, { permission }: Operation) =>
  as !== 'admin' && as !== 'nobody' && (as !== 'owner' || permission?.may_be_narrower === true)

const hiddenFromNobody =
  'whether what is not public is unknown to nobody, or needs credentials, is not stated'
const emptyTokens = 'whether an empty token is none or a wrong one is not stated'
const kindsOfKeys = 'which kinds of keys a server takes is not stated'
const addressesOfHooks = 'which addresses hooks may have is not stated'
const lengths = 'how long names and titles may be is not stated'
const beyondMost = 'whether a page of more than the most is refused is not stated'

/** Whether a hook is made for the receiver of the comparison. */
const isOfReceiver = ({ parameters: { url } }: Step) => String(url).startsWith('<receiver>')

/** The length of a name or a title that any server takes, in characters; Forgery takes 255. */
const acceptedLength = 100

/** Whether a name or a title is sent that may be too long for a server. */
const sendsLongText = ({ parameters: sent }: Step) =>
  Object.entries(sent).some(
    ([name, value]) => /(?:title|name)$/.test(name) && String(value).length > acceptedLength,
  )

/** Why the response to the removal of what is gone already is open. */
export const removalOfGone = 'what the removal of what is gone already answers is not stated'
const ofNothing = 'whether a change of nothing is refused is not stated'

/** Whether a change sends nothing beside what it is of, and nothing is required. */
function changesNothing({ parameters: sent }: Step, { method, parameters }: Operation): boolean {
  const inBody = parameters.filter(({ in: place }) => place !== 'path')
  return (
    method === 'PUT' && inBody.every(({ name, required }) => !required && sent[name] === undefined)
  )
}

const aliases = 'whether an address with a plus sign is one is not stated'

/** Whether an e-mail address is sent that is an alias of another one, which a server may refuse. */
const isAlias = ({ parameters: { email = '' } }: Step) => String(email).includes('+')

const statedRequired = 'the specification states as required what the forge does without'

/** Whether a call lacks a parameter that is stated as required, and that the forge does without. */
const lacksStated = ({ parameters: sent }: Step, { statedRequired: names }: Operation) =>
  names.some((name) => sent[name] === undefined)

/** Whether a page is asked for that is larger than any; a page has the most items then. */
function isBeyondMost({ parameters: { per_page: count } }: Step, { parameters }: Operation) {
  const most = parameters.find(({ name }) => name === 'per_page')?.schema.maximum
  return most !== undefined && Number(count) > most
}

/** The caller of a step, and the user as whom an administrator calls. */
export const callerOf = ({ as, sudo = '' }: Step) => `${as} ${sudo}`

/** The name of what a call subscribes its caller to; afterwards both sides have the same state. */
export const subscriptionOf = (step: Step) => `${callerOf(step)} ${JSON.stringify(step.parameters)}`

/** Whether one side changed what the other had in that state already. */
const areOfOneState = (server: number, forge: number) =>
  (server === 304 && forge < 300) || (forge === 304 && server < 300)

function openStatus(step: Step, operation: Operation, server: number, answer: Answer) {
  const { status: forge, body } = answer
  if (step.open) return step.open
  const isOfGone = operation.whenGone === 'unspecified' && forge === 404 && server < 300
  // Where the project is hidden, nothing can be removed from it.
  if (isOfGone && !/^404 Project /.test(String(at(body, 'message')))) return removalOfGone
  if (forge === 400 && server < 400 && changesNothing(step, operation)) return ofNothing
  if (server === 400 && forge < 300 && isAlias(step)) return aliases
  if (server === 400 && forge < 300 && lacksStated(step, operation)) return statedRequired
  if (server === 400 && forge !== 401 && isBeyondMost(step, operation)) return beyondMost
  if (operation.isStatusOpen && server < 300 && forge < 300) return 'its status of success is open'
  const released = operation.releasedAnswers.find(
    ({ when, specified, answered, isFailureAlone }) =>
      specified === forge &&
      answered === server &&
      !isFailureAlone &&
      (when !== 'already_removed' || showsNoRecord(body)),
  )
  return released && `as GitLab 8.15: ${released.description}`
}

/** Whether a removal shows that there was nothing to remove, instead of what it removed. */
const showsNoRecord = (body: unknown) => body === null || at(body, 'message') !== undefined

const isRefusal = (status: number) => status >= 400 && status < 500
const isForbidden = (status: number) => status === 403 || status === 404
