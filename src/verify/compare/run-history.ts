import type { OperationId } from '../../contract/operation-contract.ts'
import { type Answer, NoAnswer } from '../client/answer.ts'
import { wait } from '../client/pace.ts'
import type { Operation } from '../contract/operation.ts'
import { fill, type History, type Step, symbolOf } from '../reproduction/history.ts'
import { NotSent } from '../sandbox/sandbox.ts'
import { isWrite } from '../sandbox/writes.ts'
import { at, isObject } from '../story/bodies.ts'
import { compareAnswers, contentsOf } from './answers.ts'
import { type Comparison, type Difference, unnamedAuthor } from './comparison.ts'
import type { Deliveries } from './deliveries.ts'
import type { CountedList } from './others.ts'
import { type Call, callOf } from './past.ts'
import type { Subject } from './rules.ts'
import type { AnswerShape } from './shape.ts'
import type { Side } from './side.ts'
import { callerOf, subscriptionOf } from './statuses.ts'
import { changedBy, noteRecord, pathOf } from './subjects.ts'

/** Two different responses, with their step. */
export interface Found extends Difference {
  readonly step: Step
  /** The index of the step in its history. */
  readonly index: number
  /** The response of the server; undefined where there was none. */
  readonly answer?: Answer
}

export interface RunOutcome {
  /** The first difference that is neither allowed by the contract nor `known`. */
  readonly failure?: Found
  /** All other differences: those that the contract allows, and known ones. */
  readonly others: readonly Found[]
  /** The number of executed steps. */
  readonly calls: number
}

export interface HistoryRun {
  readonly server: Side
  readonly forge: Side
  readonly comparison: Comparison
  /** The deliveries of hooks, where they are received. */
  readonly deliveries?: Deliveries | undefined
  readonly operation: (id: OperationId) => Operation
  readonly shapeOf: (operation: string, status: number) => AnswerShape
  /** The timeout for background work of the server, in milliseconds. */
  readonly patience: number
  /** Whether a difference was found before and must not end the history. */
  readonly isKnown: (difference: Pick<Found, 'step' | 'place' | 'server' | 'forge'>) => boolean
  readonly signal?: AbortSignal
  /** Whether it is to end before its next step. */
  readonly isOver?: (() => boolean) | undefined
}

/**
 * Runs a history on both sides step by step, and compares the responses. It ends with the first difference that the
 * contract does not allow, and where one side carried out what the other refused, since the states diverge from there
 * on.
 */
export async function runHistory(history: History, run: HistoryRun): Promise<RunOutcome> {
  const others: Found[] = []
  let calls = 0
  for (const [index, step] of history.entries()) {
    if (run.signal?.aborted || run.isOver?.()) break
    const found = await compareStep(step, run)
    if (!found) continue
    calls++
    const { answer } = found
    const differences = found.differences.map((one) => ({
      ...one,
      ...{ step, index },
      ...(answer ? { answer } : {}),
    }))
    const failure = differences.find((one) => one.open === undefined && !run.isKnown(one))
    others.push(...differences.filter((one) => one !== failure))
    if (failure) return { failure, others, calls }
    if (isParting(differences, step, run)) break
  }
  return { others, calls }
}

/** Whether the states diverge, because one side carried out what the other refused, or did something else. */
function isParting(
  differences: readonly Difference[],
  step: Step,
  { operation, comparison: { rules } }: HistoryRun,
): boolean {
  if (operation(step.operation).method === 'GET') return false
  if (differences.some((one) => rules.openState(step, one) !== undefined)) return true
  const status = differences.find(({ place }) => place === 'status')
  // With 304 the state was as asked for already.
  return status !== undefined && Number(status.server) < 400 !== Number(status.forge) < 400
}

interface ComparedStep {
  readonly differences: readonly Difference[]
  /** The response of the server; undefined where there was none. */
  readonly answer?: Answer
}

