import { at, isObject } from '../../story/bodies.ts'
import type { Call, Past } from '../past.ts'
import type { Rules } from '../rules.ts'
import { tidied } from './open-texts.ts'

/** What the rules of v3 note of a history: the same words here and where they are asked for. */
export const facts = {
  reopened: (issue: unknown) => `issue ${issue} was reopened`,
  called: (type: unknown, id: unknown, title: unknown) =>
    `${type} ${id} was called ${tidied(String(title))}`,
  said: (note: unknown, body: unknown) => `note ${note} said ${tidied(String(body))}`,
  madeFor: (project: unknown, user: unknown) => `project ${project} is made by or for ${user}`,
  ownsAlone: (user: unknown, project: unknown) => `user ${user} but owns project ${project}`,
  joined: (user: unknown, project: unknown) => `user ${user} was added to project ${project}`,
  undated: (user: unknown, { operation, of }: Call) =>
    `user ${user} is in ${placeOf(operation)} ${of} without a new date`,
  address: (user: unknown, email: unknown) => `user ${user} has the address ${email}`,
  formerAddress: (user: unknown, email: unknown) => `user ${user} had the address ${email}`,
  external: (user: unknown, field: string) => `user ${user} was external, who has no ${field}`,
  hadNoRoom: (user: unknown) => `user ${user} had no room for projects`,
  event: (call: Call, event: string) => `${settingsOf(call)} choose ${event}`,
} as const

/** The fields of users that external ones have no part in. */
export const ofInternalUsers = ['projects_limit', 'can_create_group'] as const

const placeOf = (operation: string) => (/Group/.test(operation) ? 'group' : 'project')

/** Names the settings of a caller for a group or a project. */
const settingsOf = ({ operation, of, caller }: Call) =>
  `settings of user ${caller} for ${placeOf(operation)} ${of}`

/** Whether something was noted of any user. */
export function isOfAnybody({ facts: known }: Past, fact: (user: string) => string): boolean {
  const end = fact('').slice('user '.length)
  return [...known.keys()].some((one) => one.endsWith(end))
}

/** Notes what a successful call did to users, projects, groups and titles. */
export const notePlaces: Rules['note'] = (past, call, { body }) => {
  const { operation } = call
  if (/^(?:create|update|move)(?:Issue|MergeRequest|Snippet)$/.test(operation)) {
    noteTitle(past, call, body)
  }
  if (/^(?:create|update)\w+Note$/.test(operation)) {
    const { facts: known } = past
    known.set(facts.said(at(body, 'id'), at(body, 'body')), true)
  }
  if (/^createProject/.test(operation)) noteProject(past, call, body)
  if (/^(?:add|update|remove)\w+Member$/.test(operation)) noteMember(past, call)
  if (/^(?:create|update)User$/.test(operation)) noteUser(past, call, body)
  if (/^update(?:Group|Project)NotificationSettings$/.test(operation)) noteEvents(past, call, body)
}

function noteTitle(
  { facts: known }: Past,
  { operation, parameters: { state_event: change } }: Call,
  body: unknown,
): void {
  const [type] = /(?:Issue|MergeRequest|Snippet)$/.exec(operation) ?? []
  known.set(facts.called(type, at(body, 'id'), at(body, 'title')), true)
  if (change === 'reopen') known.set(facts.reopened(at(body, 'id')), true)
}

function noteProject(
  { facts: known }: Past,
  { operation, caller, parameters: { user_id: user } }: Call,
  body: unknown,
): void {
  const id = at(body, 'id')
  const owner = at(body, 'owner.id')
  if (owner !== undefined) known.set(facts.ownsAlone(owner, id), true)
  if (operation !== 'createProjectForUser') return
  for (const one of [caller, user]) known.set(facts.madeFor(id, one), true)
}

function noteMember({ facts: known }: Past, call: Call): void {
  const { operation, of, parameters } = call
  const { user_id: user, expires_at: date } = parameters
  const change = /^update/.test(operation)
  if (change && date === undefined) known.set(facts.undated(user, call), true)
  else known.delete(facts.undated(user, call))
  if (change || !/ProjectMember$/.test(operation)) return
  known.delete(facts.ownsAlone(user, of))
  if (/^add/.test(operation)) known.set(facts.joined(user, of), true)
  else known.delete(facts.joined(user, of))
}

function noteUser(past: Past, { parameters }: Call, body: unknown): void {
  if (!isObject(body)) return
  const { facts: known } = past
  const { id, email, external, projects_limit: limit } = body
  if (limit === 0) known.set(facts.hadNoRoom(id), true)
  for (const field of ofInternalUsers) {
    const fact = facts.external(id, field)
    if (external === true) known.set(fact, true)
    else if (parameters[field] !== undefined) known.delete(fact)
  }
  const start = facts.address(id, '')
  const before = [...known.keys()].find((fact) => fact.startsWith(start))
  if (before === facts.address(id, email)) return
  if (before !== undefined) {
    known.delete(before)
    known.set(facts.formerAddress(id, before.slice(start.length)), true)
  }
  known.set(facts.address(id, email), true)
}

/** Events are chosen with the level `custom`, until another one is chosen. */
function noteEvents({ facts: known }: Past, call: Call, body: unknown): void {
  if (at(body, 'level') !== 'custom') {
    const start = facts.event(call, '')
    for (const fact of known.keys()) if (fact.startsWith(start)) known.delete(fact)
    return
  }
  for (const [name, value] of Object.entries(call.parameters)) {
    if (typeof value === 'boolean') known.set(facts.event(call, name), true)
  }
}
