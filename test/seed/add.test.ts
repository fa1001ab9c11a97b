import { describe, expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge, now } from '../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [{ path: 'tidewater', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'jane/website',
      created_at: '2016-05-01',
      milestones: [{ title: 'v1' }],
      issues: [{ title: 'The first' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
  ],
}

describe('forge.add', () => {
  it('adds the seeds that are given at once in their order, whatever each holds', async () => {
    const forge = await createTestForge()
    const added = await Promise.all([
      forge.add({
        groups: [{ path: 'team', members: { root: 'owner' } }],
        projects: [{ path: 'team/app', issues: [{ title: 'It leaks', author: 'root' }] }],
      }),
      forge.add({ projects: [{ path: 'team/site' }] }),
    ])
    expect(added.map(({ projects }) => projects.map(({ id, path }) => [id, path]))).toEqual([
      [[1, 'app']],
      [[2, 'site']],
    ])
  })

  it('changes the settings that it names, and leaves the others', async () => {
    const settings = { signup_enabled: false, default_projects_limit: 7 }
    const forge = await createTestForge({ seed: { ...seed, settings } })
    await forge.add({ settings: { home_page_url: 'https://example.com' } })
    await forge.add({ settings: { default_projects_limit: 8 } })
    expect(forge.db.settings.all()).toMatchObject([
      { signup_enabled: false, default_projects_limit: 8, home_page_url: 'https://example.com' },
    ])
    expect(forge.db.settings.all()).toHaveLength(1)
  })

  it('adds an issue in the words of a seed, now, and returns its record', async () => {
    const forge = await createTestForge({ seed })
    const { issues, notes } = await forge.add({
      issues: [
        {
          project: 'jane/website',
          title: 'It leaks',
          labels: ['bug'],
          milestone: 'v1',
          notes: [{ author: 'bob', body: 'Where?' }],
        },
      ],
    })
    expect(issues).toEqual([forge.db.issues.get(2)])
    expect(issues[0]).toMatchObject({ iid: 2, title: 'It leaks', author_id: 2, created_at: now })
    expect(notes).toMatchObject([{ body: 'Where?', author_id: 3, created_at: now }])
    const url = 'http://forge.test/api/v3/projects/1/issues'
    const request = new Request(url, { headers: { 'private-token': 'jane-token' } })
    const answer = await (await forge.fetch(request)).json()
    expect(answer.map(({ title }: { title: string }) => title)).toContain('It leaks')
  })

  it('adds people, projects, branches and merge requests to what is there', async () => {
    const forge = await createTestForge({ seed })
    const added = await forge.add({
      users: [{ username: 'carol' }],
      projects: [{ path: 'tidewater/site', members: ['carol', 'bob'] }],
      repositories: [
        {
          project: 'jane/website',
          commits: [
            {
              branch: 'topic',
              message: 'Mend',
              author: 'bob',
              actions: [{ action: 'create', file_path: 'b', content: 'b' }],
            },
          ],
        },
      ],
      merge_requests: [
        { project: 'jane/website', title: 'Mend it', source_branch: 'topic', author: 'bob' },
      ],
    })
    expect(added.users.map(({ username }) => username)).toEqual(['carol'])
    expect(added.projects).toMatchObject([{ path: 'site', creator_id: 2 }])
    expect(added.groups).toEqual([])
    expect(added.merge_requests).toMatchObject([
      { source_branch: 'topic', target_branch: 'master' },
    ])
    expect(forge.db.projects.get(1)?.default_branch).toBe('master')
    expect([...(forge.db.repositories.get(1)?.refs.keys() ?? [])]).toEqual([
      'refs/heads/master',
      'refs/heads/topic',
    ])
  })

  it('leaves the world as it was where the seed is wrong', async () => {
    const forge = await createTestForge({ seed })
    const records = () => Object.values(forge.snapshot()).map((collection) => collection.records)
    const before = records()
    const wrong: Seed = {
      users: [{ username: 'carol' }],
      issues: [
        { project: 'jane/website', title: 'It leaks' },
        { project: 'jane/websit', title: 'It creaks' },
      ],
    }
    await expect(forge.add(wrong)).rejects.toThrow(
      'The seed given to forge.add is wrong at issues[1].project: there is no project "jane/websit" in this seed; did you mean "jane/website"?',
    )
    expect(records()).toEqual(before)
  })

  it('is refused with all that is there twice', async () => {
    const forge = await createTestForge({ seed })
    await expect(forge.add({ users: [{ username: 'jane' }] })).rejects.toThrow(
      '"jane" is there twice',
    )
  })

  it('goes with a reset', async () => {
    const forge = await createTestForge({ seed })
    await forge.add({ users: [{ username: 'carol' }] })
    forge.reset()
    expect(forge.db.users.all()).toHaveLength(3)
  })
})
