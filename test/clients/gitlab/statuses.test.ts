import { expect, it } from 'vitest'
import { codeWorld, shaOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, rawOf } from './connect.ts'

describeRunning('gitlab: commit statuses', codeWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')
  const sha = () => shaOf(running, 'feature/login')
  const say = (status: object) =>
    rawOf(bob().post, `projects/${id.website}/statuses/${sha()}`, { ...status })
  const list = async (filter: object) => {
    const path = `projects/${id.website}/repository/commits/${sha()}/statuses`
    return (await rawOf(bob().get, path, { ...filter })).body
  }

  it('adds one and moves it on', async () => {
    const terms = { name: 'audit', target_url: 'https://audit.example/7', description: 'Looking' }
    expect(await say({ state: 'running', ref: 'feature/login', ...terms })).toMatchObject({
      status: 201,
      body: { sha: sha(), ref: 'feature/login', status: 'running', ...terms, finished_at: null },
    })
    const { showCommit } = bob().projects.repository
    expect(await dataOf(showCommit, id.website, sha())).toMatchObject({ status: 'running' })
    const done = await say({ state: 'success', context: 'audit', description: 'Fine' })
    expect(done.body).toMatchObject({ status: 'success', author: { username: 'bob' } })
    expect(await dataOf(showCommit, id.website, sha())).toMatchObject({ status: 'success' })
    expect(running.forge.db.commitStatuses.all()).toMatchObject([
      { status: 'success', name: 'audit', description: 'Fine', target_url: terms.target_url },
    ])
  })

  it('lists the latest of each name, or all', async () => {
    await say({ state: 'failed', name: 'audit' })
    await say({ state: 'success', name: 'audit' })
    await say({ state: 'pending' })
    expect(await list({})).toMatchObject([
      { name: 'audit', status: 'success' },
      { name: 'default', status: 'pending' },
    ])
    expect(await list({ all: true })).toHaveLength(3)
    expect(await list({ name: 'default' })).toMatchObject([{ name: 'default' }])
    expect(await list({ ref: 'master' })).toEqual([])
    expect(await list({ stage: 'external', all: true, per_page: 1, page: 2 })).toHaveLength(1)
  })

  it('gets an error that says what cannot be said, and by whom', async () => {
    expect(await say({ name: 'audit' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"state"') },
    })
    expect(await say({ state: 'splendid' })).toMatchObject({ status: 400 })
    const statuses = `projects/${id.website}/statuses`
    const state = { state: 'success' }
    expect((await rawOf(bob().post, `${statuses}/${'f'.repeat(40)}`, { ...state })).status).toBe(
      404,
    )
    const carol = gitlabOf(running, 'carol')
    expect((await rawOf(carol.post, `${statuses}/${sha()}`, { ...state })).status).toBe(403)
    expect(running.forge.db.commitStatuses.all()).toEqual([])
  })
})
