import { encodeBase64 } from '../../shared/base64.ts'
import type { Answer } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import { type Step, symbolOf } from '../reproduction/history.ts'
import { filesOfArchive } from '../story/archive-files.ts'
import { at, isObject } from '../story/bodies.ts'
import type { Answers, Comparison, Difference, ListOrder } from './comparison.ts'
import { compareValues } from './difference.ts'
import { comparePageHeaders } from './page-headers.ts'
import { compareWithOtherPages } from './pages.ts'
import type { DifferingCall } from './rules.ts'
import type { AnswerShape } from './shape.ts'
import { callerOf, compareStatus, removalOfGone } from './statuses.ts'
import { isTime } from './times.ts'

/** Returns the differences between the responses of the server and the forge: status, documented headers and body. */
export function compareAnswers(
  comparison: Comparison,
  answers: Answers,
  shapeOf: (operation: string, status: number) => AnswerShape,
): readonly Difference[] {
  const { step, call, operation, server, forge } = answers
  const shape = shapeOf(operation.id, forge.status)
  const status = compareStatus(comparison, answers, shape)
  if (status) return [explain(comparison, answers, openedByPast(comparison, answers, status))]
  if (forge.status >= 400) return compareRefusals(comparison, answers)
  if (operation.answers === 'file') return compareFiles(answers)
  const isReleased =
    operation.releasedAnswers.some(({ when }) => when !== 'already_removed') &&
    Array.isArray(forge.body) !== Array.isArray(server.body)
  const ofGone =
    operation.method === 'DELETE' &&
    forge.body === null &&
    !(comparison.rules.showsNothingGone(operation.id) && at(server.body, 'id') !== undefined)
      ? removalOfGone
      : undefined
  const open = isReleased
    ? 'GitLab 8.15 answered so'
    : (step.open ?? ofGone ?? (shape.isBodyOpen && hasEffect(operation) ? shape.open : undefined))
  const sparse = shape.isBodyOpen ? shape.open : undefined
  const order = orderOf(operation, step)
  const pages = [forge, server].map(({ headers }) => Number(headers.get('x-total-pages')))
  const isWhole = step.parameters.page === undefined && pages.every((count) => count === 1)
  const isWholeOnForge = step.parameters.page === undefined && pages[0] === 1
  const isPart = !isWhole && (isPartOfList(step) || pages.some((count) => count > 1))
  const mayLack = [...comparison.unsettled].some((record) =>
    comparison.rules.mayLackUnsettled(operation.id, record.split(' ')[0] ?? ''),
  )
  const isMoved =
    server.headers.get('x-total') !== forge.headers.get('x-total') &&
    comparison.rules.mayBeMoved(differingCall(comparison, answers))
  const isShort = isPart && lacksItems(comparison, answers)
  const followsOpen =
    isPart && (mayLack || isShort || isMoved || comparison.rules.mayHaveOpenItems(operation.id))
  const statedOrder = followsOpen ? undefined : order
  const creator = comparison.creators.get(symbolOf(step.parameters.id) ?? '')
  const found = compareValues(comparison, server.body ?? null, forge.body ?? null, shape.schema, {
    path: '',
    operation: operation.id,
    call,
    caller: callerOf(step),
    sent: sentValues(step),
    ...(open ? { open } : {}),
    ...(sparse ? { sparse } : {}),
    ...(order ? { order } : {}),
    ...(isPart && !statedOrder ? { isOpenPage: true } : {}),
    ...(creator ? { creator: creator.user } : {}),
    ...(isChosen(comparison, step) ? { isChosen: true } : {}),
    ...(comparison.rules.touches(step) ? { isTouched: true } : {}),
    ...(operation.method === 'POST' ? { unsaid: unsaidIn(operation, step) } : {}),
  })
  const body = found.map((one) => explain(comparison, answers, one))
  const isShifted = followsOpen && server.headers.get('x-total') !== forge.headers.get('x-total')
  const ofOthers =
    comparison.rules.showsOthers(step) ??
    (isPart ? shiftedByOthers(comparison, answers) : undefined)
  const settled = body.map((one) => {
    // Others move no record of the history into a list that does not have it on any page.
    const isWrong = one.isOwn === true && isWholeOnForge
    if (ofOthers && isOfPage(one) && !isWrong) return { ...one, open: one.open ?? ofOthers }
    const state = comparison.rules.openState(step, one)
    if (state) return { ...one, open: one.open ?? state }
    if (isShifted) return { ...one, open: one.open ?? pageOfOpen }
    return isPart ? ofPart(comparison, one, { order, followsOpen, all: body }) : one
  })
  const isCreatorCounted = creator !== undefined && countsCreator(comparison, answers)
  const isListOpen = followsOpen || mayLack || ofOthers !== undefined || isCreatorCounted
  const repeated = isPart ? compareWithOtherPages(comparison, answers) : []
  return [...settled, ...repeated, ...comparePageHeaders(answers, settled, isListOpen)]
}

