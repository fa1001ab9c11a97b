import { itemWith } from '../../story/bodies.ts'
import { CannotGoOn } from '../../story/caller.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { removeAndRead } from './remove.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createBranch`, `protectBranch`, `unprotectBranch`, `deleteBranch`, `deleteMergedBranches`. */
export const branches = story('read-back: Branches', { about: ['Branches'] }, async (t) => {
  const owner = await t.plainUser()
  const group = await t.group({ members: [[owner, 'owner']] })
  const { id } = await t.project({ group })
  const head = await headOf(owner, id)
  const branch = 'feature/leak#1'
  const path = { id, branch }
  const readers = branchReaders(owner, id, branch)
  await writeAndRead(t, {
    caller: owner,
    operation: 'createBranch',
    parameters: { id, branch_name: branch, ref: 'master' },
    shows: { branch_name: ['name', branch], ref: ['commit.id', head] },
    readers: () => readers,
  })

  await t.chapter('protecting', async () => {
    for (const flags of [
      { developers_can_push: true, developers_can_merge: false },
      { developers_can_push: false, developers_can_merge: true },
    ]) {
      await writeAndRead(t, {
        caller: owner,
        operation: 'protectBranch',
        parameters: { ...path, ...flags },
        shows: { ...asSent(flags, ...Object.keys(flags)), protection: ['protected', true] },
        readers: () => readers,
      })
    }
    const again = await owner.call('protectBranch', { ...path, developers_can_merge: true })
    const rule = 'Protecting a protected branch is answered with 200.'
    t.expect(again, 'idempotent', rule).equal(again.body?.protected, true)
  })

  await t.chapter('unprotecting', async () => {
    for (const _ of ['once', 'again']) {
      await writeAndRead(t, {
        caller: owner,
        operation: 'unprotectBranch',
        parameters: path,
        shows: {
          protection: ['protected', false],
          developers_can_push: ['developers_can_push', false],
          developers_can_merge: ['developers_can_merge', false],
        },
        readers: () => readers,
      })
    }
  })

  await t.chapter('deleting', async () => {
    await removeAndRead(t, { caller: owner, operation: 'deleteBranch', parameters: path, readers })
  })

  await t.chapter('deleting what is merged', async () => {
    await owner.call('createBranch', { id, branch_name: 'merged', ref: 'master' })
    // A branch at the very head of the default branch is merged to some, and brings nothing to others.
    await owner.call('createFile', {
      id,
      branch_name: 'master',
      file_path: 'further.txt',
      content: 'f',
      commit_message: 'Go further',
    })
    await owner.call('createBranch', { id, branch_name: 'ahead', ref: 'master' })
    const file = {
      id,
      branch_name: 'ahead',
      file_path: 'ahead.txt',
      content: 'a',
      commit_message: 'Go',
    }
    await owner.call('createFile', file)
    const deleted = await owner.call('deleteMergedBranches', { id })
    const isMerged = itemWith('name', 'merged')
    const rest = await t.eventually(
      () => owner.call('listBranches', { id }),
      ({ body }) => isMerged(body) === undefined,
    )
    const names = rest.body?.map(({ name }) => name)
    t.expect(deleted, 'removes', 'What was deleted is gone.').excludes(names, ['merged'])
    const rule = 'Branches that are not merged into the default branch stay.'
    t.expect(deleted, 'keeps', rule).includes(names, ['ahead', 'master'])
  })
})

function branchReaders(caller: Person, id: number, branch: string): readonly Reader[] {
  return [
    { caller, operation: 'getBranch', parameters: { id, branch } },
    { caller, operation: 'listBranches', parameters: { id }, find: itemWith('name', branch) },
  ]
}

async function headOf(caller: Person, id: number): Promise<string> {
  const { body } = await caller.call('getBranch', { id, branch: 'master' })
  if (body?.commit?.id === undefined) throw new CannotGoOn('getBranch answered no commit')
  return body.commit.id
}

/** `createTag`, `createRelease`, `updateRelease`, `deleteTag`. */
export const tags = story('read-back: Tags', { about: ['Tags'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({ members: [[owner, 'master']] })
  const head = await headOf(owner, id)
  await t.chapter('an annotated tag with a release', () => checkAnnotated(t, owner, id, head))
  await t.chapter('a lightweight tag', () => checkLightweight(t, owner, id, head))
})

function tagReaders(caller: Person, id: number, tag_name: string): readonly Reader[] {
  return [
    { caller, operation: 'getTag', parameters: { id, tag_name } },
    { caller, operation: 'listTags', parameters: { id }, find: itemWith('name', tag_name) },
  ]
}

async function checkAnnotated(t: TestContext, owner: Person, id: number, head: string) {
  const tag_name = 'v1/first'
  const readers = tagReaders(owner, id, tag_name)
  await writeAndRead(t, {
    caller: owner,
    operation: 'createTag',
    parameters: { id, tag_name, ref: head, message: 'The first', release_description: 'Notes *1*' },
    shows: {
      tag_name: ['name', tag_name],
      ref: ['commit.id', head],
      message: ['message', 'The first'],
      release_description: ['release.description', 'Notes *1*'],
    },
    readers: () => readers,
  })
  await describeTag(t, owner, 'updateRelease', id, tag_name, 'Notes *2*')
  const rule = 'A release of a tag that has one is answered with 409.'
  const again = await owner.attempt('createRelease', { id, tag_name, description: 'Another' })
  t.expect(again, 'conflict', rule).status([409])
  await removeAndRead(t, {
    caller: owner,
    operation: 'deleteTag',
    parameters: { id, tag_name },
    readers,
  })
}

async function checkLightweight(t: TestContext, owner: Person, id: number, head: string) {
  const tag_name = 'v2'
  await writeAndRead(t, {
    caller: owner,
    operation: 'createTag',
    parameters: { id, tag_name, ref: 'master' },
    shows: { ref: ['commit.id', head], message: ['message', null] },
    readers: () => tagReaders(owner, id, tag_name),
  })
  const taken = await owner.attempt('createTag', { id, tag_name, ref: 'master' })
  t.expect(taken, 'refused', 'A tag that cannot be created is answered with 405.').status([405])
  await describeTag(t, owner, 'createRelease', id, tag_name, 'Notes *3*')
}

async function describeTag(
  t: TestContext,
  owner: Person,
  operation: 'createRelease' | 'updateRelease',
  id: number,
  tag_name: string,
  description: string,
) {
  const answer = await writeAndRead(t, {
    caller: owner,
    operation,
    parameters: { id, tag_name, description },
    shows: { description: ['release.description', description] },
    readers: () => tagReaders(owner, id, tag_name),
    find: (body) => ({ release: body }),
  })
  const rule = 'The answer names the tag.'
  t.expect(answer, 'shows:tag_name', rule).equal(
    Reflect.get(Object(answer.body), 'tag_name'),
    tag_name,
  )
}
