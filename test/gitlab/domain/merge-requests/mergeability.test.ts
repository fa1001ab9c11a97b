import { expect, it } from 'vitest'
import { mergeStatus } from '../../../../src/gitlab/domain/merge-requests/mergeability.ts'
import { loadSeed } from '../../../../src/seed/load.ts'

function commit(branch: string, action: 'create' | 'update', file_path: string, content: string) {
  const actions = [{ action, file_path, content }]
  return { branch, from: 'master', message: `${branch} ${content}`, author: 'jane', actions }
}

it('tries a merge without writing what it makes', () => {
  const store = loadSeed(
    {
      users: [{ username: 'jane' }],
      projects: [
        {
          path: 'jane/site',
          repository: {
            commits: [
              commit('master', 'create', 'a', 'one\n'),
              commit('rival', 'update', 'a', 'two\n'),
              commit('topic', 'create', 'b', 'three\n'),
              commit('master', 'update', 'a', 'four\n'),
            ],
          },
          merge_requests: ['rival', 'topic'].map((source_branch) => ({
            title: source_branch,
            author: 'jane',
            source_branch,
          })),
        },
      ],
    },
    'test',
  )
  const before = store.objects.byId.size
  const statuses = store.mergeRequests.all().map((one) => mergeStatus(store, one))
  expect(statuses).toEqual(['cannot_be_merged', 'can_be_merged'])
  expect(store.objects.byId.size).toBe(before)
})
