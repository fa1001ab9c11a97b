import { expect, it } from 'vitest'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { reproduce } from '../../../src/verify/reproduction/reproduce.ts'

it('makes the branch that a tag is made of, though another chapter made it', async () => {
  const { operation } = await loadContract('v3')
  const who = 'the administrator'
  const written = { who, status: 201, iid: undefined }
  const story = 'ledger: Repositories'
  const calls = [
    { operation: 'createGroup', parameters: { name: 'a', path: 'a' }, source: story, id: 7 },
    {
      operation: 'createProject',
      parameters: { name: 'b', namespace_id: 7 },
      source: story,
      id: 9,
    },
    {
      operation: 'createBranch',
      parameters: { id: 9, branch_name: 'fix', ref: 'master' },
      source: `${story} › branches`,
      id: undefined,
    },
    {
      operation: 'createBranch',
      parameters: { id: 9, branch_name: 'other', ref: 'master' },
      source: `${story} › branches`,
      id: undefined,
    },
    {
      operation: 'createTag',
      parameters: { id: 9, tag_name: 'v1', ref: 'fix' },
      source: `${story} › tags`,
      id: undefined,
    },
  ] as const
  const recorded = {
    api: 'v3',
    operation,
    calls: calls.map((one) => ({ ...written, ...one })),
  } as const
  const failing = { operation: 'listTags', parameters: { id: 9 }, who } as const
  const found = reproduce(failing, `${story} › tags`, recorded)
  expect(found?.history.map((step) => step.operation)).toEqual([
    'createGroup',
    'createProject',
    'createBranch',
    'createTag',
    'listTags',
  ])
})
