import { expect, it } from 'vitest'
import { processorTime } from '../../../growth.ts'
import { describeForge, now } from '../../../harness.ts'
import { open, world } from '../../operations/v3/merge-request-world.ts'

describeForge('what a text names', { seed: world }, (api) => {
  const notes = async (path: string, as = 'root'): Promise<string[]> => {
    const { body } = await api.as(as).get(`${path}/notes`)
    // The seed left notes of its own, at its own times.
    const fresh = body.filter((note: { created_at: string }) => note.created_at === now)
    return fresh.map((note: { body: string }) => note.body)
  }
  const issue = (id: number, project = 1) => `/projects/${project}/issues/${id}`
  const createIssue = async (as: string, description: string, project = 1) =>
    (await api.as(as).post(`/projects/${project}/issues`, { title: 'Another', description })).body

  it('is noted on the issue and the merge request, in the name of who wrote it', async () => {
    const { id } = await open(api)
    const { iid } = await createIssue('rita', 'As #1 and !1 say.')
    expect(await notes(issue(1))).toEqual([`mentioned in issue #${iid}`])
    expect(await notes(`/projects/1/merge_requests/${id}`)).toEqual([`mentioned in issue #${iid}`])
    const { body } = await api.as('root').get(`${issue(1)}/notes`)
    expect(body.at(-1)).toMatchObject({ system: true, author: { username: 'rita' } })
  })

  it('is noted of the first 1,000 that a text names, in its first million characters', async () => {
    await createIssue('rita', `${'#2 '.repeat(999)} #1 #3`)
    await createIssue('rita', `${' '.repeat(999_985)} !1 #2 #1 #3`)
    expect(await notes(issue(1))).toEqual(['mentioned in issue #5'])
    expect(await notes(issue(2))).toEqual(['mentioned in issue #5', 'mentioned in issue #6'])
    expect(await notes(issue(3))).toEqual([])
  })

  it('is noted of a title, of a merge request and of a comment', async () => {
    await api.as('rita').post('/projects/1/issues', { title: 'Like #1' })
    await open(api, { description: 'See #1' })
    await api.as('rita').post(`${issue(2)}/notes`, { body: 'See also #1.' })
    expect(await notes(issue(1))).toEqual([
      'mentioned in issue #5',
      'mentioned in merge request !1',
      'mentioned in issue #2',
    ])
  })

  it('is noted across projects: by name in the same namespace, else with the namespace', async () => {
    await createIssue('olga', 'See acme/website#1, and website#2')
    const { iid } = await createIssue('olga', 'See acme/website#1 and website#2', 6)
    expect(await notes(issue(2))).toEqual([
      'mentioned in issue #5',
      `mentioned in issue other#${iid}`,
    ])
    await createIssue('fred', 'See acme/website#2', 2)
    expect((await notes(issue(2))).at(-1)).toBe('mentioned in issue fred/website#1')
  })

  it('is noted by the address of an issue or a merge request of this forge', async () => {
    const { id } = await open(api)
    await createIssue(
      'rita',
      `${api.origin}/acme/website/issues/1 and ${api.origin}/acme/website/merge_requests/1, not ` +
        'http://elsewhere.test/acme/website/issues/2',
    )
    expect(await notes(issue(1))).toEqual(['mentioned in issue #5'])
    expect(await notes(`/projects/1/merge_requests/${id}`)).toEqual(['mentioned in issue #5'])
    expect(await notes(issue(2))).toEqual([])
  })

  it('is noted once for each text, also when that changes, and not on itself', async () => {
    const { id } = await createIssue('rita', 'See #1, #1 and #5')
    await api.as('rita').put(issue(id), { description: 'See #1 and #2' })
    await api.as('rita').post(`${issue(id)}/notes`, { body: 'Really, see #1' })
    expect(await notes(issue(1))).toEqual(['mentioned in issue #5'])
    expect(await notes(issue(2))).toEqual(['mentioned in issue #5'])
    expect(await notes(issue(id))).toEqual(['Really, see #1'])
  })

  it('is noted of a changed comment', async () => {
    const { body } = await api.as('rita').post(`${issue(2)}/notes`, { body: 'Hm.' })
    await api.as('rita').put(`${issue(2)}/notes/${body.id}`, { body: 'See #1' })
    expect(await notes(issue(1))).toEqual(['mentioned in issue #2'])
  })

  it('is not read in code, nor in HTML entities', async () => {
    await createIssue('rita', 'A `#1`, and &#1;\n\n```\n#2\n```\nand #3')
    expect(await notes(issue(1))).toEqual([])
    expect(await notes(issue(2))).toEqual([])
    expect(await notes(issue(3))).toEqual(['mentioned in issue #5'])
  })

  it('is noted of a commit on any branch with its whole id, but not where that closes the issue', async () => {
    const commit = (branch_name: string, commit_message: string) =>
      api.as('max').post('/projects/1/repository/files', {
        file_path: `new-on-${branch_name}.txt`,
        content: 'text',
        branch_name,
        commit_message,
      })
    await commit('feature', 'Closes #2')
    await commit('master', 'Fixes #1, see #2')
    const tip = async (branch: string) =>
      (await api.as('max').get(`/projects/1/repository/commits/${branch}`)).body.id
    expect(await notes(issue(2))).toEqual([
      `mentioned in commit ${await tip('feature')}`,
      `mentioned in commit ${await tip('master')}`,
    ])
    expect(await notes(issue(1))).toEqual([`closed via commit ${await tip('master')}`])
  })

  it('is noted in the name of the commit’s author, where that is a user', async () => {
    await api.as('max').post('/projects/1/repository/files', {
      file_path: 'new.txt',
      content: 'text',
      branch_name: 'master',
      commit_message: 'See #1, and closes #2',
      author_name: 'Dora',
      author_email: 'dora@example.com',
    })
    for (const id of [1, 2]) {
      const { body } = await api.as('root').get(`${issue(id)}/notes`)
      expect(body.at(-1)).toMatchObject({ created_at: now, author: { username: 'dora' } })
    }
  })

  it('is left alone where who writes it does not see it', async () => {
    await createIssue('eve', 'See #4 and acme/secret#1')
    expect(await notes(issue(4))).toEqual([])
  })

  it('shows to those only who see what names it', async () => {
    await api
      .as('olga')
      .post('/projects/1/issues', { title: 'Hidden', description: '#1', confidential: true })
    expect(await notes(issue(1))).toEqual(['mentioned in issue #5'])
    expect(await notes(issue(1), 'eve')).toEqual([])
    const { body } = await api.as('root').get(`${issue(1)}/notes`)
    expect((await api.as('eve').get(`${issue(1)}/notes/${body.at(-1).id}`)).status).toBe(404)
    expect((await api.as('olga').get(`${issue(1)}/notes/${body.at(-1).id}`)).status).toBe(200)
  })

  it('reads long texts in a moment', async () => {
    const texts = [
      'a.'.repeat(100_000),
      'a/'.repeat(100_000),
      '#1'.repeat(50_000),
      '`'.repeat(100_000),
    ]
    for (const text of [...texts, '@a.'.repeat(50_000), `@${'.'.repeat(100_000)}`]) {
      const begun = processorTime()
      await api.as('rita').post(`${issue(2)}/notes`, { body: text })
      expect([text.slice(0, 4), processorTime() - begun < 2000]).toEqual([text.slice(0, 4), true])
    }
  })
})
