import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { trackerWorld } from '../awards-world.ts'

/** doc/api/award_emoji.md and spec/requests/api/award_emoji_spec.rb of GitLab 8.15. */
const everywhere = [
  ['/projects/1/issues/1', 'Issue', 1],
  ['/projects/1/merge_requests/1', 'MergeRequest', 1],
  ['/projects/1/snippets/1', 'Snippet', 1],
  ['/projects/1/issues/1/notes/1', 'Note', 1],
  ['/projects/1/merge_requests/1/notes/2', 'Note', 2],
  ['/projects/1/snippets/1/notes/3', 'Note', 3],
] as const

describeForge('award emoji', { seed: trackerWorld }, (api) => {
  it.each(everywhere)('are awarded and taken back at %s', async (parent, awardable_type, id) => {
    const at = `${parent}/award_emoji`
    const made = await api.as('bob').post(at, { name: 'blowfish' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'blowfish',
      user: { username: 'bob', state: 'active' },
      awardable_id: id,
      awardable_type,
    })
    expect((await api.as('eve').get(at)).body).toEqual([made.body])
    const one = `${at}/${made.body.id}`
    expect((await api.as('eve').get(one)).body).toEqual(made.body)
    expect((await api.as('eve').delete(one)).status).toBe(401)
    const deleted = await api.as('bob').delete(one)
    expect([deleted.status, deleted.body]).toEqual([200, made.body])
    expect((await api.as('bob').delete(one)).status).toBe(404)
  })

  it.each(everywhere)('are refused at %s', async (parent) => {
    const at = `${parent}/award_emoji`
    const refusal = async (who: string, name: string) => {
      const { status, body } = await api.as(who).post(at, { name })
      return [status, body.message]
    }
    await refusal('bob', '+1')
    expect(await refusal('bob', 'thumbsup')).toEqual([
      404,
      '404 Award Emoji {:name=>["has already been taken"]} Not Found',
    ])
    expect(await refusal('bob', 'no emoji')).toEqual([
      404,
      '404 Award Emoji {:name=>["is not included in the list"]} Not Found',
    ])
    expect(await refusal('jane', '-1')).toEqual([404, '404 Award Emoji Not Found'])
    expect((await api.as('bob').post(at)).status).toBe(400)
    expect((await api.anonymous.post(at, { name: 'rocket' })).status).toBe(401)
  })
})
