import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const commit = (message: string, content: string, branch?: string) => ({
  message,
  author: 'jane',
  ...(branch ? { branch, from: 'master' } : {}),
  actions: [
    { action: message === 'Begin' ? 'create' : 'update', file_path: 'a.txt', content } as const,
  ],
})

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/site',
      members: { bob: 'developer' },
      repository: { commits: [commit('Begin', 'a\n'), commit('Change', 'b\n', 'change')] },
      merge_requests: [{ title: 'Change', source_branch: 'change', author: 'bob' }],
    },
  ],
}

/** Specification of v4, issues-and-notes.md, section 8: to-do items `unmergeable`. */
describeV4('reminders of conflicts', { seed }, (api) => {
  const [jane, bob] = [api.as('jane'), api.as('bob')]
  const write = async (branch: string, content: string) => {
    const { status } = await jane.put('/projects/1/repository/files/a.txt', {
      branch,
      content,
      commit_message: 'Write',
    })
    expect(status).toBe(200)
  }
  const todosOf = async (who: typeof bob) =>
    (await who.get('/todos', { action: 'unmergeable' })).body.map(
      ({ target, author }: { target: { iid: number }; author: { username: string } }) => [
        target.iid,
        author.username,
      ],
    )

  it('are for the author, where a push to the target branch makes one', async () => {
    expect(await todosOf(bob)).toEqual([])
    await write('master', 'c\n')
    expect(await todosOf(bob)).toEqual([[1, 'bob']])
    expect(await todosOf(jane)).toEqual([])
  })

  it('are for the author, where a push to the source branch makes one', async () => {
    await write('change', 'a\n')
    await write('master', 'c\n')
    expect(await todosOf(bob)).toEqual([])
    await write('change', 'd\n')
    expect(await todosOf(bob)).toEqual([[1, 'bob']])
  })

  it('are made once for a conflict that stays, and again for another one', async () => {
    await write('master', 'c\n')
    await bob.post('/todos/mark_as_done')
    await write('master', 'd\n')
    expect(await todosOf(bob)).toEqual([])
    await write('master', 'a\n')
    await write('master', 'e\n')
    expect(await todosOf(bob)).toEqual([[1, 'bob']])
  })

  it('are for who sets auto-merge as well', async () => {
    const path = '/projects/1/merge_requests/1'
    const [record] = api.forge.db.mergeRequests.all()
    if (record) {
      const waiting = { merge_when_build_succeeds: true, merge_user_id: 1 }
      api.forge.db.mergeRequests.replace(record, waiting)
    }
    await write('master', 'c\n')
    expect((await jane.get(path)).body.detailed_merge_status).toBe('conflict')
    expect(await todosOf(jane)).toEqual([[1, 'jane']])
    expect(await todosOf(bob)).toEqual([[1, 'bob']])
  })

  it('are for the author of a new merge request that has conflicts', async () => {
    await write('master', 'c\n')
    await bob.put('/projects/1/merge_requests/1', { state_event: 'close' })
    const branches = { source_branch: 'change', target_branch: 'master' }
    const { body } = await jane.post('/projects/1/merge_requests', { title: 'New', ...branches })
    expect(await todosOf(jane)).toEqual([[body.iid, 'jane']])
  })
})
