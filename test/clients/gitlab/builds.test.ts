import createClient from 'gitlab'
import { expect, it } from 'vitest'
import { buildOf, buildsWorld, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

const builds = `projects/${id.website}/builds`

describeRunning('gitlab: builds and deployments', buildsWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')
  const idOf = (name: string) => buildOf(running, name).id
  const order = (name: string, verb: string) =>
    rawOf(bob().post, `${builds}/${idOf(name)}/${verb}`, {})
  const namesOf = (found: unknown) => (found as { name: string }[]).map(({ name }) => name)

  it('lists them, the newest first, by their states', async () => {
    const { listBuilds } = bob().projects.builds
    const all = await dataOf(listBuilds, 'acme/website', {})
    expect(namesOf(all)).toEqual(['lint', 'rspec', 'compile', 'roll back', 'deploy', 'compile'])
    const running_ = await dataOf(listBuilds, id.website, { scope: 'running' })
    expect(running_).toMatchObject([{ name: 'rspec', ref: 'feature/login', runner: null }])
    const some = await dataOf(listBuilds, id.website, { 'scope[]': ['failed', 'skipped'] })
    expect(namesOf(some)).toEqual(['lint', 'roll back'])
    const page = await dataOf(listBuilds, id.website, { page: 2, per_page: 4 })
    expect(namesOf(page)).toEqual(['deploy', 'compile'])
    expect(await handed(listBuilds, id.website, { scope: 'splendid' })).toBe(null)
  })

  it('lists those of a commit and shows one', async () => {
    const ofCommit = (sha: string) =>
      rawOf(bob().get, `projects/${id.website}/repository/commits/${sha}/builds`, {})
    const found = await ofCommit(shaOf(running, 'release/1.x'))
    expect(namesOf(found.body)).toEqual(['roll back', 'deploy', 'compile'])
    expect((await ofCommit(shaOf(running, 'master'))).body).toEqual([])
    expect((await ofCommit('f'.repeat(40))).status).toBe(404)
    const one = await dataOf(bob().projects.builds.showBuild, id.website, idOf('lint'))
    expect(one).toMatchObject({
      status: 'failed',
      stage: 'test',
      commit: { id: shaOf(running, 'feature/login'), title: 'Let people in' },
      pipeline: { ref: 'feature/login', status: 'running' },
      user: { username: 'bob' },
    })
  })

  it('reads traces and artifacts', async () => {
    const trace = await rawOf(bob().get, `${builds}/${idOf('rspec')}/trace`, {})
    expect(trace).toMatchObject({ status: 200, body: 'so far\n' })
    const request_opts = { encoding: null }
    const bytes = createClient({ url: running.url, token: 'bob-token', slumber: { request_opts } })
    const [compile] = running.forge.db.builds.all()
    const artifacts = await rawOf(bytes.get, `${builds}/${compile?.id}/artifacts`, {})
    expect(artifacts.headers['content-disposition']).toContain('site.zip')
    expect((artifacts.body as Buffer).toString('base64')).toBe('UEsDBAD//v4=')
    const none = await rawOf(bob().get, `${builds}/${idOf('lint')}/artifacts`, {})
    expect(none.status).toBe(404)

    const report = { artifacts: { filename: 'new.zip', bytes: new Uint8Array([1, 0, 255]) } }
    running.forge.advance(idOf('rspec'), 'success', report)
    const download = `${builds}/artifacts/feature/login/download`
    const newest = await rawOf(bytes.get, download, { job: 'rspec' })
    expect(newest.headers['content-disposition']).toContain('new.zip')
    expect([...(newest.body as Buffer)]).toEqual([1, 0, 255])
    expect((await rawOf(bob().get, download, { job: 'deploy' })).status).toBe(404)
  })

  it('cancels one and lets it run again', async () => {
    expect(await order('rspec', 'cancel')).toMatchObject({
      status: 201,
      body: { status: 'canceled' },
    })
    expect(await order('rspec', 'cancel')).toMatchObject({ body: { status: 'canceled' } })
    expect(await order('rspec', 'retry')).toMatchObject({
      status: 201,
      body: { status: 'pending', finished_at: null },
    })
    expect(buildOf(running, 'rspec')).toMatchObject({ status: 'pending', user_id: id.bob })
    running.forge.advance(idOf('rspec'), 'success', { trace: 'all well\n' })
    const { showCommit } = bob().projects.repository
    const commit = await dataOf(showCommit, id.website, shaOf(running, 'feature/login'))
    expect(commit.status).toBe('success')
  })

  it('erases one and keeps the artifacts of another', async () => {
    expect(await order('lint', 'erase')).toMatchObject({
      status: 201,
      body: { status: 'failed', artifacts_file: null, download_url: null },
    })
    expect(buildOf(running, 'lint').trace).toBe(null)
    expect((await rawOf(bob().get, `${builds}/${idOf('lint')}/trace`, {})).status).toBe(404)

    const artifacts = {
      filename: 'log.zip',
      bytes: new Uint8Array([7]),
      expires_at: '2017-02-01T00:00:00Z',
    }
    running.forge.advance(idOf('rspec'), 'failed', { artifacts })
    const kept = await rawOf(bob().post, `${builds}/${idOf('rspec')}/artifacts/keep`, {})
    expect(kept).toMatchObject({ body: { artifacts_file: { filename: 'log.zip', size: 1 } } })
    expect(buildOf(running, 'rspec').artifacts?.expires_at).toBe(null)
  })

  it('plays a manual one, which deploys', async () => {
    const deployments = `projects/${id.website}/deployments`
    const [first] = (await rawOf(bob().get, deployments, {})).body as { id: number }[]
    expect(first).toMatchObject({ iid: 1, environment: { name: 'production' } })

    expect(await order('roll back', 'play')).toMatchObject({
      status: 200,
      body: { status: 'started' },
    })
    expect(await order('deploy', 'play')).toMatchObject({ status: 400 })
    running.forge.advance(idOf('roll back'), 'success')
    const all = await rawOf(bob().get, deployments, {})
    expect(all.body).toMatchObject([
      { iid: 1, deployable: { name: 'deploy' }, user: { username: 'jane' } },
      { iid: 2, deployable: { name: 'roll back' }, user: { username: 'bob' } },
    ])
    const one = await rawOf(bob().get, `${deployments}/${first?.id}`, {})
    expect(one.body).toEqual((all.body as object[])[0])
  })

  it('lets reporters look, and strangers not even that', async () => {
    const carol = gitlabOf(running, 'carol')
    expect(await dataOf(carol.projects.builds.listBuilds, id.website, {})).toHaveLength(6)
    const path = `${builds}/${idOf('rspec')}/cancel`
    expect((await rawOf(carol.post, path, {})).status).toBe(403)
    await rawOf(gitlabOf(running, 'jane').delete, `projects/${id.website}/members/${id.carol}`)
    expect(await handed(carol.projects.builds.showBuild, id.website, idOf('rspec'))).toBe(null)
    expect(buildOf(running, 'rspec').status).toBe('running')
  })

  it('triggers none with a token that is not there', async () => {
    const trigger = { projectId: id.website, token: 'x', ref: 'master' }
    expect(await handed(bob().projects.builds.triggerBuild, trigger)).toBe(true)
    expect(asked(running)).toEqual(['triggerBuilds 404'])
  })
})
