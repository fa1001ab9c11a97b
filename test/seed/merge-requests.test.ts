import { describe, expect, it } from 'vitest'
import { readCommit } from '../../src/git/objects/database.ts'
import { mergeStatus } from '../../src/gitlab/domain/merge-requests/mergeability.ts'
import { commitsOf, headOf } from '../../src/gitlab/domain/merge-requests/range.ts'
import { findCommit } from '../../src/gitlab/domain/repositories/repositories.ts'
import { loadSeed } from '../../src/seed/load.ts'
import { SeedError } from '../../src/seed/problems.ts'
import type { Seed } from '../../src/seed/schema.ts'
import type { MergeRequestRecord } from '../../src/store/models/merge-request.ts'
import { createTestForge } from '../harness.ts'

type Tracker = NonNullable<Seed['trackers']>[number]
type Entry = NonNullable<Tracker['merge_requests']>[number]

function commit(label: string, branch: string, from: string, day: number, content: string) {
  const actions = [{ action: 'create' as const, file_path: `${branch}-${day}`, content }]
  return { label, branch, from, message: label, author: 'jane', at: `2017-01-0${day}`, actions }
}

function seedWith(...merge_requests: Entry[]): Seed {
  return {
    users: [{ username: 'jane' }, { username: 'bob' }],
    projects: [
      {
        path: 'jane/site',
        created_at: '2016-12-01',
        milestones: [{ title: 'Spring' }],
        repository: {
          default_branch: 'main',
          commits: [
            commit('first', 'main', 'main', 1, 'a'),
            commit('topic-1', 'topic', 'first', 2, 'b'),
            commit('topic-2', 'topic', 'first', 3, 'c'),
            commit('done-1', 'done', 'first', 4, 'd'),
            {
              label: 'merged',
              message: 'Merge done',
              author: 'bob',
              at: '2017-01-05',
              merge: 'done',
            },
            commit('gone-1', 'gone', 'first', 6, 'e'),
            commit('last', 'main', 'main', 7, 'f'),
          ],
        },
      },
      {
        path: 'bob/site',
        forked_from: 'jane/site',
        repository: { commits: [commit('fork-1', 'help', 'last', 8, 'g')] },
      },
      { path: 'bob/other' },
    ],
    trackers: [{ project: 'jane/site', merge_requests }],
  }
}

function loaded(...entries: Entry[]) {
  const store = loadSeed(seedWith(...entries), 'test')
  const project = store.projects.all()[0]
  if (!project) throw new Error('The project is not there.')
  const labelled = (name: string) => findCommit(store, project, name)?.id
  const titles = (one: MergeRequestRecord | undefined) =>
    one && commitsOf(store, one).map(({ message }) => message.trim())
  return { store, labelled, titles, records: store.mergeRequests.all() }
}

function problemsOf(...entries: Entry[]): string[] {
  try {
    loadSeed(seedWith(...entries), 'test')
  } catch (error) {
    if (error instanceof SeedError)
      return error.problems.map(({ path, reason }) => `${path}: ${reason}`)
    throw error
  }
  return []
}

const topic: Entry = { title: 'Topic', author: 'jane', source_branch: 'topic' }

