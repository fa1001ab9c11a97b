import { expect, it } from 'vitest'
import type { OperationId } from '../../../src/contract/operation-contract.ts'
import { takesPath } from '../../../src/verify/compare/v3/paths.ts'
import { branchStates } from '../../../src/verify/compare/v3/tours/branch-states.ts'
import { outsiders } from '../../../src/verify/compare/v3/tours/callers.ts'
import { changedCallers } from '../../../src/verify/compare/v3/tours/changed-callers.ts'
import { defaultBranches } from '../../../src/verify/compare/v3/tours/default-branches.ts'
import { encodings } from '../../../src/verify/compare/v3/tours/encodings.ts'
import { filterPairs } from '../../../src/verify/compare/v3/tours/filter-pairs.ts'
import { filters } from '../../../src/verify/compare/v3/tours/filters.ts'
import { formerAdministrators } from '../../../src/verify/compare/v3/tours/former-administrators.ts'
import type { Tour } from '../../../src/verify/compare/v3/tours/index.ts'
import { issueStates } from '../../../src/verify/compare/v3/tours/issue-states.ts'
import { levels } from '../../../src/verify/compare/v3/tours/levels.ts'
import { membershipStates } from '../../../src/verify/compare/v3/tours/membership-states.ts'
import { mergeRequestStates } from '../../../src/verify/compare/v3/tours/merge-request-states.ts'
import { namesakes } from '../../../src/verify/compare/v3/tours/namesakes.ts'
import { neighbours } from '../../../src/verify/compare/v3/tours/neighbours.ts'
import { inOwnProject } from '../../../src/verify/compare/v3/tours/own-projects.ts'
import { places } from '../../../src/verify/compare/v3/tours/places.ts'
import { pushes } from '../../../src/verify/compare/v3/tours/pushes.ts'
import { renames } from '../../../src/verify/compare/v3/tours/renames.ts'
import { scheduledMerges } from '../../../src/verify/compare/v3/tours/scheduled-merges.ts'
import { snippetStates } from '../../../src/verify/compare/v3/tours/snippet-states.ts'
import { tagStates } from '../../../src/verify/compare/v3/tours/tag-states.ts'
import { issues, talk } from '../../../src/verify/compare/v3/tours/tracker.ts'
import { updatesInStates } from '../../../src/verify/compare/v3/tours/updates-in-states.ts'
import { attributions, ways } from '../../../src/verify/compare/v3/tours/ways.ts'
import { wrongTokens } from '../../../src/verify/compare/v3/tours/wrong-tokens.ts'
import { wrongTokenPlaces } from '../../../src/verify/reproduction/wrong-tokens.ts'
import { contract, stepsOf } from './tour-steps.ts'

const callersOf = (tour: Tour, operation: string) =>
  new Set(stepsOf(tour).flatMap((step) => (step.operation === operation ? [step.as] : [])))

it.each([
  ['Issue', issueStates, ['listStarredProjects']],
  ['MergeRequest', mergeRequestStates, []],
  ['Branch', branchStates, []],
  ['Snippet', snippetStates, []],
  ['Member', membershipStates, []],
  ['CommitBrief', pushes, ['listBuildsOfCommit', 'listDeployments', 'getDeployment']],
] as const)('reads a %s by every operation that shows one', (schema, tour, without) => {
  const called = new Set<string>(stepsOf(tour).map(({ operation }) => operation))
  const showing = contract.operations.filter(
    ({ id, method, shows }) =>
      method === 'GET' && shows.has(schema) && !without.some((one) => one === id),
  )
  expect(showing.length).toBeGreaterThan(1)
  expect(showing.filter(({ id }) => !called.has(id)).map(({ id }) => id)).toEqual([])
})

it('reads an issue and a snippet as every user', () => {
  const everybody = ['admin', 'developer', 'guest', 'master', 'nobody', 'owner', 'reporter']
  for (const [tour, operation] of [
    [issueStates, 'getIssue'],
    [snippetStates, 'getSnippet'],
  ] as const)
    expect([...callersOf(tour, operation)].sort()).toEqual([...everybody, 'stranger'])
})

