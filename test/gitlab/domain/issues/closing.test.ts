import { describe, expect, it } from 'vitest'
import { closingReferences } from '../../../../src/gitlab/domain/issues/closing.ts'
import { worldRelease } from '../../../../src/gitlab/domain/release.ts'
import { growthExponent, MAX_EXPONENT } from '../../../growth.ts'
import { describeForge, now } from '../../../harness.ts'
import { open, world } from '../../operations/v3/merge-request-world.ts'

/** The seed left notes of its own, at its own times. */
const fresh = (notes: { created_at: string }[]) =>
  notes.filter(({ created_at }) => created_at === now)

describe('the words that close', () => {
  const number = (iid: number, project?: string) => ({ kind: 'number', iid, project })

  it.each([
    'Close',
    'Closes',
    'Closed',
    'Closing',
    'close',
    'closes',
    'closed',
    'closing',
    'Fix',
    'Fixes',
    'Fixed',
    'Fixing',
    'fix',
    'fixes',
    'fixed',
    'fixing',
    'Resolve',
    'Resolves',
    'Resolved',
    'Resolving',
    'resolve',
    'resolves',
    'resolved',
    'resolving',
  ])('%s', (word) => {
    expect(closingReferences(worldRelease, `It ${word} #12.`)).toEqual([number(12)])
    expect(closingReferences(worldRelease, `${word}: #12`)).toEqual([number(12)])
  })

  it.each([
    ['See #1'],
    ['Closes 1'],
    ['Closes !1'],
    ['Closes#1'],
    ['CLOSES #1'],
    ['Closes the #1'],
    ['Implements #1'],
    [''],
  ])('not “%s”', (text) => {
    expect(closingReferences(worldRelease, text)).toEqual([])
  })

  it.each([
    ['closes #1, #2 and #3', [number(1), number(2), number(3)]],
    ['Fixes #1,#2', [number(1), number(2)]],
    ['Fixes issue #1 and issues #2', [number(1), number(2)]],
    ['Closes #1. See #2. Fixes #3', [number(1), number(3)]],
    ['fixes group/project#2', [number(2, 'group/project')]],
    ['fixes project#2 and #3', [number(2, 'project'), number(3)]],
    ['Closes #1 or #2', [number(1)]],
    [
      'Resolves KEY-12 and KEY-13',
      [
        { kind: 'key', key: 'KEY-12' },
        { kind: 'key', key: 'KEY-13' },
      ],
    ],
    [
      'Closes http://x.test/a/b/issues/1, https://x.test/a/b/issues/2 and #3',
      [
        { kind: 'address', url: 'http://x.test/a/b/issues/1' },
        { kind: 'address', url: 'https://x.test/a/b/issues/2' },
        number(3),
      ],
    ],
  ])('%s', (text, expected) => {
    expect(closingReferences(worldRelease, text)).toEqual(expected)
  })

  it.each([
    '#1 and ',
    'a/',
    '.',
    'AA-1',
    'AA-1 ',
    'AA-1, ',
    'AA-1-',
    'A',
    'a#1',
    '#1-',
    'issues ',
    'Closes AA-1 ',
    ' ',
  ])('reads “%s” over and over in a time that grows with its length', async (part) => {
    const exponent = await growthExponent(3000, (count) => {
      const text = `Closes ${part.repeat(count)}`
      return () => closingReferences(worldRelease, text)
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describeForge('issues closed by merge requests', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const closed = async (id: number, as = 'olga') => {
    const { status, body } = await api.as(as).get(`${path}/${id}/closes_issues`)
    expect(status).toBe(200)
    return body.map(({ title }: { title: string }) => title)
  }
  const issue = async (id: number, project = 1) =>
    (await api.as('root').get(`/projects/${project}/issues/${id}`)).body
  const merge = (as: string, id: number) => api.as(as).put(`${path}/${id}/merge`)

  it('lists those that the commit messages and the description name, each once', async () => {
    const { id } = await open(api, { description: 'Also fixes #2 and #1' })
    expect(await closed(id)).toEqual(['Broken link', 'Typo'])
    const { body } = await api.as('olga').get(`${path}/${id}/closes_issues`)
    expect(body[0]).toEqual(await issue(1).then((one) => ({ ...one, subscribed: false })))
  })

  it('leaves out closed ones, and those that the caller does not see', async () => {
    const { id } = await open(api, { description: 'Fixes #3, #4 and #99' })
    expect(await closed(id)).toEqual(['Broken link', 'Confidential'])
    expect(await closed(id, 'eve')).toEqual(['Broken link'])
    expect(await closed(id, 'gus')).toEqual(['Broken link'])
  })

  it('is empty for a target branch that is not the default one', async () => {
    const { id } = await open(api, { target_branch: 'develop' })
    expect(await closed(id)).toEqual([])
    await merge('dora', id)
    expect((await issue(1)).state).toBe('opened')
  })

  it('knows issues elsewhere by path, by name in the same namespace, and by address', async () => {
    for (const reference of [
      'acme/other#1',
      'other#1',
      `${api.origin}/acme/other/issues/1`,
      `${api.origin}/acme/other/issues/1#note_1`,
    ]) {
      const { id } = await open(api, { description: `Closes ${reference}` })
      expect([reference, await closed(id)]).toEqual([reference, ['Broken link', 'Next door']])
      await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    }
    const elsewhere = 'Closes http://elsewhere.test/acme/other/issues/1'
    const { id } = await open(api, { description: elsewhere })
    expect(await closed(id)).toEqual(['Broken link'])
  })

  it('does not report issues in projects that the caller does not see', async () => {
    const { id } = await open(api, { description: 'Closes acme/secret#1' })
    expect(await closed(id)).toEqual(['Broken link', 'Elsewhere'])
    expect(await closed(id, 'eve')).toEqual(['Broken link'])
  })

  it('closes them on merging into the default branch, with note and event', async () => {
    const { id } = await open(api, { description: 'Closes #2, #3 and acme/other#1' })
    await merge('max', id)
    expect((await issue(1)).state).toBe('closed')
    expect((await issue(2)).state).toBe('closed')
    expect((await issue(6, 6)).state).toBe('closed')
    const notes = async (project: number, one: number) =>
      fresh((await api.as('root').get(`/projects/${project}/issues/${one}/notes`)).body)
    expect(await notes(1, 1)).toMatchObject([
      { body: 'closed via merge request !1', system: true, author: { username: 'max' } },
    ])
    expect(await notes(1, 3)).toMatchObject([{ body: 'mentioned in merge request !1' }])
    expect(await notes(6, 6)).toMatchObject([
      { body: 'mentioned in merge request website!1' },
      { body: 'closed via merge request website!1' },
      // The merge commit says "Closes #1, #2, #3, and other#1": what follows ", and" closes nothing.
      { body: expect.stringMatching(/^mentioned in commit website@[0-9a-f]{40}$/) },
    ])
    const { body } = await api.as('root').get('/projects/6/events')
    expect(body[0]).toMatchObject({ action_name: 'closed', target_title: 'Next door' })
    expect(await closed(id)).toEqual(['Broken link', 'Typo', 'Closed already', 'Next door'])
  })

  it('closes only what the merger may close: as its author, or as a member from reporter up', async () => {
    await api.as('max').put('/projects/1/repository/branches/master/unprotect')
    await api.as('fred').post('/projects/2/issues', { title: 'Of fred' })
    await api.as('dora').post('/projects/2/issues', { title: 'Of dora' })
    const { id } = await open(api, { description: 'Closes fred/website#1 and fred/website#2' })
    expect(await closed(id)).toEqual(['Broken link', 'Of fred', 'Of dora'])
    await merge('dora', id)
    expect((await issue(1)).state).toBe('closed')
    const { body } = await api.as('fred').get('/projects/2/issues', { sort: 'asc' })
    expect(body).toMatchObject([
      { title: 'Of fred', state: 'opened' },
      { title: 'Of dora', state: 'closed' },
    ])
  })

  it('does not close, from a fork, the issues of the project that it is a fork of', async () => {
    const { body } = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      title: 'To myself',
      description: 'Closes acme/website#1 and acme/other#1',
    })
    const listed = await api.as('root').get(`/projects/2/merge_requests/${body.id}/closes_issues`)
    expect(listed.body.map(({ title }: { title: string }) => title)).toEqual(['Next door'])
  })

  it('lists the keys of an external tracker', async () => {
    const project = api.forge.db.projects.get(1)
    if (project) api.forge.db.projects.replace(project, { external_issue_tracker: true })
    const { id } = await open(api, { description: 'Fixes HULL-7, HULL-8 and #2. Closes HULL-7' })
    const { body } = await api.as('eve').get(`${path}/${id}/closes_issues`)
    expect(body).toEqual([
      { id: 'HULL-7', title: 'External Issue HULL-7' },
      { id: 'HULL-8', title: 'External Issue HULL-8' },
    ])
  })
})

describeForge('issues closed by commits', { seed: world }, (api) => {
  const commit = (as: string, branch_name: string, commit_message: string, project = 1) =>
    api.as(as).post(`/projects/${project}/repository/files`, {
      file_path: 'new.txt',
      content: commit_message,
      branch_name,
      commit_message,
    })
  const states = async (project = 1) => {
    const { body } = await api.as('root').get(`/projects/${project}/issues`, { sort: 'asc' })
    return body.map(({ state }: { state: string }) => state)
  }

  it('closes them with note and event, on the default branch', async () => {
    expect((await commit('max', 'master', 'Fixes #1 and acme/other#1')).status).toBe(201)
    expect((await states())[0]).toBe('closed')
    const tip = (await api.as('root').get('/projects/1/repository/commits/master')).body.id
    const notes = await api.as('root').get('/projects/1/issues/1/notes')
    expect(fresh(notes.body)).toMatchObject([
      { body: `closed via commit ${tip}`, system: true, author: { username: 'max' } },
    ])
    const others = await api.as('root').get('/projects/6/issues/6/notes')
    expect(others.body).toMatchObject([{ body: `closed via commit website@${tip}` }])
    const { body: events } = await api.as('root').get('/projects/1/events')
    expect(events.map(({ action_name }: { action_name: string }) => action_name)).toContain(
      'closed',
    )
  })

  it('closes none on another branch, until a merge brings the commit', async () => {
    await commit('dora', 'feature', 'Fixes #2')
    expect((await states())[1]).toBe('opened')
    const { id } = await open(api)
    await api.as('max').put(`/projects/1/merge_requests/${id}/merge`)
    const { body } = await api.as('root').get('/projects/1/issues/2/notes')
    const tip = (await api.as('root').get('/projects/1/repository/commits/feature')).body.id
    expect(body).toMatchObject([
      { body: `mentioned in commit ${tip}` },
      { body: 'closed via merge request !1' },
    ])
  })

  it('closes those that a cherry-picked commit names', async () => {
    const { body } = await api.as('dora').get('/projects/1/repository/commits/feature')
    expect(body.message).toContain('Closes #1')
    await commit('dora', 'develop', 'Resolves #2')
    const sha = (await api.as('dora').get('/projects/1/repository/commits/develop')).body.id
    const path = `/projects/1/repository/commits/${sha}/cherry_pick`
    expect((await api.as('max').post(path, { branch: 'master' })).status).toBe(201)
    expect((await states()).slice(0, 2)).toEqual(['opened', 'closed'])
  })

  it('leaves alone what the committer may not close, and what is closed already', async () => {
    await api.as('fred').post('/projects/2/issues', { title: 'Of fred' })
    await commit('max', 'master', 'Closes fred/website#1 and #3')
    expect(await states(2)).toEqual(['opened'])
    const ofClosed = (await api.as('root').get('/projects/1/issues/3/notes')).body
    expect(ofClosed).toMatchObject([{ body: 'closed' }])
  })
})