/** Undefined where the step cannot be executed, because something that it needs does not exist. */
async function compareStep(step: Step, run: HistoryRun): Promise<ComparedStep | undefined> {
  const { server, forge, comparison, shapeOf, patience } = run
  const before = await readBefore(step, run)
  const [first, own] = await Promise.all([askServer(server, step), forge.perform(step)])
  if (!first || !own) return undefined
  if ('problem' in first) {
    return { differences: [{ place: 'answer', server: first.problem, forge: own.status }] }
  }
  const operation = run.operation(step.operation)
  noteAuthor(step, run)
  const call = callOf(step, forge.lookup, comparison.administrator)
  const subject = subjectOf(step, own, run)
  if (own.status < 300) comparison.rules.note(comparison, call, { body: own.body, before })
  const compare = async (answer: Answer) => {
    const isBlocked = comparison.blocked.has(forge.lookup(step.as, 'id'))
    const of = {
      isBlocked,
      isOfCreator: isOfCreator(step, comparison, forge),
      isOfAnother: isOfAnother(call, own),
      isOfDraft: comparison.drafts.has(
        fill(step.parameters.merge_request_id ?? null, forge.lookup),
      ),
    }
    const two = { server: answer, forge: own, subject, ...of }
    const contents = await contentsOf(operation, answer, own)
    return comparison.mapping.attempt(
      () =>
        compareAnswers(
          comparison,
          { step: withOpenOutcome(step, run), call, operation, ...two, ...contents },
          shapeOf,
        ),
      (differences) => differences.every(({ open }) => open !== undefined),
    )
  }
  const isNew = (differences: readonly Difference[]) =>
    differences.some((one) => one.open === undefined && !run.isKnown({ ...one, step }))
  const isOfGone = comparison.rules.showsNothingGone(step.operation) && own.body === null
  // The effect of background work appears with a delay, so the read is repeated, or the removal of what was removed.
  const isRepeatable = (answer: Answer) =>
    operation.method === 'GET' || isOfGone || (answer.status >= 400 && own.status < 400)
  let answer = first
  let differences = await compare(answer)
  const readList = async (list: CountedList) => {
    const found = await askServer(server, { as: 'admin', ...list })
    return found && 'body' in found ? found.body : undefined
  }
  const compareAgain = async () => {
    differences = await compare(answer)
    if (!isNew(differences)) return
    const { others, noted } = comparison
    const areNews = [await others.lookUp(readList), await noted.lookUp(readList)]
    if (areNews.includes(true)) differences = await compare(answer)
    if (isNew(differences) && (await seesRunner(step, run, readList)))
      differences = await compare(answer)
  }
  if (isNew(differences)) await compareAgain()
  const end = performance.now() + patience
  for (
    let pause = 25;
    isNew(differences) && isRepeatable(answer);
    pause = Math.min(2 * pause, 1000)
  ) {
    if (performance.now() + pause > end) break
    await wait(pause, run.signal)
    const again = await askServer(server, step)
    if (again && !('problem' in again)) answer = again
    await compareAgain()
  }
  if (answer.status < 300)
    for (const name of Object.keys(step.parameters)) comparison.taken.add(name)
  noteEffects(step, answer, own, run)
  await noteRemovedUser(step, run)
  // A server that has shown builds makes them.
  if (comparison.rules.runners.hasBuilds(step.operation, answer.body))
    comparison.runner.makesNone ??= false
  if (isWrite({ operation })) {
    comparison.seenPages.clear()
    comparison.unsubscribed.clear()
  }
  const isWritten = isWrite({ operation }) && answer.status < 400 === own.status < 400
  const deliveries = isWritten ? await run.deliveries?.compareAfter(step, answer) : undefined
  return { differences: [...differences, ...(deliveries ?? [])], answer }
}

/** Returns what the forge tells before a call, and looks up once in a run whether the server has its closing words. */
async function readBefore(step: Step, { server, forge, comparison }: HistoryRun): Promise<unknown> {
  const { rules, closing, facts } = comparison
  const read = rules.readBefore(step)
  const body = read && (await forge.perform(read))?.body
  if (read && closing.isElsewhere === undefined && rules.closes(read, body)) {
    const answer = await askServer(server, read)
    if (answer && 'body' in answer && Array.isArray(answer.body))
      closing.isElsewhere = answer.body.length === 0
  }
  if (closing.isElsewhere) facts.set('closing words', 'elsewhere')
  return body
}