it('pushes to and merges into the default branch and another one under each protection, as who may and who may not', () => {
  const protections = new Map<unknown, string>()
  const found = new Set<string>()
  for (const { operation, as, parameters } of stepsOf(branchStates)) {
    const {
      branch,
      branch_name,
      developers_can_push: push,
      developers_can_merge: join,
    } = parameters
    if (operation === 'protectBranch') protections.set(branch, `${push} ${join}`)
    if (operation === 'unprotectBranch') protections.set(branch, 'none')
    const on = branch_name === 'master' ? 'default' : 'other'
    const protection = protections.get(branch_name)
    if (operation === 'createFile' && protection) found.add(`${on}, ${protection}: ${as}`)
  }
  const expected = ['default', 'other'].flatMap((on) =>
    ['none', 'false false', 'true false', 'false true', 'true true'].flatMap((protection) =>
      ['developer', 'master', 'reporter'].map((as) => `${on}, ${protection}: ${as}`),
    ),
  )
  expect([...found].sort()).toEqual(expect.arrayContaining(expected.sort()))
})

it('tries with each level of the group and of the project what takes a stated level', () => {
  const levels = new Map<string, unknown>()
  const found = new Set<string>()
  const tried = new Set([
    'createBranch',
    'createFile',
    'createIssue',
    'updateGroup',
    'deleteIssue',
    'deleteBranch',
  ])
  for (const { operation, as, parameters } of stepsOf(membershipStates)) {
    const [, write, of = ''] = /^(add|update|remove)(Group|Project)Member$/.exec(operation) ?? []
    if (write !== undefined) levels.set(of, write === 'remove' ? 0 : parameters.access_level)
    else if (as === 'stranger' && tried.has(operation))
      found.add(`${levels.get('Group') ?? 0} ${levels.get('Project') ?? 0} ${operation}`)
  }
  const pairs = ['0 0', '10 0', '20 0', '30 0', '40 0', '50 0', '0 10', '0 20', '0 30', '0 40']
  const both = ['10 30', '30 10', '50 10', '20 40']
  const expected = [...pairs, ...both]
    .flatMap((pair) => [...tried].map((one) => `${pair} ${one}`))
    // Whether developers create branches is not stated.
    .filter((one) => !/^(?:30 \d+|\d+ 30) createBranch$/.test(one))
  expect([...found]).toEqual(expect.arrayContaining(expected))
})

it('changes a user in each state, an issue and a merge request by each of their parameters alone', () => {
  const found = new Map<string, Set<string>>()
  for (const { operation, parameters } of stepsOf(updatesInStates)) {
    const of = `${operation} ${parameters.issue_id ?? parameters.merge_request_id ?? parameters.id}`
    const names = found.get(of) ?? new Set()
    for (const name of Object.keys(parameters)) names.add(name)
    found.set(of, names)
  }
  const withoutEffect = ['state_event', 'milestone_id', 'target_project_id', 'updated_at']
  const ofOthers = ['admin', 'external', 'extern_uid', 'provider', 'confirm']
  for (const id of ['updateUser', 'updateIssue', 'updateMergeRequest'] as const) {
    const expected = contract.operations
      .find((one) => one.id === id)
      ?.parameters.map(({ name }) => name)
      .filter((name) => ![...withoutEffect, ...ofOthers].includes(name))
    const changed = [...found].filter(([of]) => of.startsWith(`${id} `))
    expect(changed.length).toBeGreaterThanOrEqual(3)
    for (const [, names] of changed)
      expect([...names]).toEqual(expect.arrayContaining(expected ?? []))
  }
})

it('calls every operation of a project by its number and its path, with each refused credential', () => {
  const steps = stepsOf(ways)
  const refused = ['wrong token', 'sudo as nobody', 'sudo without the right', 'sudo as oneself']
  const called = contract.operations.filter(
    ({ id, path }) =>
      path.startsWith('/projects/{id}') && steps.some(({ operation }) => operation === id),
  )
  expect(called.length).toBeGreaterThan(90)
  for (const operation of called) {
    const { id, method } = operation
    const own = steps.filter((step) => step.operation === id)
    const credentials = new Set(own.map(({ credential }) => credential))
    expect([id, ...refused.filter((one) => !credentials.has(one as never))]).toEqual([id])
    const paths = own.filter(({ parameters }) => String(parameters.id).includes('/'))
    const isAsked = takesPath(operation) && method !== 'DELETE'
    expect([id, !isAsked || paths.length > 0]).toEqual([id, true])
  }
})

it('sends the token of sudo in the query beside the user in each place, and a username that begins with a number', () => {
  const steps = [...stepsOf(ways), ...stepsOf(namesakes)]
  const asked = new Set(
    steps.flatMap(({ credential, sudo, sudoIn = 'header' }) =>
      sudo === undefined ? [] : [`${credential ?? 'header'}, ${sudoIn}, ${sudo}`],
    ),
  )
  expect([...asked]).toEqual(
    expect.arrayContaining([
      'query, header, <owner>',
      'query, header, <owner.name>',
      'query, query, <owner.name>',
      'header, header, 1-<name1.name>',
      'header, query, 1-<name1.name>',
    ]),
  )
})

