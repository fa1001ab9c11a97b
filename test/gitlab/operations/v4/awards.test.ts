import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'
import { trackerWorld } from '../awards-world.ts'

const seed: Seed = trackerWorld
const issue = '/projects/1/issues/1'
const mergeRequest = '/projects/1/merge_requests/1'
const snippet = '/projects/1/snippets/1'
const everywhere = [
  [issue, 'Issue', 1],
  [mergeRequest, 'MergeRequest', 1],
  [snippet, 'Snippet', 1],
  [`${issue}/notes/1`, 'Note', 1],
  [`${mergeRequest}/notes/2`, 'Note', 2],
  [`${snippet}/notes/3`, 'Note', 3],
] as const

describeV4('award emoji', { seed }, (api) => {
  it.each(everywhere)('are awarded and taken back at %s', async (parent, awardable_type, id) => {
    const at = `${parent}/award_emoji`
    const made = await api.as('bob').post(at, { name: 'tractor' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'tractor',
        user: expect.objectContaining({ username: 'bob', locked: false }),
        created_at: '2017-01-15T12:00:00.000Z',
        updated_at: '2017-01-15T12:00:00.000Z',
        awardable_id: id,
        awardable_type,
        url: null,
      },
    ])
    await api.as('eve').post(at, { name: 'tractor' })
    const { body } = await api.anonymous.get(at)
    expect(body.map(({ user }: { user: { username: string } }) => user.username)).toEqual([
      'bob',
      'eve',
    ])
    const one = `${at}/${made.body.id}`
    expect((await api.anonymous.get(one)).body).toEqual(made.body)
    const notHis = await api.as('eve').delete(one)
    expect([notHis.status, notHis.body]).toEqual([401, { message: '401 Unauthorized' }])
    expect((await api.anonymous.delete(one)).status).toBe(401)
    const deleted = await api.as('bob').delete(one)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    const gone = await api.as('bob').delete(one)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
    expect((await api.anonymous.get(one)).body).toEqual({ message: '404 Not found' })
    const [other] = (await api.anonymous.get(at)).body
    expect((await api.as('root').delete(`${at}/${other.id}`)).status).toBe(204)
  })

  it.each(everywhere)('are refused at %s', async (parent) => {
    const at = `${parent}/award_emoji`
    const refusal = async (who: string | undefined, name?: string) => {
      const { status, body } = await (who ? api.as(who) : api.anonymous).post(at, { name })
      return [status, body.error ?? body.message]
    }
    await refusal('bob', '+1')
    expect(await refusal('bob', 'thumbsup')).toEqual([
      404,
      '404 Award Emoji Name has already been taken Not Found',
    ])
    for (const name of ['no emoji', ':rocket:', '']) {
      expect(await refusal('bob', name)).toEqual([
        404,
        '404 Award Emoji Name is not a valid emoji name Not Found',
      ])
    }
    expect(await refusal('bob')).toEqual([400, 'name is missing'])
    expect(await refusal(undefined, 'rocket')).toEqual([404, '404 Award Emoji Not Found'])
  })

  it('are not shown with what is not', async () => {
    const of = async (who: string, at: string) => {
      const { status, body } = await api.as(who).get(`/projects/1/${at}/award_emoji`)
      return [status, body.message]
    }
    const hidden = [404, '404 Award Emoji Not Found']
    const missing = [404, '404 Not found']
    expect(await of('bob', 'issues/2')).toEqual(hidden)
    expect(await of('bob', 'snippets/2')).toEqual(hidden)
    expect(await of('eve', 'issues/1/notes/4')).toEqual(hidden)
    for (const at of ['issues/9', 'merge_requests/9', 'snippets/9', 'issues/1/notes/2']) {
      expect(await of('jane', at)).toEqual(missing)
    }
  })

  it('are votes, of authors too', async () => {
    await api.as('jane').post(`${issue}/award_emoji`, { name: 'thumbsup' })
    await api.as('jane').post(`${issue}/award_emoji`, { name: 'thumbsdown' })
    await api.as('bob').post(`${issue}/award_emoji`, { name: 'thumbsup' })
    expect((await api.as('bob').get(issue)).body).toMatchObject({ upvotes: 2, downvotes: 1 })
    const found = await api.as('bob').get('/projects/1/issues', { my_reaction_emoji: 'thumbsdown' })
    expect(found.body).toEqual([])
  })

  it.each([[mergeRequest], [`${mergeRequest}/notes/2`]])('do the todos on %s', async (parent) => {
    const pending = () =>
      api.forge.db.todos.all().filter(({ user_id, state }) => user_id === 3 && state === 'pending')
    await api.as('bob').post(`${mergeRequest}/todo`)
    expect(pending()).toHaveLength(1)
    await api.as('bob').post(`${parent}/award_emoji`, { name: 'rocket' })
    expect(pending()).toEqual([])
  })

  it('go with what they were awarded to', async () => {
    await api.as('bob').post(`${issue}/notes/1/award_emoji`, { name: 'rocket' })
    await api.as('jane').delete(`${issue}/notes/1`)
    expect(api.forge.db.awardEmoji.all()).toEqual([])
  })

  it('go along where an issue is moved', async () => {
    await api.as('bob').post(`${issue}/notes/1/award_emoji`, { name: 'rocket' })
    const { body } = await api.as('jane').post(`${issue}/move`, { to_project_id: 2 })
    const moved = `/projects/2/issues/${body.iid}`
    const notes = (await api.as('jane').get(`${moved}/notes`, { sort: 'asc' })).body
    const awards = await api.as('jane').get(`${moved}/notes/${notes[0].id}/award_emoji`)
    expect(awards.body).toMatchObject([{ name: 'rocket', user: { username: 'bob' } }])
  })

  it('are not given in an archived project', async () => {
    await api.as('jane').post('/projects/1/archive')
    const { status, body } = await api.as('bob').post(`${issue}/award_emoji`, { name: 'rocket' })
    expect([status, body]).toEqual([404, { message: '404 Award Emoji Not Found' }])
  })
})
