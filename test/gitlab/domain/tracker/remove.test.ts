import { describe, expect, it } from 'vitest'
import { removeProject, removeUser } from '../../../../src/gitlab/domain/remove.ts'
import { loadSeed } from '../../../../src/seed/load.ts'
import type { Store } from '../../../../src/store/store.ts'
import { testSystemContext } from '../test-context.ts'

const world = () => {
  const conversation = {
    notes: [
      { author: 'bob', body: 'Hm' },
      { author: 'jane', body: 'Well' },
    ],
    awards: [
      { name: 'tada', by: 'bob' },
      { name: 'tada', by: 'jane' },
    ],
  }
  const attention = { subscribers: ['bob', 'jane'], todos: ['bob', 'jane'] }
  const store = loadSeed(
    {
      users: [{ username: 'jane' }, { username: 'bob' }],
      projects: [
        {
          path: 'jane/site',
          milestones: [{ title: 'v1' }],
          issues: [
            {
              title: 'a',
              state: 'closed',
              closed_by: 'jane',
              author: 'bob',
              assignee: 'jane',
              labels: ['x'],
              ...conversation,
              ...attention,
            },
            { title: 'b', author: 'jane', assignee: 'bob', ...conversation, ...attention },
          ],
          snippets: [{ title: 's', file_name: 's', code: 's', author: 'bob', ...conversation }],
        },
      ],
    },
    'test',
  )
  store.mergeRequests.insert({
    iid: 1,
    source_project_id: 1,
    target_project_id: 1,
    source_branch: 'a',
    target_branch: 'b',
    title: 'm',
    author_id: 1,
    assignee_id: 2,
  })
  return store
}

const counts = (store: Store) => ({
  issues: store.issues.all().length,
  mergeRequests: store.mergeRequests.all().length,
  snippets: store.snippets.all().length,
  notes: store.notes.all().length,
  awards: store.awardEmoji.all().length,
  subscriptions: store.subscriptions.all().length,
  todos: store.todos.all().length,
  events: store.events.all().length,
  labels: store.labels.all().length,
  milestones: store.milestones.all().length,
})

describe('what goes with a project or a user', () => {
  it('takes everything of a project out', () => {
    const store = world()
    const project = store.projects.get(1)
    if (project) removeProject(testSystemContext(store), project)
    expect(Object.values(counts(store)).every((count) => count === 0)).toBe(true)
  })

  it('takes out what a user wrote, and frees what they were assigned', () => {
    const store = world()
    const bob = store.users.one('username', 'bob')
    if (bob) removeUser(testSystemContext(store), bob)
    expect(counts(store)).toEqual({
      issues: 1,
      mergeRequests: 1,
      snippets: 0,
      notes: 1,
      awards: 1,
      subscriptions: 1,
      todos: 1,
      events: 2,
      labels: 1,
      milestones: 1,
    })
    expect(store.issues.all()).toMatchObject([{ title: 'b', assignee_id: null }])
    expect(store.mergeRequests.all()).toMatchObject([{ assignee_id: null }])
  })

  it('forgets who resolved a discussion, and leaves it resolved', () => {
    const store = world()
    const [note] = store.notes.all().filter(({ author_id }) => author_id === 1)
    const bob = store.users.one('username', 'bob')
    if (!note || !bob) throw new Error('The note or the user is not there.')
    store.notes.replace(note, { noteable_id: 2, resolved: true, resolved_by_id: bob.id })
    removeUser(testSystemContext(store), bob)
    expect(store.notes.get(note.id)).toMatchObject({ resolved: true, resolved_by_id: null })
  })
})