it('reads what is public with a token that nobody has, in each of its places', () => {
  const steps = stepsOf(wrongTokens)
  const ofPlace = steps.filter(({ as, credential }) => as === 'developer' && credential)
  const read = new Set(ofPlace.map(({ operation }) => operation))
  expect(read.size).toBeGreaterThan(40)
  for (const operation of read) {
    const credentials = ofPlace.flatMap((step) =>
      step.operation === operation ? [step.credential] : [],
    )
    expect(credentials).toEqual(wrongTokenPlaces)
  }
})

it('reads everything as who is blocked, was blocked, was renamed, and was removed from one of two memberships', () => {
  const steps = stepsOf(changedCallers)
  const changes = [
    'blockUser',
    'unblockUser',
    'updateUser',
    'removeProjectMember',
    'removeGroupMember',
  ]
  for (const change of changes) {
    const from = steps.findIndex(({ operation }) => operation === change)
    const { id, user_id: account = id } = steps[from]?.parameters ?? {}
    const after = steps.slice(from + 1)
    const next = after.findIndex(({ operation }) => changes.includes(operation))
    const read = new Set(
      after.slice(0, next < 0 ? after.length : next).flatMap(({ operation, as }) => {
        const isRead = contract.operation(operation).method === 'GET'
        return isRead && `<${as}>` === account ? [operation] : []
      }),
    )
    expect([change, read.size > 70]).toEqual([change, true])
  }
})

it('makes every write on a record of its own, and reads everything else afterwards', () => {
  const steps = stepsOf(neighbours)
  const isRead = (id: OperationId) => contract.operation(id).method === 'GET'
  const last = steps.findLastIndex(({ operation }) => !isRead(operation))
  const readLast = new Set(steps.slice(last + 1).map(({ operation }) => operation))
  expect(readLast.size).toBeGreaterThan(70)
  const written = new Set(steps.map(({ operation }) => operation))
  const missed = contract.operations.filter(
    ({ id, path, method, isExtension }) =>
      method !== 'GET' &&
      !isExtension &&
      !/^\/(?:hooks|application)/.test(path) &&
      !written.has(id),
  )
  expect(missed.map(({ id }) => id)).toEqual(['transferProjectToGroup'])
})

it('reads a group and a project by their paths once these have changed', () => {
  const steps = stepsOf(renames)
  const renamed = steps.findIndex(({ operation }) => operation === 'updateGroup')
  const path = steps[renamed]?.parameters.path
  const asked = new Set(
    steps
      .slice(renamed + 1)
      .filter(({ parameters }) => String(parameters.id).split('/')[0] === path)
      .map(({ operation }) => operation),
  )
  const reads = contract.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      /^\/(?:groups|projects)\/\{id\}/.test(operation.path) &&
      takesPath(operation) &&
      operation.parameters.every(({ in: place, name }) => place !== 'path' || name === 'id'),
  )
  expect(reads.length).toBeGreaterThan(7)
  expect(reads.filter(({ id }) => !asked.has(id)).map(({ id }) => id)).toEqual([])
})

it('asks a list for each two filters without a third one, which may leave nothing', () => {
  const pairs = new Set(
    stepsOf(filterPairs)
      .filter(({ operation }) => operation === 'listUsers')
      .map(({ parameters }) => Object.keys(parameters).sort().join(' ')),
  )
  const filters = ['active', 'blocked', 'search', 'username']
  for (const [index, one] of filters.entries())
    for (const other of filters.slice(index + 1)) {
      const names = [...new Set(['search', one, other])].sort().join(' ')
      expect([...pairs]).toContain(names)
    }
})

it('calls parts in a project of a namespace of a user, whose members are its own', () => {
  const steps = stepsOf(inOwnProject(issues, talk))
  const [made] = steps.filter(({ operation }) => operation === 'createProject')
  expect(made?.parameters.namespace_id).toBeUndefined()
  const members = steps.filter(({ operation }) => operation === 'addProjectMember')
  expect(members.map(({ parameters }) => parameters.id)).toEqual(Array(4).fill(`<${made?.makes}>`))
  const written = steps.filter(({ operation }) => operation === 'createIssue')
  expect(new Set(written.map(({ parameters }) => parameters.id))).toEqual(
    new Set([`<${made?.makes}>`]),
  )
})

