import type { Permission } from '../../../contract/openapi.ts'
import type { OperationId } from '../../../contract/operation-contract.ts'
import type { OperationResponse } from '../../client/answer.ts'
import type { Operation } from '../../contract/operation.ts'
import { createFixture, withHook } from '../../fixture/fixture.ts'
import { type Parameters, validParameters } from '../../fixture/requests.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { harmless } from '../access.ts'
import { checkOperations } from '../check.ts'
import { type Photograph, photograph, type Sight } from '../ledger/photograph.ts'
import { type Cell, cellsOf, type Role } from './cells.ts'
import { createPlaces, into, type Place, type Places } from './places.ts'
import { sightOf } from './sights.ts'

/**
 * The permissions of each operation of a group or a project, from the table of the contract (`x-permissions`): for each
 * role, non-members, former members, anonymous callers and blocked users, in private, internal and public places; a
 * refused write changes nothing. Permissions that only GitLab 8.15 documents are not specified, and required with
 * `strict` only.
 */
export const whoMay = checkOperations('who may', checkPermissions, { long: ['Notes'] })

async function checkPermissions(t: TestContext, operation: Operation): Promise<void> {
  const places = await t.shared(createPlaces)
  const { permission } = operation
  if (!permission) return checkOfInstance(t, operation, places)
  const asked = { ...operation, permission }
  for (const place of places.kept) {
    const cells = cellsOf(asked, place.visibility)
    if (operation.method === 'GET') await checkReads(t, asked, { places, place, cells })
    else await checkRefusedWrites(t, asked, { places, place, cells })
  }
  if (operation.method !== 'GET') await checkWrites(t, asked, places)
}

type Asked = Operation & { readonly permission: Permission }

interface Where {
  readonly places: Places
  readonly place: Place
  readonly cells: readonly Cell[]
}

/**
 * Checks reads. Callers with permission must succeed where the owner does, since there may be no artifacts to read; the
 * owner is asked only if somebody does not.
 */
async function checkReads(t: TestContext, operation: Asked, where: Where): Promise<void> {
  const { places, place, cells } = where
  const request = await requestTo(t, operation, places, place)
  let ofOwner: Promise<OperationResponse> | undefined
  await Promise.all(
    cells.map(async (cell) => {
      const answer = await ask(places, operation, cell, request)
      if (!cell.refusals && !isDone(answer)) {
        ofOwner ??= places.owner.attempt(operation.id, request)
        if (!isDone(await ofOwner)) return
      }
      judge(t, operation, place, cell, answer)
    }),
  )
}

async function checkRefusedWrites(t: TestContext, operation: Asked, where: Where): Promise<void> {
  const { places, place, cells } = where
  const refused = cells.filter(({ refusals }) => refusals !== undefined)
  const request = await requestTo(t, operation, places, place)
  const sight = sightOf(operation, places.owner, request)
  const shown = await t.shared(createShown)
  const key = JSON.stringify([sight?.reader.operation, sight?.reader.parameters])
  const before = sight && (shown.get(key) ?? (await photograph(t, sight)))
  shown.delete(key)
  const outcomes = await Promise.all(
    refused.map(async (cell) => {
      const answer = await ask(places, operation, cell, request)
      return { answer, isRefused: judge(t, operation, place, cell, answer) }
    }),
  )
  // A request that was accepted can have any effect.
  if (outcomes.some(({ answer, isRefused }) => !isRefused || isDone(answer))) return shown.clear()
  if (!sight || !before) return
  const answers = outcomes.map(({ answer }) => answer)
  const after = await photograph(t, sight)
  shown.set(key, after)
  expectUnchanged(t, operation, { sight, before, answers, after })
}

/**
 * What each read of a kept place showed last: only calls that are refused are sent there, so what is read after one of
 * them is what is there before the next.
 */
async function createShown(): Promise<Map<string, Photograph>> {
  return new Map()
}

const isDone = ({ status }: OperationResponse) => status < 300

interface Unchanged {
  readonly sight: Sight
  readonly before: Photograph
  readonly answers: readonly OperationResponse[]
  readonly after: Photograph
}

function expectUnchanged(t: TestContext, { id }: Operation, seen: Unchanged): void {
  const { sight, before, answers, after } = seen
  const exchanges = [before.answer, ...answers, after.answer].map(({ exchange }) => exchange)
  const rule = `A refused call changes nothing: ${sight.reader.operation} shows what it showed.`
  t.expect({ operation: id, exchanges }, 'permission:unchanged', rule).equal(
    written(after),
    written(before),
  )
}

/** Returns the shown records without fields that a server may update later. */
const written = ({ answer: { status }, records }: Photograph) => ({
  status,
  records: [...records].map(([id, values]) => [
    id,
    Object.fromEntries([...values].filter(([path]) => !/_count$|votes$/.test(path))),
  ]),
})

