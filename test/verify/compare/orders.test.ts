import { expect, it } from 'vitest'
import { eachAfterEach } from '../../../src/verify/compare/orders.ts'
import { accountOrders } from '../../../src/verify/compare/v3/tours/account-orders.ts'
import { repositoryOrders } from '../../../src/verify/compare/v3/tours/code-orders.ts'
import { filterPairs } from '../../../src/verify/compare/v3/tours/filter-pairs.ts'
import { groupOrders } from '../../../src/verify/compare/v3/tours/place-orders.ts'
import { settings } from '../../../src/verify/compare/v3/tours/settings.ts'
import {
  issueOrders,
  mergeRequestOrders,
  snippetOrders,
} from '../../../src/verify/compare/v3/tours/tracker-orders.ts'
import { contract, stepsOf } from './tour-steps.ts'

const neighbours = (items: readonly string[]) =>
  items.slice(1).map((item, place) => `${items[place]} → ${item}`)

it.each([1, 2, 3, 7])('lets each of %i items follow each one once', (count) => {
  const items = Array.from({ length: count }, (_, place) => `item ${place}`)
  const found = neighbours(eachAfterEach(items))
  const expected = items.flatMap((one) => items.map((next) => `${one} → ${next}`))
  expect([...found].sort()).toEqual(expected.sort())
})

it('is empty without items', () => {
  expect(eachAfterEach([])).toEqual([])
})

const ofIssue = [
  ...['createIssueNote', 'updateIssueNote', 'deleteIssueNote', 'updateIssue'],
  ...['subscribeToIssue', 'unsubscribeFromIssue', 'createTodoOfIssue'],
]
const ofMergeRequest = [
  ...['createMergeRequestNote', 'updateMergeRequestNote', 'deleteMergeRequestNote'],
  ...['updateMergeRequest', 'createFile', 'subscribeToMergeRequest'],
]
const ofSnippet = ['createSnippetNote', 'updateSnippetNote', 'deleteSnippetNote', 'updateSnippet']
const ofAccount = [
  ...['createSshKeyOfUser', 'deleteSshKeyOfUser', 'createEmailOfUser', 'deleteEmailOfUser'],
  ...['updateUser', 'blockUser', 'unblockUser'],
]
const ofGroup = [
  ...['addGroupMember', 'updateGroupMember', 'removeGroupMember', 'updateGroup'],
  ...['updateGroupNotificationSettings', 'createProject', 'transferProjectToGroup'],
]
const ofRepository = [
  ...['createBranch', 'protectBranch', 'unprotectBranch', 'deleteBranch'],
  ...['createTag', 'createRelease', 'updateRelease', 'deleteTag'],
  ...['createFile', 'updateFile', 'deleteFile', 'createCommitComment'],
]

it.each([
  ['an issue', issueOrders, ofIssue, []],
  ['a merge request', mergeRequestOrders, ofMergeRequest, []],
  ['a snippet', snippetOrders, ofSnippet, []],
  ['an account', accountOrders, ofAccount, []],
  // The project that is transferred is created before.
  ['a group', groupOrders, ofGroup, ['transferProjectToGroup']],
  ['a repository', repositoryOrders, ofRepository, []],
] as const)('writes %s with each operation after each other one', (_, tour, written, preceded) => {
  const writes = stepsOf(tour)
    .map(({ operation }) => operation)
    .filter((id) => contract.operation(id).method !== 'GET')
  const found = new Set(neighbours(writes))
  const expected = written.flatMap((one) => written.map((next) => `${one} → ${next}`))
  const missing = expected.filter(
    (pair) => !found.has(pair) && !preceded.some((one) => pair.endsWith(`→ ${one}`)),
  )
  expect(missing).toEqual([])
})

it('sets a setting of a few values to each after each other one', () => {
  const set = stepsOf(settings).flatMap(({ operation, parameters }) => {
    const { enabled_git_access_protocol: protocol } = parameters
    return operation === 'updateApplicationSettings' && protocol ? [String(protocol)] : []
  })
  const all = ['ssh', 'http', 'nil']
  const expected = all.flatMap((one) => all.map((next) => `${one} → ${next}`))
  expect(new Set(neighbours(set))).toEqual(new Set(expected))
})

it('lists the merge requests of each state in each order on one page', () => {
  const asked = stepsOf(filterPairs).flatMap(({ operation, parameters }) => {
    const { state, order_by, page, per_page } = parameters
    const isWhole =
      operation === 'listMergeRequests' && page === undefined && per_page === undefined
    return isWhole && state && order_by ? [`${state} ${order_by}`] : []
  })
  for (const state of ['opened', 'merged', 'closed', 'all'])
    for (const field of ['created_at', 'updated_at']) expect(asked).toContain(`${state} ${field}`)
})
