import { describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'

type SeedProject = NonNullable<Seed['projects']>[number]

const loadProject = (project: Partial<SeedProject>) =>
  loadSeed(
    {
      users: [{ username: 'jane' }, { username: 'bob' }],
      projects: [{ path: 'jane/site', created_at: '2017-01-01T00:00:00Z', ...project }],
    },
    'test',
  )

describe('the tracker of a seed', () => {
  it('says where an unknown name stands', () => {
    const issue = { title: 'a', author: 'jane' }
    const problems = (project: Partial<SeedProject>) => {
      try {
        loadProject(project)
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
      return ''
    }
    expect(problems({ issues: [{ ...issue, author: 'ghost' }] })).toContain(
      'projects[0].issues[0].author: there is no user "ghost"',
    )
    expect(problems({ issues: [{ ...issue, milestone: 'v9' }] })).toContain(
      'projects[0].issues[0].milestone: the project has no milestone "v9"',
    )
    expect(problems({ issues: [{ ...issue, notes: [{ author: 'ghost', body: 'x' }] }] })).toContain(
      'projects[0].issues[0].notes[0].author',
    )
    expect(problems({ issues: [{ ...issue, subscribers: ['ghost'], todos: ['ghoul'] }] })).toMatch(
      /subscribers\[0\][\s\S]*todos\[0\]/,
    )
    expect(
      problems({
        issues: [
          { ...issue, iid: 1 },
          { ...issue, iid: 1 },
        ],
      }),
    ).toContain('projects[0].issues[1].iid: "1" is there twice')
    expect(problems({ issues: [{ ...issue, awards: [{ name: 'tada', by: 'ghost' }] }] })).toContain(
      'awards[0].by',
    )
    const snippet = { title: 'a', file_name: 'a', code: 'a', author: 'ghost' }
    expect(problems({ snippets: [snippet] })).toContain('projects[0].snippets[0].author')
    const twice = <T>(entry: T) => [
      { ...entry, id: 5 },
      { ...entry, id: 5 },
    ]
    const own = { ...snippet, author: 'jane' }
    expect(problems({ issues: twice(issue) })).toContain('issues[1].id: "5" is there')
    expect(problems({ snippets: twice(own) })).toContain('snippets[1].id: "5" is there')
    expect(problems({ milestones: twice({ title: 'v' }) })).toContain('milestones[1].id')
  })

  it('has a label of an issue or a merge request once, however often it says it', () => {
    const labels = ['bug', 'later', 'bug']
    const store = loadProject({
      issues: [{ title: 'a', author: 'jane', labels }],
      repository: {
        commits: ['master', 'b'].map((branch) => ({
          message: branch,
          author: 'jane',
          branch,
          actions: [{ action: 'create', file_path: branch, content: 'x' }],
        })),
      },
      merge_requests: [{ title: 'b', author: 'jane', source_branch: 'b', labels }],
    })
    expect(store.issues.get(1)?.labels).toEqual(['bug', 'later'])
    expect(store.mergeRequests.get(1)?.labels).toEqual(['bug', 'later'])
  })

  it('has a star, an award and a milestone once, however often it says them', () => {
    const award = { name: 'tada', by: 'bob' }
    const store = loadSeed(
      {
        users: [{ username: 'jane' }, { username: 'bob', stars: ['jane/a', 'jane/A', 'jane/b'] }],
        projects: [
          { path: 'jane/a', milestones: [{ title: 'v1' }] },
          { path: 'jane/b', milestones: [{ title: 'v1' }] },
        ],
        issues: [
          {
            project: 'jane/a',
            title: 'a',
            author: 'jane',
            awards: [award, award, { name: 'tada', by: 'jane' }],
          },
        ],
      },
      'test',
    )
    expect(store.stars.all()).toMatchObject([{ project_id: 1 }, { project_id: 2 }])
    expect(store.awardEmoji.all()).toMatchObject([{ user_id: 2 }, { user_id: 1 }])
    const twice = () => loadProject({ milestones: [{ title: 'v1' }, { title: 'v1' }] })
    expect(twice).toThrow('projects[0].milestones[1].title: "v1" is there twice')
  })

  it('loads issues with what belongs to them', () => {
    const store = loadProject({
      milestones: [{ title: 'v1', state: 'closed' }],
      labels: [{ title: 'bug', color: '#FF0000' }],
      issues: [
        {
          id: 40,
          iid: 12,
          title: 'Old',
          author: 'jane',
          assignee: 'bob',
          labels: ['bug', 'new'],
          milestone: 'v1',
          state: 'closed',
          closed_by: 'bob',
          created_at: '2017-01-02T00:00:00Z',
          closed_at: '2017-01-05T00:00:00Z',
          notes: [
            { author: 'bob', body: 'Hm', at: '2017-01-03T00:00:00Z' },
            { author: 'bob', body: 'closed', at: '2017-01-05T00:00:00Z', system: true },
          ],
          awards: [{ name: 'tada', by: 'bob' }],
          subscribers: ['bob'],
          unsubscribed: ['jane'],
          todos: ['bob'],
        },
        { title: 'Next', author: 'bob' },
      ],
    })
    expect(store.issues.all()).toMatchObject([
      {
        id: 40,
        iid: 12,
        author_id: 1,
        assignee_id: 2,
        milestone_id: 1,
        labels: ['bug', 'new'],
        state: 'closed',
        updated_at: '2017-01-05T00:00:00.000Z',
      },
      { id: 41, iid: 13, state: 'opened', created_at: '2017-01-01T00:00:00.000Z' },
    ])
    expect(store.labels.all().map(({ title, color }) => [title, color])).toEqual([
      ['bug', '#FF0000'],
      ['new', '#428BCA'],
    ])
    expect(store.milestones.all()).toMatchObject([{ iid: 1, state: 'closed' }])
    expect(store.notes.all().map(({ system }) => system)).toEqual([false, true, true])
    expect(store.awardEmoji.all()).toMatchObject([{ name: 'tada', awardable_id: 40 }])
    expect(store.subscriptions.all().map((one) => [one.user_id, one.subscribed])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(store.todos.all().filter(({ state }) => state === 'pending')).toMatchObject([
      { user_id: 2, target_id: 40 },
    ])
    const events = store.events.all().map((event) => [event.action_name, event.author_id])
    expect(events).toEqual([
      ['created', 1],
      ['opened', 2],
      ['opened', 1],
      ['commented on', 2],
      ['closed', 2],
    ])
    expect(store.projects.get(1)?.last_activity_at).toBe('2017-01-05T00:00:00.000Z')
  })

  it('switches the snippets of a project on that holds some, unless it says otherwise', () => {
    const snippets = [{ title: 'a', file_name: 'a', code: 'a', author: 'jane' }]
    const store = loadSeed(
      {
        users: [{ username: 'jane' }],
        projects: [
          { path: 'jane/plain' },
          { path: 'jane/with', snippets },
          { path: 'jane/off', snippets, snippets_enabled: false },
        ],
      },
      'test',
    )
    const isOn = store.projects.all().map(({ snippets_enabled }) => snippets_enabled)
    expect(isOn).toEqual([false, true, false])
  })

  it('has what v4 says of issues, notes and snippets, and is the same when it is exported', async () => {
    const forge = await createTestForge({
      seed: {
        users: [{ username: 'jane' }],
        projects: [
          {
            path: 'jane/site',
            issues: [
              {
                title: 'One',
                type: 'incident',
                discussion_locked: true,
                time_estimate: '1d 4h',
                time_spent: '90m',
                notes: [{ body: 'Among us', internal: true }],
              },
            ],
            snippets: [
              {
                title: 'Two',
                description: 'Both',
                file_name: 'a',
                code: 'a',
                more_files: [{ path: 'lib/b', content: 'b' }],
              },
            ],
          },
        ],
      },
    })
    const again = await createTestForge({ seed: forge.export() })
    for (const { db } of [forge, again]) {
      expect(db.issues.get(1)).toMatchObject({
        issue_type: 'incident',
        discussion_locked: true,
        time_estimate: 12 * 3600,
        total_time_spent: 5400,
      })
      expect(db.notes.get(1)).toMatchObject({ internal: true })
      expect(db.snippets.get(1)).toMatchObject({
        description: 'Both',
        more_files: [{ path: 'lib/b', content: 'b' }],
      })
    }
    expect(again.export()).toEqual(forge.export())
  })

  it('takes durations alone for the times of an issue', () => {
    const issues = [{ title: 'a', time_estimate: 'soon' }]
    expect(() => loadProject({ issues })).toThrow(
      'projects[0].issues[0].time_estimate: "soon" is no duration such as 1d 4h 30m',
    )
  })
})