/** Checks writes by the lowest role with permission, in a project that may be changed; by other callers elsewhere. */
async function checkWrites(t: TestContext, operation: Asked, places: Places): Promise<void> {
  const { used } = places
  const cell = cellsOf(operation, 'private').find(({ refusals }) => !refusals)
  if (cell) {
    const request = await requestTo(t, operation, places, used)
    const answer = await ask(places, operation, cell, request)
    const isForbidden = forbidding.has(answer.status)
    const ofOwner = isForbidden ? await places.owner.attempt(operation.id, request) : undefined
    // The target may cause the refusal: a build that did not run has no artifacts to keep.
    if (ofOwner?.status === answer.status && !cell.isStated) {
      const reason = `an owner was answered ${answer.status} as well`
      t.notTested(operation.id, `permission:${cell.role}`, reason)
    } else judge(t, operation, used, cell, answer)
  }
  const stranger = cellsOf(operation, 'public').find(({ role }) => role === 'stranger')
  if (!stranger || stranger.refusals || operation.permission.of === 'group') return
  const base = await t.shared(createFixture)
  const place = { visibility: 'public', fixture: base, doomed: base } as const
  const request = validParameters(operation, base, t.name, 'public')
  judge(t, operation, place, stranger, await ask(places, operation, stranger, request))
}

function ask({ callers }: Places, { id }: Operation, { role }: Cell, request: Parameters) {
  return callers[role].attempt(id, request)
}

/** Reports whether the response matches the table for the place. */
function judge(
  t: TestContext,
  operation: Asked,
  { visibility }: Place,
  cell: Cell,
  answer: OperationResponse,
): boolean {
  const { permission } = operation
  const who = `${articles[cell.role]} in ${visibility === 'internal' ? 'an' : 'a'} ${visibility} ${permission.of}`
  const rule = `${who} ${cell.refusals ? 'may not' : 'may'}. ${permission.reason}`
  const { status } = answer
  const isAsStated = cell.refusals ? cell.refusals.includes(status) : !forbidding.has(status)
  const open = cell.isStated ? undefined : `GitLab 8.15 alone states it, and it answered ${status}`
  const expected = cell.refusals?.join(' or ') ?? 'no refusal'
  return t.expect(answer, `permission:${cell.role}`, rule, open).holds(isAsStated, expected, status)
}

/**
 * The statuses of missing permission; any other refusal, such as one of a merged merge request, means that access was
 * granted.
 */
const forbidding: ReadonlySet<number> = new Set([401, 403, 404])

const articles: Readonly<Record<Role, string>> = {
  nobody: 'Nobody',
  stranger: 'Somebody who is no member',
  former: 'A former member',
  blocked: 'An owner who is blocked',
  guest: 'A guest',
  reporter: 'A reporter',
  developer: 'A developer',
  master: 'A master',
  owner: 'An owner',
}

/** Returns a valid request to the records of a place; a deletion has records of its own. */
async function requestTo(
  t: TestContext,
  operation: Operation,
  { members, owner, used }: Places,
  place: Place,
): Promise<Parameters> {
  const { doomed, fixture, visibility } = place
  const { id, method, path } = operation
  if (id === 'deleteGroup') return { id: (await t.group({ visibility, members })).id }
  // A note is deleted from a record that is kept, since doomed records are deleted meanwhile.
  const isDeleted = method === 'DELETE' && path.endsWith('}') && !path.includes('/notes/')
  const isDoomed = isDeleted || id === 'moveIssue'
  const chosen = isDoomed ? doomed : fixture
  const request = { ...validParameters(operation, chosen, t.name), ...others[id] }
  if (id === 'moveIssue' && place === used) {
    const { body } = await owner.call('createIssue', { id: fixture.project.id, title: 'To go' })
    return { ...request, issue_id: body?.id }
  }
  // A missing record at the end of the path does not fail a deletion.
  const { issue: issue_id, mergeRequest: merge_request_id, snippet: snippet_id } = chosen.targets
  const named = Object.entries({ issue_id, merge_request_id, snippet_id })
  return { ...request, ...Object.fromEntries(named.filter(([name]) => name in request)) }
}

const others: Partial<Record<OperationId, Parameters>> = {
  cherryPickCommit: { branch: into },
  createMergeRequest: { target_branch: into },
}

/** Creates an administrator who is made a normal user again, once per run. */
async function createFormerAdministrator(t: TestContext): Promise<Person> {
  const person = await t.user({ admin: true })
  await t.admin.call('updateUser', { id: person.id, admin: false })
  return person
}

/**
 * Checks operations for administrators: ownership does not make anybody an administrator. Blocked users have no
 * permissions, not even for their own records.
 */
async function checkOfInstance(
  t: TestContext,
  operation: Operation,
  { callers, owner }: Places,
): Promise<void> {
  const { id, access } = operation
  const fixture = await withHook(t, operation, await t.shared(createFixture))
  const request = harmless(operation, fixture, t)
  if (access === 'admin') {
    const rule = 'It is for administrators: whoever owns a group gets 403.'
    await t.refused(owner, id, request, [403], 'permission:owner', rule)
    const former = await t.shared(createFormerAdministrator)
    const ended = 'It is for administrators: whoever is none any more gets 403.'
    await t.refused(former, id, request, [403], 'permission:former', ended)
  }
  const rule = 'Somebody who is blocked may call nothing.'
  await t.refused(callers.blocked, id, request, [401, 403], 'permission:blocked', rule)
}