it('names branches and tags with each sign in each operation whose path has them', () => {
  const signs = ['/', '+', '%', '#', '.', ';', '@', '&', '=', 'ö', '日', '🏠', '(', '|', '$', '"']
  const steps = stepsOf(encodings)
  const inPath = contract.operations.filter(({ path }) => /\{(?:branch|tag_name)\}/.test(path))
  for (const { id } of inPath) {
    const named = steps
      .filter(({ operation }) => operation === id)
      .map(({ parameters }) => String(parameters.branch ?? parameters.tag_name))
    for (const sign of signs)
      expect([id, sign, named.some((one) => one.includes(sign))]).toEqual([id, sign, true])
  }
})

it('removes merged branches where one is merged into master, which is not the default branch', () => {
  const steps = stepsOf(defaultBranches)
  const made = steps.find(({ operation }) => operation === 'createProjectForUser')
  expect(made?.parameters.default_branch).toBe('trunk')
  const merged = steps.findIndex(({ operation, parameters }) => {
    const { target_branch } = parameters
    return operation === 'createMergeRequest' && target_branch === 'master'
  })
  const later = steps.slice(merged).map(({ operation }) => operation)
  expect(later).toEqual(expect.arrayContaining(['mergeMergeRequest', 'deleteMergedBranches']))
})

it('cancels a scheduled merge, and one that is changed, closed, pushed to or deleted', () => {
  const steps = stepsOf(scheduledMerges)
  const requests = steps.flatMap(({ makes }) => (/^mergeRequest/.test(makes ?? '') ? [makes] : []))
  expect(requests).toHaveLength(5)
  for (const makes of requests) {
    const own = steps.filter(({ parameters }) => parameters.merge_request_id === `<${makes}>`)
    const scheduled = own.findIndex(({ as, operation, parameters }) => {
      const isScheduled = parameters.merge_when_build_succeeds === true
      return operation === 'mergeMergeRequest' && isScheduled && as === 'owner' && !parameters.sha
    })
    const reads = own.filter(({ operation }) => operation === 'getMergeRequest')
    const cancels = own.filter(({ operation }) => operation === 'cancelMergeWhenBuildSucceeds')
    expect([makes, scheduled > -1 || reads.length > 5]).toEqual([makes, true])
    expect(new Set(cancels.map(({ as }) => as))).toEqual(new Set(['owner', 'reporter', 'stranger']))
  }
})

it('subscribes whoever took no part with each credential, and reads it with a token of theirs', () => {
  const steps = stepsOf(attributions)
  const subscribed = steps.filter(
    ({ operation, as, sudo }) =>
      operation === 'subscribeToIssue' && (as === 'reporter' || sudo === '<reporter>'),
  )
  const credentials = subscribed.map(({ credential, sudoIn }) => credential ?? `sudo, ${sudoIn}`)
  const expected = ['query', 'sudo by name', 'sudo by id', 'sudo in the query', 'sudo, query']
  expect([...new Set(credentials)]).toEqual(expect.arrayContaining(expected))
  for (const { parameters } of subscribed) {
    const isRead = steps.some(
      ({ operation, as, credential, parameters: { issue_id } }) =>
        operation === 'getIssue' &&
        as === 'reporter' &&
        credential === undefined &&
        issue_id === parameters.issue_id,
    )
    expect(isRead).toBe(true)
  }
})

it('asks for each list that anonymous callers see page by page as one of them, of what is public', () => {
  const steps = stepsOf(filterPairs)
  const lists = contract.operations.filter(
    ({ id, isPaginated, access, path }) =>
      isPaginated && access === 'public' && path.startsWith('/projects/{') && id !== 'listBuilds',
  )
  expect(lists.length).toBeGreaterThan(3)
  for (const { id } of lists) {
    const asked = steps.some(
      ({ operation, as, parameters: { page } }) =>
        operation === id && as === 'nobody' && page === 2,
    )
    expect([id, asked]).toEqual([id, true])
  }
})

it('asks for the pages of a list in each of its orders', () => {
  const orders = stepsOf(filters).flatMap(({ operation, parameters: { order_by, page } }) =>
    page === 2 && order_by !== undefined ? [`${operation} ${order_by}`] : [],
  )
  const stated = contract.operations.flatMap(({ id, method, parameters }) =>
    parameters.flatMap(({ name, schema }) =>
      method === 'GET' && name === 'order_by' ? (schema.enum ?? []).map((by) => `${id} ${by}`) : [],
    ),
  )
  expect(stated.length).toBeGreaterThan(10)
  expect(orders).toEqual(expect.arrayContaining(stated))
})

