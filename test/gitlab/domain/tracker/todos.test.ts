import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

describeForge('todos', { seed: trackerWorld }, (api) => {
  /** Whether a user has a pending todo on an issue: to ask for another is then refused. */
  const todo = async (as: string, issue: number) =>
    (await api.as(as).post(`/projects/1/issues/${issue}/todo`)).status
  const pending = (username: string, issue: number) => {
    const { users, todos } = api.forge.db
    const user = users.findFirst((query) => query.where({ username }))
    return todos
      .all()
      .filter(({ user_id, target_id }) => user_id === user?.id && target_id === issue)
      .filter(({ state, target_type }) => state === 'pending' && target_type === 'Issue')
      .map(({ action_name }) => action_name)
  }

  it('are made by an assignment, at the creation and later', async () => {
    const { body } = await api
      .as('carol')
      .post('/projects/1/issues', { title: 'A', assignee_id: 3 })
    expect(await todo('bob', body.id)).toBe(304)
    expect(await todo('carol', body.id)).toBe(201)
    await api.as('carol').put('/projects/1/issues/2', { assignee_id: 3 })
    expect(pending('bob', 2)).toEqual(['assigned'])
    expect(await todo('bob', 2)).toBe(304)
  })

  it('are made by a mention in a title, a description and a comment, for who sees it', async () => {
    await api.as('carol').put('/projects/1/issues/2', { title: 'The footer, @bob' })
    await api
      .as('carol')
      .post('/projects/1/issues/2/notes', { body: 'What do you say, @dave, @eve?' })
    expect(pending('bob', 2)).toEqual(['mentioned'])
    expect(await todo('dave', 2)).toBe(304)
    expect(pending('eve', 2)).toEqual([])
  })

  it('are made by the first 1,000 mentions of a text', async () => {
    const body = `${'@x '.repeat(999)}@bob @dave`
    await api.as('carol').post('/projects/1/issues/2/notes', { body })
    expect([pending('bob', 2), pending('dave', 2)]).toEqual([['mentioned'], []])
  })

  it('are made for a group and for @all', async () => {
    await api.as('carol').post('/projects/1/issues/2/notes', { body: 'Hello @acme' })
    expect([pending('jane', 2), pending('bob', 2)]).toEqual([['mentioned'], ['mentioned']])
    expect(pending('dave', 2)).toEqual([])
    await api.as('bob').post('/projects/1/issues/2/notes', { body: 'Hello @all' })
    expect([pending('carol', 2), pending('dave', 2)]).toEqual([['mentioned'], ['mentioned']])
  })

  it('are made once, however often somebody is mentioned, and not by a name in code', async () => {
    await api.as('carol').post('/projects/1/issues/2/notes', { body: '@bob and @bob' })
    await api.as('carol').post('/projects/1/issues/2/notes', { body: '@bob' })
    expect(pending('bob', 2)).toEqual(['mentioned'])
    await api.as('carol').post('/projects/1/issues/2/notes', { body: '`@dave`' })
    expect(pending('dave', 2)).toEqual([])
  })

  it('are settled by a comment of their user, and by that of nobody else', async () => {
    expect(await todo('bob', 2)).toBe(201)
    await api.as('carol').post('/projects/1/issues/2/notes', { body: 'Hm.' })
    expect(await todo('bob', 2)).toBe(304)
    await api.as('bob').post('/projects/1/issues/2/notes', { body: 'Hm.' })
    expect(pending('bob', 2)).toEqual([])
    expect(await todo('bob', 2)).toBe(201)
  })

  it.each([
    ['closing', { state_event: 'close' }],
    ['another title', { title: 'Other' }],
    ['other labels', { labels: 'design' }],
  ])('are settled by %s', async (_what, change) => {
    await todo('bob', 2)
    await api.as('bob').put('/projects/1/issues/2', change)
    expect(pending('bob', 2)).toEqual([])
  })

  it('are settled by an award', async () => {
    await todo('bob', 2)
    await api.as('bob').post('/projects/1/issues/2/notes', { body: ':tada:' })
    expect(pending('bob', 2)).toEqual([])
  })

  it('stay when their user changes what is read by nobody', async () => {
    await todo('bob', 2)
    await api.as('bob').put('/projects/1/issues/2', { due_date: '2017-03-01' })
    expect(pending('bob', 2)).toEqual(['marked'])
  })
})
