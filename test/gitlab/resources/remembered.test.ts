import { expect, it } from 'vitest'
import { writeJson } from '../../../src/gitlab/resources/remembered.ts'
import { createTestForge, describeForge } from '../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      members: { bob: 'developer' as const },
      milestones: [{ title: 'Opening' }],
      issues: [{ title: 'It leaks', author: 'jane', assignee: 'bob', milestone: 'Opening' }],
    },
  ],
}

/** What each write changes of an issue that was read before: its own fields, and those of other records. */
describeForge('a resource that was read before', { seed }, (api) => {
  const path = '/projects/1/issues'
  const readTwice = async () => {
    await api.as('jane').get(path)
    return (await api.as('jane').get(path)).body[0]
  }

  it('shows its own changes', async () => {
    await readTwice()
    await api.as('jane').put(`${path}/1`, { title: 'It leaks no more' })
    expect((await readTwice()).title).toBe('It leaks no more')
  })

  it('shows what comes to other records: a comment, a vote, a name, a milestone, a path', async () => {
    expect(await readTwice()).toMatchObject({ user_notes_count: 0, upvotes: 0 })
    await api.as('bob').post(`${path}/1/notes`, { body: 'I am on it.' })
    await api.as('bob').post(`${path}/1/notes`, { body: ':+1:' })
    expect(await readTwice()).toMatchObject({ user_notes_count: 1, upvotes: 1 })
    await api.as('root').put('/users/3', { name: 'Bob the Builder' })
    expect((await readTwice()).assignee.name).toBe('Bob the Builder')
    const { milestones, projects } = api.forge.db
    milestones.replace(milestones.all()[0] ?? expect.fail(), { title: 'Closing' })
    projects.replace(projects.all()[0] ?? expect.fail(), { path: 'homepage' })
    const { milestone, web_url } = await readTwice()
    expect(milestone.title).toBe('Closing')
    expect(web_url).toBe(`${api.origin}/jane/homepage/issues/1`)
  })

  it('is what each caller sees', async () => {
    expect((await readTwice()).subscribed).toBe(true)
    expect((await api.as('root').get(path)).body[0].subscribed).toBe(false)
    expect((await readTwice()).subscribed).toBe(true)
  })

  it('is not shown with what was taken back', async () => {
    const refused = { milestone_id: 1, title: 'x'.repeat(300) }
    expect((await api.as('jane').put(`${path}/1`, refused)).status).toBe(400)
    expect(await readTwice()).toMatchObject({ title: 'It leaks', milestone: { title: 'Opening' } })
  })

  it('is as the world is after a reset and after another snapshot', async () => {
    const before = api.forge.snapshot()
    await api.as('jane').put(`${path}/1`, { title: 'Another' })
    expect((await readTwice()).title).toBe('Another')
    api.forge.restore(before)
    expect((await readTwice()).title).toBe('It leaks')
    await api.as('jane').put(`${path}/1`, { title: 'A third' })
    await readTwice()
    api.forge.reset()
    expect((await readTwice()).title).toBe('It leaks')
  })

  it('has the permissions of its day', async () => {
    await api.as('jane').put('/projects/1/members/3', {
      access_level: 30,
      expires_at: '2017-01-20',
    })
    const permissions = async () => (await api.as('bob').get('/projects/1')).body.permissions
    expect(await permissions()).toMatchObject({ project_access: { access_level: 30 } })
    api.forge.clock.set('2017-01-21')
    expect((await api.as('bob').get('/projects/1')).status).toBe(404)
  })

  it('has each of the forms that are asked for', async () => {
    const simple = (await api.as('jane').get('/projects', { simple: true })).body[0]
    const whole = (await api.as('jane').get('/projects')).body[0]
    const owned = (await api.as('jane').get('/projects/owned', { statistics: true })).body[0]
    expect(Object.keys(simple)).not.toContain('star_count')
    expect([whole.star_count, whole.statistics]).toEqual([0, undefined])
    expect(owned.statistics).toMatchObject({ commit_count: 0 })
    expect((await api.as('jane').get('/projects')).body[0]).toEqual(whole)
  })
})

it('a world that is answered from the past is not that of the present', async () => {
  const forge = await createTestForge({ seed })
  const read = async () => {
    const headers = { 'private-token': 'jane-token' }
    const response = await forge.fetch('http://forge.test/api/v3/projects/1/issues', { headers })
    return (await response.json())[0].title
  }
  const { issues } = forge.db
  forge.faults.add({ isStale: true, path: '/projects/*/issues', method: 'GET', times: 1 })
  await forge.fetch('http://forge.test/api/v3/projects/1/issues/1', {
    method: 'PUT',
    headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Another' }),
  })
  expect(issues.get(1)?.title).toBe('Another')
  expect([await read(), await read()]).toEqual(['It leaks', 'Another'])
})

it('what is written is what JSON.stringify writes', () => {
  for (const value of [[], [1, undefined, null, 'a'], { a: [undefined] }, 'text', null, [[]]]) {
    expect(writeJson(value).read()).toBe(JSON.stringify(value))
    expect(writeJson(value).length).toBe(JSON.stringify(value).length)
  }
})
