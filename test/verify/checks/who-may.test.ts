import { expect, it } from 'vitest'
import { apis } from '../../../src/contract/apis.ts'
import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { type Result, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'
import { type Call, readCall, toRequest } from '../mutants/call.ts'
import { asAdministrator, isAnonymous } from '../mutants/faults/access.ts'

/** Who may call which operation: a wrong cell is told at its operation, and a healthy forge has none. */
const seed = { users: [{ username: 'root', admin: true }] }

type Answer = (call: Call) => Promise<Response>

/** A server that departs at one operation. */
interface Fault {
  readonly name: string
  readonly at: OperationId
  /** The check or the story that tells it. */
  readonly only: string
  readonly aspect: string
  /** Whether GitLab 8.15 alone states it. */
  readonly isStrict?: true
  readonly act: (call: Call, forge: Forge, answer: Answer) => Promise<Response>
}

/** What a check or a story fails, of an operation or a resource. */
async function judged(fault: Fault | undefined, source: string, what: string, strict = false) {
  const forge = await createTestForge({ seed })
  const answer: Answer = (call) => forge.fetch(toRequest(call))
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: [what],
    strict,
    fetch: async (request) => {
      const call = await readCall(request)
      return fault && call.operation === fault.at ? fault.act(call, forge, answer) : answer(call)
    },
  })
  const results: Result[] = []
  for await (const one of run) if (one.source.startsWith(source)) results.push(one)
  const { leftBehind } = await run.summary
  expect(leftBehind).toEqual([])
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  return {
    failed: new Set(failed.map(({ operation, aspect }) => `${operation} ${aspect}`)),
    results,
  }
}

const callerOf = (call: Call, forge: Forge) =>
  forge.db.credentials.all().find(({ token }) => token === call.headers.get('private-token'))
    ?.user_id

/** The level that the caller has anywhere, as the people of a run have one each. */
function levelOf(call: Call, forge: Forge): number {
  const user = callerOf(call, forge)
  const memberships = forge.db.members.all().filter(({ user_id }) => user_id === user)
  return Math.max(0, ...memberships.map(({ access_level }) => access_level))
}

/** Lets in whom a healthy server refuses, where they are meant. */
function letsIn(isMeant: (call: Call, forge: Forge) => boolean): Fault['act'] {
  return async (call, forge, answer) => {
    const response = await answer(call)
    const isLetIn = response.status >= 400 && isMeant(call, forge)
    return isLetIn ? answer(asAdministrator(call, forge)) : response
  }
}

/** Refuses those who are meant with a status. */
function refuses(status: number, isMeant: (call: Call, forge: Forge) => boolean): Fault['act'] {
  return async (call, forge, answer) => {
    const refusal = () => Response.json({ message: `${status}` }, { status })
    return isMeant(call, forge) ? refusal() : answer(call)
  }
}

const withLevel = (level: number) => (call: Call, forge: Forge) => levelOf(call, forge) === level
const isBlocked = (call: Call, forge: Forge) =>
  forge.db.users.get(callerOf(call, forge) ?? 0)?.state === 'blocked'
const visibilityOf = ({ path }: Call, forge: Forge) =>
  forge.db.projects.get(Number(path.get('id')))?.visibility_level

const isStranger = (call: Call, forge: Forge) => !isAnonymous(call) && levelOf(call, forge) === 0

/** One that says 403 and does it. */
const doesItAnyway: Fault['act'] = async (call, forge, answer) => {
  const response = await answer(call)
  if (response.status !== 403) return response
  await answer(asAdministrator(call, forge))
  return response
}