describe('merge requests of a seed', () => {
  it('go into the default branch, are open, and follow their branches', () => {
    const { records, labelled, titles, store } = loaded({ ...topic, created_at: '2017-01-09' })
    const [record] = records
    expect(record).toMatchObject({
      iid: 1,
      target_branch: 'main',
      state: 'opened',
      head_sha: null,
      created_at: '2017-01-09T00:00:00.000Z',
      updated_at: '2017-01-09T00:00:00.000Z',
    })
    expect(titles(record)).toEqual(['topic-2', 'topic-1'])
    expect(record && headOf(store, record)).toBe(labelled('topic'))
    expect(record && mergeStatus(store, record)).toBe('can_be_merged')
  })

  it('have milestone, labels, assignee, notes, awards, subscribers and todos', () => {
    const { records, store } = loaded({
      ...topic,
      assignee: 'bob',
      milestone: 'Spring',
      labels: ['new'],
      notes: [{ author: 'bob', body: 'Hm', discussion: 'a', resolvable: true }],
      awards: [{ name: 'thumbsup', by: 'bob' }],
      subscribers: ['bob'],
      todos: ['bob'],
    })
    expect(records[0]).toMatchObject({ assignee_id: 2, milestone_id: 1, labels: ['new'] })
    expect(store.labels.all()).toMatchObject([{ title: 'new' }])
    expect(store.notes.all()).toMatchObject([
      { noteable_type: 'MergeRequest', noteable_id: 1, resolvable: true, resolved: false },
    ])
    expect(store.awardEmoji.all()).toMatchObject([{ awardable_type: 'MergeRequest' }])
    expect(store.subscriptions.all()).toMatchObject([{ subscribable_type: 'MergeRequest' }])
    expect(store.todos.all().filter(({ state }) => state === 'pending')).toMatchObject([
      { target_type: 'MergeRequest' },
    ])
  })

  it('are merged by a commit of the repository', () => {
    const { records, labelled, titles, store } = loaded({
      title: 'Done',
      author: 'jane',
      source_branch: 'done',
      state: 'merged',
      merge_commit: 'merged',
      merged_by: 'bob',
      merged_at: '2017-01-05',
    })
    expect(records[0]).toMatchObject({
      head_sha: labelled('done'),
      merge_user_id: 2,
      updated_at: '2017-01-05T00:00:00.000Z',
    })
    expect(titles(records[0])).toEqual(['done-1'])
    const { parents } = readCommit(store.objects, records[0]?.merge_commit_sha ?? '')
    expect(parents[1]).toBe(labelled('done'))
    const happened = store.events.all().filter(({ target_type }) => target_type === 'MergeRequest')
    expect(happened.map(({ action_name, author_id }) => [action_name, author_id])).toEqual([
      ['opened', 1],
      ['accepted', 2],
    ])
  })

  it('are really merged where no commit is named', () => {
    const before = loaded().labelled('main')
    const { records, labelled, titles, store } = loaded({
      ...topic,
      state: 'merged',
      merged_by: 'bob',
    })
    expect(records[0]?.merge_commit_sha).toBe(labelled('main'))
    const made = readCommit(store.objects, labelled('main') ?? '')
    expect(made.parents).toEqual([before, labelled('topic')])
    expect(made.author.name).toBe('bob')
    expect(made.message).toContain(
      "Merge branch 'topic' into 'main'\n\nTopic\n\nSee merge request !1",
    )
    expect(titles(records[0])).toEqual(['topic-2', 'topic-1'])
    const [pushed, accepted] = store.events.all().slice(-2)
    const after = labelled('main')
    expect(pushed).toMatchObject({
      action_name: 'pushed to',
      author_id: 2,
      data: { ref: 'refs/heads/main', before, after, total_commits_count: 3 },
    })
    expect(accepted).toMatchObject({ action_name: 'accepted', created_at: pushed?.created_at })
  })

  it('remember their commits once closed, by the branch or by a named head', () => {
    const { records, titles, labelled } = loaded(
      { ...topic, state: 'closed', closed_by: 'bob', closed_at: '2017-01-10' },
      { ...topic, source_branch: 'long-gone', state: 'closed', head: 'gone-1' },
    )
    expect(records.map(({ head_sha }) => head_sha)).toEqual([labelled('topic'), labelled('gone')])
    expect(titles(records[0])).toEqual(['topic-2', 'topic-1'])
    expect(titles(records[1])).toEqual(['gone-1'])
  })

  it('come from forks, are reopened, and scheduled', () => {
    const { records, titles, store } = loaded(
      { ...topic, source_project: 'bob/site', source_branch: 'help' },
      { ...topic, state: 'reopened', scheduled_by: 'bob', remove_source_branch: true },
    )
    expect(records[0]).toMatchObject({ source_project_id: 2, target_project_id: 1 })
    expect(titles(records[0])).toEqual(['fork-1'])
    expect(records[1]).toMatchObject({
      state: 'reopened',
      merge_when_build_succeeds: true,
      merge_user_id: 2,
      merge_parameters: { merge_commit_message: null, should_remove_source_branch: null },
      force_remove_source_branch: true,
    })
    const actions = store.events
      .all()
      .flatMap((one) => (one.target_id === 2 ? [one.action_name] : []))
    expect(actions).toEqual(['opened', 'closed', 'reopened'])
  })

  it.each<[string, Entry, string]>([
    [
      'an unknown author',
      { ...topic, author: 'eve' },
      'author: there is no user "eve" in this seed',
    ],
    [
      'a missing source',
      { ...topic, source_branch: 'no' },
      'source_branch: there is no branch "no"',
    ],
    [
      'a missing target',
      { ...topic, target_branch: 'no' },
      'target_branch: there is no branch "no"',
    ],
    [
      'a missing branch to merge',
      { ...topic, source_branch: 'no', state: 'merged' },
      'source_branch: there is no branch "no"',
    ],
    [
      'nothing to merge',
      { ...topic, source_branch: 'done', state: 'merged' },
      'source_branch: has nothing to merge',
    ],
    [
      'a commit that merges nothing',
      { ...topic, state: 'merged', merge_commit: 'last' },
      'merge_commit: is no merge',
    ],
    [
      'an unknown commit',
      { ...topic, state: 'merged', merge_commit: 'no' },
      'merge_commit: there is no commit "no" in this seed',
    ],
    [
      'another project',
      { ...topic, source_project: 'bob/other' },
      'source_project: "bob/other" is no fork of the project',
    ],
    [
      'an unknown milestone',
      { ...topic, milestone: 'no' },
      'milestone: the project has no milestone "no"',
    ],
  ])('refuse %s', (_, entry, problem) => {
    expect(problemsOf(entry)).toContain(`trackers[0].merge_requests[0].${problem}`)
  })

  it('refuse a number or an id that is there twice, and an unknown project', () => {
    const where = 'trackers[0].merge_requests[1]'
    expect(problemsOf({ ...topic, iid: 1 }, { ...topic, iid: 1 })).toEqual([
      `${where}.iid: "1" is there twice`,
    ])
    expect(problemsOf({ ...topic, id: 7 }, { ...topic, id: 7 })).toEqual([
      `${where}.id: "7" is there twice`,
    ])
    const seed: Seed = { trackers: [{ project: 'no/where', labels: ['a'] }] }
    expect(() => loadSeed(seed, 'test')).toThrow(
      'trackers[0].project: there is no project "no/where"',
    )
  })

  it('are drafts, squashed, assigned to several and reviewed, as a world of v4 has them', async () => {
    const forge = await createTestForge({
      seed: seedWith({
        title: 'Topic',
        author: 'jane',
        source_branch: 'topic',
        assignees: ['bob', 'jane'],
        reviewers: ['jane', 'bob'],
        approved_by: ['bob'],
        draft: true,
        squash: true,
      }),
    })
    const record = forge.db.mergeRequests.get(1)
    expect(record).toMatchObject({
      title: 'Draft: Topic',
      assignee_id: 2,
      more_assignee_ids: [1],
      squash: true,
      reviewers: [
        { user_id: 1, state: 'unreviewed' },
        { user_id: 2, state: 'approved' },
      ],
      approvals: [{ user_id: 2 }],
    })
    const again = await createTestForge({ seed: forge.export() })
    expect(again.db.mergeRequests.get(1)).toEqual(record)
  })
})
