import { expect, it } from 'vitest'
import { describeTransports } from '../../../harness.ts'
import { commitTo, headOf, open, world } from '../../operations/v3/merge-request-world.ts'

/** A hundred requests at the same time come out as if they had come one after another. */
describeTransports('merge requests at the same time', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const hundred = Array.from({ length: 100 }, (_, index) => index)
  const statuses = (replies: readonly { status: number }[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  it('gives every new one a number of its own, and every issue', async () => {
    const ref = await headOf(api, 'feature')
    for (const index of hundred.slice(0, 50)) {
      const branch = { branch_name: `topic-${index}`, ref }
      await api.as('max').post('/projects/1/repository/branches', branch)
    }
    const replies = await Promise.all(
      hundred.map((index) =>
        index % 2 === 0
          ? api.as('dora').post(path, {
              source_branch: `topic-${index / 2}`,
              target_branch: 'master',
              title: `Topic ${index}`,
            })
          : api.as('eve').post('/projects/1/issues', { title: `Issue ${index}` }),
      ),
    )
    expect(statuses(replies)).toEqual({ 201: 100 })
    const numbers = (isMergeRequest: boolean) =>
      replies
        .filter((_, index) => (index % 2 === 0) === isMergeRequest)
        .map(({ body }) => body.iid)
        .sort((a, b) => a - b)
    expect(numbers(true)).toEqual(hundred.slice(1, 51))
    expect(numbers(false)).toEqual(hundred.slice(5, 55))
    expect(new Set(replies.map(({ body }) => `${body.source_branch} ${body.id}`)).size).toBe(100)
  })

  it('opens one of the same branches, and refuses ninety-nine', async () => {
    const attributes = { source_branch: 'feature', target_branch: 'master', title: 'Mine' }
    const replies = await Promise.all(hundred.map(() => api.as('dora').post(path, attributes)))
    expect(statuses(replies)).toEqual({ 201: 1, 409: 99 })
    expect((await api.as('dora').get(path)).body).toHaveLength(1)
  })

  it('merges once, refuses ninety-nine, and pushes one commit', async () => {
    const { id } = await open(api)
    const before = await headOf(api, 'master')
    const replies = await Promise.all(hundred.map(() => api.as('max').put(`${path}/${id}/merge`)))
    expect(statuses(replies)).toEqual({ 200: 1, 406: 99 })
    const merged = await api.as('max').get(`/projects/1/repository/commits/master`)
    expect(merged.body.parent_ids[0]).toBe(before)
    const events = api.forge.db.events.all().filter(({ action_name }) => action_name === 'accepted')
    expect(events).toHaveLength(1)
    expect((await api.as('max').get('/projects/1/issues/1')).body.state).toBe('closed')
  })

  it('merges many into one branch, each on top of the one before', async () => {
    const ref = await headOf(api, 'develop')
    const made: number[] = []
    for (const index of hundred.slice(0, 20)) {
      const branch_name = `topic-${index}`
      await api.as('max').post('/projects/1/repository/branches', { branch_name, ref })
      await commitTo(api, branch_name, `topic-${index}.txt`)
      const ends = { source_branch: branch_name, target_branch: 'develop' }
      made.push((await open(api, ends)).id)
    }
    const replies = await Promise.all(made.map((id) => api.as('dora').put(`${path}/${id}/merge`)))
    expect(statuses(replies)).toEqual({ 200: 20 })
    const tree = await api
      .as('max')
      .get('/projects/1/repository/tree', { ref_name: 'develop', per_page: 100 })
    const topics = tree.body.filter(({ name }: { name: string }) => name.startsWith('topic-'))
    expect(topics).toHaveLength(20)
    let commit = await headOf(api, 'develop')
    for (let count = 0; count < 20; count += 1) {
      const { body } = await api.as('max').get(`/projects/1/repository/commits/${commit}`)
      expect(body.parent_ids).toHaveLength(2)
      commit = body.parent_ids[0]
    }
    expect(commit).toBe(ref)
  })

  it('loses no edit: a hundred changes of different things all stand', async () => {
    const { id } = await open(api)
    const edits = hundred.map((index) =>
      index % 4 === 0
        ? api.as('dora').put(`${path}/${id}`, { description: `Draft ${index}` })
        : index % 4 === 1
          ? api.as('dora').put(`${path}/${id}`, { labels: `label-${index}` })
          : index % 4 === 2
            ? api.as('max').post(`${path}/${id}/notes`, { body: `Note ${index}` })
            : api.as('dora').put(`${path}/${id}`, { title: `Title ${index}` }),
    )
    const replies = await Promise.all(edits)
    expect(statuses(replies)).toEqual({ 200: 75, 201: 25 })
    const { body } = await api.as('max').get(`${path}/${id}`)
    expect(body.user_notes_count).toBe(25)
    expect(body.description).toMatch(/^Draft \d+$/)
    expect(body.title).toMatch(/^Title \d+$/)
    expect(body.labels).toHaveLength(1)
    const labels = api.forge.db.labels.all().filter(({ title }) => title.startsWith('label-'))
    expect(labels).toHaveLength(25)
    const notes = await api.as('max').get(`${path}/${id}/notes`, { per_page: 100 })
    const renamed = notes.body.filter((note: { body: string }) =>
      note.body.startsWith('changed title'),
    )
    expect(renamed).toHaveLength(25)
  })
})