/** Marks a difference in the status as open, where what the history did leaves it open. */
function openedByPast(
  comparison: Comparison,
  { call, server, forge }: Answers,
  difference: Difference,
): Difference {
  const open =
    difference.open ??
    comparison.rules.openOutcome(comparison, call, { server: server.status, forge: forge.status })
  return open ? { ...difference, open } : difference
}

/** Whether a list has fewer items than that of the forge, where it may lack some. */
function lacksItems(comparison: Comparison, { call, server, forge }: Answers): boolean {
  const [total = 0, own = 0] = [server, forge].map(({ headers }) => Number(headers.get('x-total')))
  return total < own && comparison.rules.mayLackItems(comparison, call)
}

const differingCall = (
  { facts, mapping }: Comparison,
  { call: { operation, caller, parameters: sent }, server, forge }: Answers,
): DifferingCall => ({
  ...{ operation, sent, caller, facts },
  ...{ server: server.body, forge: forge.body, forgeOf: mapping.forgeOf },
})

/** Leaves a difference open for what its call asks, or for what the history did before. */
function explain(comparison: Comparison, answers: Answers, one: Difference): Difference {
  if (one.open !== undefined) return one
  const open = comparison.rules.openDifference(one, differingCall(comparison, answers))
  return open === undefined ? one : { ...one, open }
}

/** Explains why a page has other items, where others have added as many to the list as it has more. */
function shiftedByOthers({ others }: Comparison, { step, server, forge }: Answers) {
  const [total = 0, own = 0] = [server, forge].map(({ headers }) => Number(headers.get('x-total')))
  if (total <= own) return undefined
  const { makes: _name, from: _place, ...asked } = step
  const parameters = { ...step.parameters, page: undefined, per_page: 100 }
  const added = others.countIn({ ...asked, parameters })
  return added === total - own ? "it is somebody else's" : undefined
}

/** Whether a list of members has one more than that of the forge: a service may add whoever creates a project. */
function countsCreator({ rules }: Comparison, { operation, server, forge }: Answers): boolean {
  const [total, own] = [server, forge].map(({ headers }) => Number(headers.get('x-total')))
  return rules.listsMembersOfProject(operation.id) && total === Number(own) + 1
}

/** A write chooses what its response shows. */
function isChosen({ rules, chosen }: Comparison, step: Step): boolean {
  const settings = rules.settingsOf(step)
  return settings !== undefined && (rules.chooses(step) || chosen.has(settings))
}

const hasEffect = ({ method, hasEffect: isSent }: Operation) => method !== 'GET' || isSent === true

/** Whether a difference is one of the items on a page, or of their order. */
const isOfPage = ({ place }: Difference) => /^\[\] \((?:.* item|order)\)$/.test(place)

/** A refusal that names the user of sudo by the id, which each side has its own of. */
const unknownUser = /^(.*No user id or username for: )(\d+)$/

function namesSameUser({ mapping }: Comparison, said: string, own: string): boolean {
  const [server, forge] = [unknownUser.exec(said), unknownUser.exec(own)]
  return server?.[1] === forge?.[1] && mapping.join('user', Number(server?.[2]), Number(forge?.[2]))
}

/**
 * Compares refusals. Texts are open unless the specification states them; the errors of fields are not, nor is the name
 * of an attribute that is missing.
 */
function compareRefusals(
  comparison: Comparison,
  { step, operation, server, forge }: Answers,
): Difference[] {
  const { rules, texts } = comparison
  const [said, own] = [at(server.body, 'message'), at(forge.body, 'message')]
  if (JSON.stringify(said) === JSON.stringify(own)) return []
  const areTexts = typeof said === 'string' && typeof own === 'string'
  if (areTexts && texts.compare(said, own) === 'same') return []
  if (areTexts && unknownUser.test(own) && namesSameUser(comparison, said, own)) return []
  const difference = { place: 'message', server: said ?? server.text, forge: own ?? forge.text }
  if (isObject(own)) {
    const isAlike = isObject(said) && Object.keys(own).some((field) => Object.hasOwn(said, field))
    return isAlike ? [{ ...difference, open: textsAreOpen }] : [difference]
  }
  const isUnexplained = rules.explainsRefusal(operation.id, forge.status) && !said
  const isStated =
    typeof own === 'string' && /^401 Unauthorized$|sudo|No user id or username/.test(own)
  const missing = forge.status === 400 ? missingIn(operation, step) : []
  const names = (text: unknown) => missing.some((name) => String(text).includes(name))
  return isStated || isUnexplained || (names(own) && !names(said))
    ? [difference]
    : [{ ...difference, open: textsAreOpen }]
}

/** Returns the required parameters that a step does not send. */
const missingIn = ({ parameters }: Operation, step: Step) =>
  parameters
    .filter(({ name, required }) => required && step.parameters[name] === undefined)
    .map(({ name }) => name)