/** Notes that a user who was removed is unknown, blocked before or not. */
async function noteRemovedUser(step: Step, { forge, comparison }: HistoryRun): Promise<void> {
  const read = comparison.rules.readRemoved(step)
  if (read && (await forge.perform(read))?.status === 404)
    comparison.blocked.delete(fill(step.parameters.id ?? null, forge.lookup))
}

/** Notes the author whom a call names, as the response to it may show them. */
function noteAuthor({ parameters }: Step, { comparison, forge }: HistoryRun): void {
  const { author_name: name = null, author_email: address = null } = parameters
  if (address !== null) comparison.namedAddresses.add(fill(address, forge.lookup))
  else if (name !== null) comparison.namesAlone.add(fill(name, forge.lookup))
}

/**
 * Looks for a runner that has taken builds of the project of a step, which wait for one on the forge, or for a server
 * that makes none where the forge does.
 */
async function seesRunner(
  step: Step,
  { forge, comparison: { rules, runner } }: HistoryRun,
  read: (list: CountedList) => Promise<unknown>,
): Promise<boolean> {
  const { showsBuilds, buildsOf, hasTaken } = rules.runners
  const list = showsBuilds(step.operation) ? buildsOf(step) : undefined
  if (!list || runner.isAtWork || runner.makesNone) return false
  const builds = await read(list)
  runner.isAtWork = hasTaken(builds)
  if (runner.makesNone === undefined && Array.isArray(builds)) {
    const own = await forge.perform({ as: 'admin', ...list })
    if (Array.isArray(own?.body) && own.body.length > 0) runner.makesNone = builds.length === 0
  }
  return runner.isAtWork || runner.makesNone === true
}

/** Returns a step with the reason why its outcome is open, where it is about a record that may be gone. */
function withOpenOutcome(step: Step, { comparison, forge }: HistoryRun): Step {
  const { unsettled, rules } = comparison
  const gone = Object.entries(rules.mayBeGone).find(([kind, parameter]) => {
    const value = step.parameters[parameter]
    return value !== undefined && unsettled.has(`${kind} ${fill(value, forge.lookup)}`)
  })
  const open =
    (gone && rules.unsettledField(gone[0], 'id')) ??
    (isAsBlocked(step, comparison, forge) ? actsAsBlocked : undefined) ??
    (comparison.runner.isAtWork && rules.runners.showsBuilds(step.operation)
      ? rules.runners.reason
      : undefined) ??
    (comparison.runner.makesNone && rules.runners.showsBuilds(step.operation)
      ? rules.runners.withoutBuilds
      : undefined) ??
    (comparison.authors.areOwn && rules.listsAuthors(step.operation) ? unnamedAuthor : undefined) ??
    (rules.joins(step.operation) && comparison.members.has(membershipOf(step, forge))
      ? joinsAgain
      : undefined)
  return open ? { ...step, open: step.open ?? open } : step
}

const actsAsBlocked = 'whether an administrator may act as a blocked user is not stated'

const joinsAgain = 'what happens when a member is added again is not stated'

/** Whether a call is about the membership of whoever created the project. */
const isOfCreator = (step: Step, { creators, rules }: Comparison, { lookup }: Side): boolean =>
  creators.get(symbolOf(step.parameters.id) ?? '')?.user ===
  `user ${fill(rules.memberOfProject(step) ?? null, lookup)}`

/** Whether a response shows a record that another than the caller is the author of. */
function isOfAnother(call: Call, { body }: Answer): boolean {
  const author = at(at(body, 'author'), 'id')
  return author !== undefined && author !== call.caller
}

/** What a call is about, before its effect is noted. */
function subjectOf(step: Step, own: Answer, run: HistoryRun): Subject {
  const { records, rules, made } = run.comparison
  const { lookup } = run.forge
  const operation = run.operation(step.operation)
  const path = pathOf(step, operation, lookup)
  const before = records.get(rules.settingsOf(step) ?? path)
  return {
    path,
    recordAt: (other) => records.get(other),
    changed: changedBy(before, { step, operation, forge: own }, lookup),
    isMade: (name) => made.has(name),
  }
}

/** The group or project of a membership, and its user, in terms of the forge. */
function membershipOf({ operation, parameters }: Step, { lookup }: Side): string {
  const place = operation.endsWith('GroupMember') ? 'group' : 'project'
  const [id, user] = [parameters.id, parameters.user_id].map((one) => fill(one ?? null, lookup))
  return `${place} ${id} ${user}`
}

