import { expect, it } from 'vitest'
import { buildOf, buildsWorld, shaOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { anonymousNodeGitlab, nodeGitlabOf } from './connect.ts'

const builds = '/projects/:id/builds'
const deployments = '/projects/:id/deployments'

describeRunning('node-gitlab: builds and deployments', buildsWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')
  const read = (path: string, parameters: object = {}) =>
    bob().request('get', path, { id: id.website, ...parameters })
  const order = (name: string, verb: string) =>
    bob().request('post', `${builds}/:build_id/${verb}`, {
      id: id.website,
      build_id: buildOf(running, name).id,
    })
  const namesOf = (found: unknown) => (found as { name: string }[]).map(({ name }) => name)

  it('lists them by their states, and those of a commit', async () => {
    expect(namesOf(await read(builds))).toEqual([
      'lint',
      'rspec',
      'compile',
      'roll back',
      'deploy',
      'compile',
    ])
    expect(namesOf(await read(builds, { scope: 'success', per_page: 2 }))).toEqual([
      'compile',
      'deploy',
    ])
    const scope = { 'scope[]': ['failed', 'running'] }
    expect(namesOf(await read(builds, scope))).toEqual(['lint', 'rspec'])
    const ofCommit = '/projects/:id/repository/commits/:sha/builds'
    const second = { sha: shaOf(running, 'release/1.x') }
    expect(namesOf(await read(ofCommit, second))).toEqual(['roll back', 'deploy', 'compile'])
    expect(await read(ofCommit, { sha: 'master' })).toEqual([])
    await expect(read(ofCommit, { sha: 'nowhere' })).rejects.toMatchObject({ statusCode: 404 })
  })

  it('reads one, its trace and its artifacts', async () => {
    const [compile] = running.forge.db.builds.all()
    const one = { build_id: compile?.id }
    expect(await read(`${builds}/:build_id`, { ...one })).toMatchObject({
      name: 'compile',
      status: 'success',
      artifacts_file: { filename: 'site.zip', size: 8 },
      user: { username: 'jane' },
    })
    const contentType = 'buffer'
    const trace = await read(`${builds}/:build_id/trace`, { ...one, contentType })
    expect(String(trace)).toBe('compiling\n')
    const artifacts = await read(`${builds}/:build_id/artifacts`, { ...one, contentType })
    expect((artifacts as Buffer).toString('base64')).toBe('UEsDBAD//v4=')
    const newest = `${builds}/artifacts/:ref_name/download`
    const ofRef = { ref_name: 'master', job: 'compile', contentType }
    expect(await read(newest, { ...ofRef })).toEqual(artifacts)
    await expect(read(newest, { ...ofRef, job: 'deploy' })).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  it('cancels one, lets it run again and erases it', async () => {
    expect(await order('rspec', 'cancel')).toMatchObject({ status: 'canceled' })
    expect(await order('rspec', 'cancel')).toMatchObject({ status: 'canceled' })
    expect(await order('rspec', 'retry')).toMatchObject({ status: 'pending', finished_at: null })
    running.forge.advance(buildOf(running, 'rspec'), 'failed', { trace: 'no\n' })
    expect(await order('rspec', 'erase')).toMatchObject({ status: 'failed', download_url: null })
    expect(buildOf(running, 'rspec').trace).toBe(null)
  })

  it('keeps artifacts', async () => {
    running.forge.advance(buildOf(running, 'rspec'), 'success', {
      artifacts: {
        filename: 'log.zip',
        bytes: new Uint8Array([7]),
        expires_at: '2017-02-01T00:00:00Z',
      },
    })
    expect(await order('rspec', 'artifacts/keep')).toMatchObject({
      artifacts_file: { filename: 'log.zip' },
    })
    expect(buildOf(running, 'rspec').artifacts?.expires_at).toBe(null)
    await expect(order('lint', 'artifacts/keep')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('plays a manual one, which deploys', async () => {
    expect(await order('roll back', 'play')).toMatchObject({ status: 'started' })
    await expect(order('lint', 'play')).rejects.toMatchObject({ statusCode: 400 })
    running.forge.advance(buildOf(running, 'roll back'), 'success')
    const all = await read(deployments)
    expect(all).toMatchObject([
      { iid: 1, deployable: { name: 'deploy' } },
      { iid: 2, deployable: { name: 'roll back' }, environment: { name: 'production' } },
    ])
    const [, second] = all as { id: number }[]
    expect(await read(`${deployments}/:deployment_id`, { deployment_id: second?.id })).toEqual(
      second,
    )
  })

  it('makes builds of a configuration that it commits', async () => {
    await bob().repositoryFiles.create({
      id: id.website,
      branch_name: 'feature/login',
      file_path: '.gitlab-ci.yml',
      content:
        'unit:\n  script: make test\nship:\n  stage: deploy\n  when: manual\n  script: make\n',
      commit_message: 'Test it',
    })
    expect(buildOf(running, 'unit')).toMatchObject({
      status: 'pending',
      sha: shaOf(running, 'feature/login'),
      user_id: id.bob,
    })
    running.forge.advance(buildOf(running, 'unit'), 'success')
    const found = await read(builds, { scope: 'skipped' })
    expect(found).toMatchObject([{ name: 'ship', stage: 'deploy' }, { name: 'roll back' }])
  })

  it('lets reporters look, and strangers not even that', async () => {
    const carol = nodeGitlabOf(running, 'carol')
    const one = { id: id.website, build_id: buildOf(running, 'rspec').id }
    expect(await carol.request('get', `${builds}/:build_id`, { ...one })).toMatchObject({
      name: 'rspec',
    })
    await expect(
      carol.request('post', `${builds}/:build_id/cancel`, { ...one }),
    ).rejects.toMatchObject({ statusCode: 403 })
    await expect(
      anonymousNodeGitlab(running).request('get', `${builds}/:build_id`, { ...one }),
    ).rejects.toMatchObject({ statusCode: 401 })
    expect(buildOf(running, 'rspec').status).toBe('running')
  })
})