it('writes as a stranger what is in a private project, and as a blocked member of it', () => {
  const steps = stepsOf(outsiders)
  const blocked = steps.findIndex(
    ({ operation, as }) => operation === 'blockUser' && as === 'admin',
  )
  const unblocked = steps.findIndex(
    ({ operation, as }) => operation === 'unblockUser' && as === 'admin',
  )
  const person = String(steps[blocked]?.parameters.id).slice(1, -1)
  const calls = (part: typeof steps, as: string) =>
    new Set(part.filter((step) => step.as === as).map(({ operation }) => operation))
  const [strangers, whileBlocked] = [
    calls(steps.slice(0, blocked), 'stranger'),
    calls(steps.slice(blocked, unblocked), person),
  ]
  const writes = contract.operations.filter(
    ({ method, path, id }) =>
      method !== 'GET' && path.startsWith('/projects/{id}') && whileBlocked.has(id),
  )
  expect(writes.length).toBeGreaterThan(45)
  expect(writes.filter(({ id }) => !strangers.has(id)).map(({ id }) => id)).toEqual([])
})

it('writes as a member of each level what takes a stated one', () => {
  const steps = stepsOf(levels)
  const stated = contract.operations.filter(
    ({ method, permission }) => method !== 'GET' && permission?.stated?.includes('levels') === true,
  )
  expect(stated.length).toBeGreaterThan(10)
  for (const { id } of stated)
    for (const as of ['reporter', 'developer', 'master', 'admin'])
      expect([id, as, steps.some((step) => step.operation === id && step.as === as)]).toEqual([
        ...[id, as, true],
      ])
})

it('calls what administrators alone may as one who no longer is one', () => {
  const steps = stepsOf(formerAdministrators)
  const end = steps.findLastIndex(
    ({ operation, as }) => operation === 'updateUser' && as === 'admin',
  )
  expect(steps.slice(0, end).some(({ parameters }) => parameters.admin === true)).toBe(true)
  const account = String(steps[end]?.parameters.id).slice(1, -1)
  const calls = (part: typeof steps) =>
    new Set(part.filter(({ as }) => as === account).map(({ operation }) => operation))
  const [before, after] = [calls(steps.slice(0, end)), calls(steps.slice(end))]
  const ofAdministrators = contract.operations.filter(
    ({ access, path, id }) =>
      access === 'admin' && !/^\/(?:hooks|application)/.test(path) && after.has(id),
  )
  expect(ofAdministrators.length).toBeGreaterThan(10)
  expect(before.size).toBeGreaterThan(60)
  expect([...before].filter((id) => !after.has(id))).toEqual([])
})

it('reads a group by a path with a dot by each operation that takes one', () => {
  const dotted = stepsOf(renames).filter(({ parameters }) => /\.dot$/.test(String(parameters.id)))
  const called = new Set<string>(dotted.map(({ operation }) => operation))
  const ofGroups = contract.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      operation.path.startsWith('/groups/{id}') &&
      takesPath(operation),
  )
  const without = ['listGroupAccessRequests']
  expect(
    ofGroups.map(({ id }) => id).filter((id) => !called.has(id) && !without.includes(id)),
  ).toEqual([])
})

it('changes and ends the membership of a user who is blocked', () => {
  const steps = stepsOf(membershipStates)
  const isBlocked = (place: number) =>
    steps.slice(0, place).findLast(({ operation }) => /^(?:un)?blockUser$/.test(operation))
      ?.operation === 'blockUser'
  const called = steps.flatMap(({ operation }, place) => (isBlocked(place) ? [operation] : []))
  for (const of of ['Group', 'Project'])
    expect(called).toEqual(expect.arrayContaining([`update${of}Member`, `remove${of}Member`]))
})

it('releases a tag that is made again, and transfers a project of another user', () => {
  const ofTags = stepsOf(tagStates)
  const made = ofTags.findLastIndex(({ operation }) => operation === 'createTag')
  const removed = ofTags.findLastIndex(({ operation }) => operation === 'deleteTag')
  const tag = ofTags[removed]?.parameters.tag_name
  expect(removed).toBeLessThan(made)
  const after = ofTags.slice(made).filter(({ parameters }) => parameters.tag_name === tag)
  expect(after.map(({ operation }) => operation)).toContain('createRelease')

  const ofPlaces = stepsOf(places)
  const own = ofPlaces.find(
    ({ operation, as }) => operation === 'createProject' && as === 'stranger',
  )
  const transfer = ofPlaces.findIndex(
    ({ operation, parameters }) =>
      operation === 'transferProjectToGroup' && parameters.project_id === `<${own?.makes}>`,
  )
  expect(transfer).toBeGreaterThan(0)
  const lists = ofPlaces
    .slice(transfer)
    .filter(({ operation }) => operation === 'listOwnedProjects')
  expect(new Set(lists.map(({ as }) => as))).toEqual(new Set(['stranger', 'owner']))
})
