import { expect, it } from 'vitest'
import { codeWorld, shaOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: commit statuses', codeWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')
  const login = () => ({ id: id.website, sha: shaOf(running, 'feature/login') })
  const say = (status: object) =>
    bob().request('post', '/projects/:id/statuses/:sha', { ...login(), ...status })
  const list = (filter: object) =>
    bob().request('get', '/projects/:id/repository/commits/:sha/statuses', {
      ...login(),
      ...filter,
    })

  it('adds one and moves it on', async () => {
    expect(
      await say({ state: 'pending', context: 'ci/audit', ref: 'feature/login' }),
    ).toMatchObject({ status: 'pending', name: 'ci/audit', started_at: null })
    await say({ state: 'failed', name: 'ci/audit', target_url: 'https://audit.example/?a=1&b=2' })
    expect(running.forge.db.commitStatuses.all()).toMatchObject([
      { name: 'ci/audit', status: 'failed', target_url: 'https://audit.example/?a=1&b=2' },
    ])
    const commit = await bob().request('get', '/projects/:id/repository/commits/:sha', login())
    expect(commit).toMatchObject({ status: 'failed' })
  })

  it('lists the latest of each name, or all', async () => {
    await say({ state: 'failed' })
    await say({ state: 'success' })
    await say({ state: 'running', name: 'audit' })
    expect(await list({})).toHaveLength(2)
    expect(await list({ name: 'default' })).toMatchObject([{ status: 'success' }])
    expect(await list({ name: 'default', all: true })).toHaveLength(2)
    expect(await list({ all: 'yes', per_page: 2, page: 2 })).toHaveLength(1)
    expect(await list({ stage: 'test' })).toEqual([])
  })

  it('gets an error that says what cannot be said, and by whom', async () => {
    await expect(say({ name: 'audit' })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"state"'),
    })
    await expect(say({ state: 'success', sha: 'nowhere' })).rejects.toMatchObject({
      statusCode: 404,
    })
    const carol = nodeGitlabOf(running, 'carol')
    await expect(
      carol.request('post', '/projects/:id/statuses/:sha', { ...login(), state: 'success' }),
    ).rejects.toMatchObject({ statusCode: 403 })
    expect(running.forge.db.commitStatuses.all()).toEqual([])
  })
})