const textsAreOpen = 'the text of a refusal is not stated'

function compareFiles({ server, forge, contents }: Answers): Difference[] {
  const [content, own] = contents ?? [server, forge].map(textOrBytes)
  if (content === own) return []
  const isOther = contents?.includes(anotherFormat)
  const open = isOther ? { open: 'the format of an archive is not stated' } : {}
  return [{ place: 'body', server: content, forge: own, ...open }]
}

/** Returns what a file says, or its bytes in Base64 where they are no text. */
const textOrBytes = ({ text, bytes }: Answer) =>
  text.includes('\uFFFD') ? encodeBase64(bytes) : text

const anotherFormat = 'another format'

/** Returns what is compared of two files whose bytes may vary: the files of the archives, and their contents. */
export async function contentsOf(
  { bytesVary }: Operation,
  server: Answer,
  forge: Answer,
): Promise<Pick<Answers, 'contents'>> {
  if (!bytesVary || server.status !== 200 || forge.status !== 200) return {}
  return { contents: [await contentOf(server), await contentOf(forge)] }
}

async function contentOf({ bytes }: Answer): Promise<string> {
  const files = await filesOfArchive(bytes)
  return typeof files === 'string' ? files : JSON.stringify(files.toSorted())
}

/** Returns the order of a list, from the contract or the parameters of the call. */
function orderOf(operation: Operation, { parameters }: Step): ListOrder | undefined {
  const defaultOf = (name: string) =>
    operation.parameters.find((one) => one.name === name)?.schema.default
  const field = parameters.order_by ?? defaultOf('order_by')
  const direction = parameters.sort ?? defaultOf('sort')
  if (typeof field === 'string') {
    return { field, direction: direction === 'asc' ? 'asc' : 'desc' }
  }
  return operation.statedOrder
}

const isPartOfList = ({ parameters }: Step) =>
  parameters.per_page !== undefined || parameters.page !== undefined

/** What a page of a list is cut from. */
interface PageOf {
  readonly order: ListOrder | undefined
  /** Whether items of the list are left open, so that others may be on the page. */
  readonly followsOpen: boolean
  /** All differences of the page. */
  readonly all: readonly Difference[]
}

/**
 * Marks a difference in the items of a page as open, where the order of the list is open. That is so without a
 * specified order, between items of nearly the same time (a server may store seconds only, and the forge uses the clock
 * of the server, which `Date` states in seconds), of which one has taken the place of the other, and by names, where the
 * server has a collation.
 */
function ofPart(
  { nameOrder }: Comparison,
  one: Difference,
  { order, followsOpen, all }: PageOf,
): Difference {
  if (one.open || !isOfItem(one)) return one
  if (!order) return { ...one, open: 'no order is stated' }
  if (/updated_at|activity/.test(order.field)) {
    return { ...one, open: 'what counts as a change is not stated' }
  }
  const keyOf = ({ server, forge }: Difference) => at(server ?? forge, order.field)
  const own = keyOf(one)
  const others = all
    .filter(
      (other) => isOfItem(other) && (other.server === undefined) !== (one.server === undefined),
    )
    .map(keyOf)
  const isOfTheMoment = (other: unknown) =>
    isTime(own) &&
    isTime(other) &&
    Math.abs(Date.parse(own) - Date.parse(other)) < MAX_TIME_OF_A_MOMENT
  if (others.some(isOfTheMoment)) return { ...one, open: 'those of the same moment' }
  if (followsOpen) return { ...one, open: pageOfOpen }
  const isOfName = typeof own === 'string' && !isTime(own)
  return isOfName && nameOrder.isByCollation
    ? { ...one, open: 'the collation of names is not stated' }
    : one
}

const pageOfOpen = 'a page follows from what is left open'

const isOfItem = ({ place }: Difference) => /item\)$/.test(place)

/** The milliseconds between two items whose order may differ: each side has its own clock, and a busy one may pause. */
const MAX_TIME_OF_A_MOMENT = 10_000

/**
 * Returns the fields that show the switches, the visibility and the path of a creation that were not sent, and have no
 * stated default.
 */
function unsaidIn(
  { parameters, shownAs }: Operation,
  { parameters: sent }: Step,
): ReadonlySet<string> {
  const unsaid = parameters.filter(
    ({ name, schema }) =>
      (schema.type === 'boolean' || name === 'visibility_level' || name === 'path') &&
      schema.default === undefined &&
      sent[name] === undefined,
  )
  return new Set(
    unsaid.map(({ name }) => {
      const field = shownAs[name]
      return typeof field === 'string' ? field : name
    }),
  )
}

/** Returns all values that a step sends, including those within lists and objects. */
function sentValues({ parameters }: Step): unknown[] {
  const flat = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value]
  return flat(parameters)
}
