import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { trackerWorld } from '../awards-world.ts'

/** doc/api/merge_requests.md and spec/requests/api/merge_requests_spec.rb of GitLab 8.15. */
describeForge('comments of merge requests', { seed: trackerWorld }, (api) => {
  it.each([['merge_requests'], ['merge_request']])('are notes at /%s', async (name) => {
    const at = `/projects/1/${name}/1/comments`
    const made = await api.as('bob').post(at, { note: 'Nice' })
    const author = { username: 'bob', state: 'active' }
    expect([made.status, Object.keys(made.body)]).toEqual([201, ['note', 'author']])
    expect(made.body).toMatchObject({ note: 'Nice', author })
    expect((await api.as('eve').get(at)).body).toMatchObject([
      { note: 'On the merge request' },
      { note: 'Nice', author },
    ])
    const notes = await api.as('eve').get('/projects/1/merge_requests/1/notes')
    expect(notes.body.at(-1).body).toBe('Nice')
    expect((await api.as('bob').post(at)).status).toBe(400)
    expect((await api.as('bob').post(at, { note: ' ' })).status).toBe(400)
    expect((await api.anonymous.get(at)).status).toBe(401)
    expect((await api.as('bob').get('/projects/1/merge_requests/9/comments')).status).toBe(404)
  })

  it('of an emoji alone award it, those of commands alone carry them out', async () => {
    const at = '/projects/1/merge_requests/1/comments'
    const { body } = await api.as('bob').post(at, { note: ':rocket:' })
    expect(body).toMatchObject({ note: ':rocket:', author: { username: 'bob' } })
    expect(api.forge.db.awardEmoji.all()).toMatchObject([{ name: 'rocket', awardable_id: 1 }])
    expect((await api.as('jane').post(at, { note: '/close' })).status).toBe(404)
    expect(api.forge.db.mergeRequests.all()).toMatchObject([{ state: 'closed' }])
  })
})