/** Whether an administrator acts as a user who is blocked. */
function isAsBlocked(
  { as, credential, sudo }: Step,
  { blocked }: Comparison,
  forge: Side,
): boolean {
  if (blocked.size === 0) return false
  const [, named = ''] = /^<(\w+)/.exec(sudo ?? '') ?? []
  const isSudo = /^sudo (?:by|in)/.test(credential ?? '')
  return [named, isSudo ? as : ''].some((one) => one !== '' && blocked.has(forge.lookup(one, 'id')))
}

/**
 * Notes who is subscribed, who is blocked, what is work in progress, how records are shown, who is a member, who chose
 * settings, and the records whose state is not specified after a write.
 */
function noteEffects(
  step: Step,
  answer: Answer,
  own: Answer,
  { comparison, forge, operation: operationOf }: HistoryRun,
): void {
  const { rules } = comparison
  const areShown = (isSubscribed: boolean) =>
    [answer, own].every(({ body }) => at(body, 'subscribed') === isSubscribed)
  if (areShown(false)) comparison.unsubscribed.add(subscriptionOf(step))
  if (areShown(true) || (own.status < 400 && rules.setsSubscription(step.operation)))
    comparison.subscriptions.add(subscriptionOf(step))
  const sent = fill(step.parameters, forge.lookup)
  if (own.status < 400 && rules.setsSubscription(step.operation) && isObject(sent))
    comparison.subscriptions.add(`${callerOf(step)} ${rules.subscribedTo(sent)}`)
  if (own.status >= 300) return
  const shown = { step, operation: operationOf(step.operation), body: own.body }
  noteRecord(comparison.records, shown, { lookup: forge.lookup, own: rules.settingsOf(step) })
  for (const name of rules.madeBy(step)) comparison.made.add(name)
  const isDraft = at(own.body, 'work_in_progress')
  if (isDraft === true) comparison.drafts.add(at(own.body, 'id'))
  if (isDraft === false) comparison.drafts.delete(at(own.body, 'id'))
  const settings = rules.chooses(step) ? rules.settingsOf(step) : undefined
  if (settings !== undefined) comparison.chosen.add(settings)
  const isBlocked = rules.blocks(step.operation)
  const user = fill(step.parameters.id ?? null, forge.lookup)
  if (isBlocked === true) comparison.blocked.add(user)
  if (isBlocked === false) comparison.blocked.delete(user)
  const joins = rules.joins(step.operation)
  if (joins === true) comparison.members.add(membershipOf(step, forge))
  if (joins === false) comparison.members.delete(membershipOf(step, forge))
  if (joins !== undefined && isOfCreator(step, comparison, forge)) {
    comparison.creators.delete(symbolOf(step.parameters.id) ?? '')
    comparison.creators.delete(`project ${fill(step.parameters.id ?? null, forge.lookup)}`)
  }
  if (rules.createsProject(step.operation)) {
    const creator = {
      name: symbolOf(step.sudo) ?? step.as,
      user: `user ${at(own.body, 'creator_id')}`,
    }
    if (step.makes !== undefined) comparison.creators.set(step.makes, creator)
    comparison.creators.set(`project ${at(own.body, 'id')}`, creator)
  }
  const namedIn = (parameters: Readonly<Record<string, string>>) =>
    Object.entries(parameters).map(
      ([kind, name]) => `${kind} ${fill(step.parameters[name] ?? null, forge.lookup)}`,
    )
  for (const one of namedIn(rules.unsettledBy(step.operation))) comparison.unsettled.add(one)
  for (const one of namedIn(rules.removedBy(step.operation))) comparison.removed.add(one)
}

/** Returns the response of the server, or the reason why there is none. */
async function askServer(
  server: Side,
  step: Step,
): Promise<Answer | { readonly problem: string } | undefined> {
  try {
    return await server.perform(step)
  } catch (error) {
    if (error instanceof NoAnswer) return { problem: error.message }
    // Where a server showed other ids, a write may name what is not of the run.
    if (error instanceof NotSent) return undefined
    throw error
  }
}