const faults: readonly Fault[] = [
  {
    name: 'masters delete issues',
    at: 'deleteIssue',
    only: 'who may: Issues',
    aspect: 'permission:master',
    act: letsIn(withLevel(40)),
  },
  {
    name: 'to a master an issue that only owners delete is not there',
    at: 'deleteIssue',
    only: 'who may: Issues',
    aspect: 'permission:master',
    act: refuses(404, withLevel(40)),
  },
  {
    name: 'reporters write files',
    at: 'createFile',
    only: 'who may: Files',
    aspect: 'permission:reporter',
    act: letsIn(withLevel(20)),
  },
  {
    name: 'developers remove no branches',
    at: 'deleteBranch',
    only: 'who may: Branches',
    aspect: 'permission:developer',
    act: refuses(403, withLevel(30)),
  },
  {
    name: 'a branch that may not be deleted is, though it answers 403',
    at: 'deleteBranch',
    only: 'who may: Branches',
    aspect: 'permission:unchanged',
    act: doesItAnyway,
  },
  {
    name: 'a group that may not be changed is, though it answers 403',
    at: 'updateGroup',
    only: 'who may: Groups',
    aspect: 'permission:unchanged',
    act: doesItAnyway,
  },
  {
    name: 'reporters merge',
    at: 'mergeMergeRequest',
    only: 'who may: Merge requests',
    aspect: 'permission:reporter',
    act: letsIn(withLevel(20)),
  },
  {
    name: 'the code of an internal project is read without credentials',
    at: 'getRawFile',
    only: 'who may: Repositories',
    aspect: 'permission:nobody',
    act: letsIn((call, forge) => isAnonymous(call) && visibilityOf(call, forge) === 10),
  },
  {
    name: 'an internal project hides its issues from who is no member',
    at: 'getIssue',
    only: 'who may: Issues',
    aspect: 'permission:stranger',
    act: refuses(404, (call, forge) => isStranger(call, forge) && visibilityOf(call, forge) === 10),
  },
  {
    name: 'whoever is signed in changes the issues of a public project',
    at: 'updateIssue',
    only: 'who may: Issues',
    aspect: 'permission:stranger',
    act: letsIn((call, forge) => isStranger(call, forge) && visibilityOf(call, forge) === 20),
  },
  {
    name: 'whoever is blocked reads the tags',
    at: 'listTags',
    only: 'who may: Tags',
    aspect: 'permission:blocked',
    act: letsIn(isBlocked),
  },
  {
    name: 'whoever owns a group lists all projects',
    at: 'listAllProjects',
    only: 'who may: Projects',
    aspect: 'permission:owner',
    act: letsIn((call, forge) => withLevel(50)(call, forge) && !isBlocked(call, forge)),
  },
  {
    name: 'guests read private snippets',
    at: 'getRawSnippet',
    only: 'who reads which snippet',
    aspect: 'permission:guest',
    act: letsIn(withLevel(10)),
  },
  {
    name: 'private snippets are listed to masters',
    at: 'listSnippets',
    only: 'who reads which snippet',
    aspect: 'permission:master',
    act: async (call, forge, answer) =>
      answer(withLevel(40)(call, forge) ? asAdministrator(call, forge) : call),
  },
  {
    name: 'reporters make tags',
    at: 'createTag',
    only: 'who may: Tags',
    aspect: 'permission:reporter',
    isStrict: true,
    act: letsIn(withLevel(20)),
  },
  {
    name: 'developers add members',
    at: 'addProjectMember',
    only: 'who may: Members',
    aspect: 'permission:developer',
    isStrict: true,
    act: letsIn(withLevel(30)),
  },
  {
    name: 'developers make no branches',
    at: 'createBranch',
    only: 'who may: Branches',
    aspect: 'permission:developer',
    isStrict: true,
    act: refuses(403, withLevel(30)),
  },
  {
    name: 'guests list no builds',
    at: 'listBuilds',
    only: 'who may: Builds',
    aspect: 'permission:guest',
    isStrict: true,
    act: refuses(403, withLevel(10)),
  },
]

it.each(faults.map((fault) => [fault.name, fault] as const))(
  'tells that %s',
  async (_, fault) => {
    const { failed } = await judged(fault, fault.only, fault.at, fault.isStrict)
    expect([...failed]).toEqual([`${fault.at} ${fault.aspect}`])
    if (!fault.isStrict) return
    expect([...(await judged(fault, fault.only, fault.at)).failed]).toEqual([])
  },
  120_000,
)

it.each(['deleteIssue', 'createBranch', 'getSnippet'])(
  'finds nothing in a healthy forge: %s',
  async (operation) => {
    const { failed, results } = await judged(undefined, 'who', operation, true)
    expect([...failed]).toEqual([])
    expect(results.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(6)
  },
  120_000,
)

it('has a row for each operation of a group or a project', async () => {
  const document = await apis.v3.loadDocument()
  const rows = document['x-permissions'] ?? {}
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((one) => ({ path, ...one })),
  )
  const isWithin = ({ path }: { path: string }) => /^\/(groups|projects)\/\{id\}/.test(path)
  const within = described.filter(
    (one) => isWithin(one) && !('x-extension' in one) && Reflect.get(one, 'x-access') !== 'admin',
  )
  expect(within.length).toBeGreaterThan(100)
  expect(
    within.filter((one) => !rows[one['x-permission'] ?? '']).map((one) => one.operationId),
  ).toEqual([])
})
