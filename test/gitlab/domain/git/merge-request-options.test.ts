import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacks } from '../../../programs.ts'
import { type Pushing, startPushing } from './pushing.ts'

describe.skipIf(lacks('git'))('push options of merge requests', () => {
  let pushing: Pushing
  let folder: string
  beforeAll(async () => {
    pushing = await startPushing()
  })
  afterAll(() => pushing.close())
  beforeEach(async () => {
    await pushing.forge.reset()
    folder = await pushing.clone('acme/site', 'dev')
    await pushing.must(folder, 'checkout', '-q', '-b', 'mend-the-lamp')
    await pushing.commit(folder, 'a.txt', 'Mend the lamp\n\nIt was broken.')
  })

  const push = (options: readonly string[], ...refs: string[]) =>
    pushing.git(
      folder,
      'push',
      ...options.flatMap((option) => ['-o', option]),
      'origin',
      ...(refs.length > 0 ? refs : ['HEAD']),
    )
  const get = (path: string) => pushing.api('dev', `/projects/1${path}`)
  const created = async (...options: string[]) => {
    await push(['merge_request.create', ...options])
    const [mergeRequest] = await get('/merge_requests?state=opened')
    return mergeRequest
  }

  it('create one, with the text of its only commit', async () => {
    const { remote } = await push(['merge_request.create'])
    const [mergeRequest] = await get('/merge_requests')
    expect(remote).toEqual([
      '',
      'View merge request for mend-the-lamp:',
      `  ${pushing.url}/acme/site/-/merge_requests/${mergeRequest.iid}`,
      '',
    ])
    expect(mergeRequest).toMatchObject({
      title: 'Mend the lamp',
      description: 'It was broken.',
      source_branch: 'mend-the-lamp',
      target_branch: 'master',
      author: { username: 'dev' },
      assignee: { username: 'dev' },
    })
  })

  it('name its branch where there are several commits', async () => {
    await pushing.commit(folder, 'b.txt', 'More')
    expect(await created()).toMatchObject({ title: 'Mend the lamp', description: '' })
  })

  it('say what it is like', async () => {
    await pushing.api('mona', '/projects/1/milestones', 'POST', { title: 'Winter' })
    const mergeRequest = await created(
      'merge_request.target=feature',
      'merge_request.title=Light',
      'merge_request.description=One line\\nanother',
      'mr.label=red',
      'mr.label=blue',
      'mr.milestone=Winter',
      'merge_request.assign=mona',
      'merge_request.remove_source_branch',
      'merge_request.squash',
      'merge_request.draft',
      'unknown.option=1',
    )
    expect(mergeRequest).toMatchObject({
      title: 'Draft: Light',
      draft: true,
      description: 'One line\nanother',
      target_branch: 'feature',
      labels: ['blue', 'red'],
      milestone: { title: 'Winter' },
      assignee: { username: 'mona' },
      force_remove_source_branch: true,
      squash: true,
    })
  })

  it('change the one that is open', async () => {
    await created('mr.label=red')
    await pushing.commit(folder, 'b.txt', 'More')
    await push(['mr.title=Other', 'mr.label=blue', 'mr.unlabel=red', 'mr.unassign=dev'])
    const [mergeRequest, another] = await get('/merge_requests?state=opened')
    expect(another).toBeUndefined()
    expect(mergeRequest).toMatchObject({ title: 'Other', labels: ['blue'], assignee: null })
  })

  it('merge when the pipeline succeeds', async () => {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, 'build:\n  script: make\n')
    await pushing.commit(folder, 'b.txt', 'More')
    expect(await created('merge_request.auto_merge')).toMatchObject({
      merge_when_pipeline_succeeds: false,
    })
    await pushing.must(
      folder,
      'remote',
      'set-url',
      'origin',
      pushing.addressOf('acme/site', 'mona'),
    )
    await pushing.commit(folder, 'c.txt', 'And more')
    await push(['merge_request.merge_when_pipeline_succeeds'])
    const [mergeRequest] = await get('/merge_requests?state=opened')
    expect(mergeRequest).toMatchObject({ merge_when_pipeline_succeeds: true })
  })

  const warned = (options: readonly string[], reason: string) => [
    '',
    '='.repeat(72),
    '',
    'WARNINGS:',
    `Error encountered with push options ${options.map((one) => `'${one}'`).join(' ')}: ${reason}`,
    '',
    '='.repeat(72),
    '',
  ]

  it.each([
    [
      ['merge_request.title=Light'],
      'A merge_request.create push option is required to create a merge request for branch mend-the-lamp',
    ],
    [
      ['merge_request.create', 'merge_request.target=nowhere'],
      'Target branch acme/site:nowhere does not exist',
    ],
  ])('warn of %j', async (options, reason) => {
    const { status, remote } = await push(options)
    expect(status).toBe(0)
    expect(remote.slice(0, 8)).toEqual(warned(options, reason))
    expect(await get('/merge_requests')).toEqual([])
  })

  it('warn of a project without merge requests, and of too many branches', async () => {
    const names = Array.from({ length: 11 }, (_, place) => `HEAD:refs/heads/many-${place}`)
    const many = await push(['merge_request.create'], ...names)
    const tooMany = 'Too many branches pushed (11 were pushed, limit is 10)'
    expect(many.remote.slice(0, 8)).toEqual(warned(['merge_request.create'], tooMany))
    await pushing.api('mona', '/projects/1', 'PUT', { merge_requests_access_level: 'disabled' })
    const { remote } = await push(['merge_request.create'])
    const disabled = 'Merge requests are not enabled for project acme/site'
    expect(remote).toEqual(warned(['merge_request.create'], disabled))
  })

  it.each([
    ['acme/nowhere', 'User access was denied'],
    ['rita/hidden', 'User access was denied'],
    ['acme/empty', 'Projects acme/site and acme/empty are not in the same network'],
  ])('warn of the target project %s', async (project, reason) => {
    await pushing.api('rita', '/projects', 'POST', { name: 'hidden' })
    const options = ['merge_request.create', `merge_request.target_project=${project}`]
    const { status, remote } = await push(options)
    expect(status).toBe(0)
    expect(remote.slice(0, 8)).toEqual(warned(options, reason))
    expect(await get('/merge_requests')).toEqual([])
  })

  const moveToFork = async () => {
    await pushing.api('otto', '/projects/1/fork', 'POST')
    const fork = pushing.addressOf('otto/site', 'otto')
    await pushing.must(folder, 'remote', 'set-url', 'origin', fork)
  }

  it('merge no branch with the name of the default one', async () => {
    await moveToFork()
    const { status } = await push(['merge_request.create'], 'HEAD:master')
    expect(status).toBe(0)
    expect(await get('/merge_requests')).toEqual([])
  })

  it('merge a branch of a fork into the fork, where that is named', async () => {
    await moveToFork()
    await push(['merge_request.create', 'merge_request.target_project=otto/site'])
    expect(await get('/merge_requests')).toEqual([])
    const [mergeRequest] = await pushing.api('otto', '/projects/otto%2Fsite/merge_requests')
    expect(mergeRequest).toMatchObject({ source_branch: 'mend-the-lamp' })
    expect(mergeRequest.target_project_id).toBe(mergeRequest.source_project_id)
  })

  it('merge a branch of a fork into what it is a fork of', async () => {
    await moveToFork()
    const { status } = await push(['merge_request.create'])
    expect(status).toBe(0)
    const [mergeRequest] = await get('/merge_requests')
    expect(mergeRequest).toMatchObject({ target_project_id: 1, author: { username: 'otto' } })
    expect(mergeRequest.source_project_id).not.toBe(1)
  })
})
