import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { withoutIds, worldAnswers } from './world-answers.ts'

/**
 * The same story, described by a seed with dates and through the API with the clock at the same dates, is
 * the same world: every list and every resource, ids apart where the order of the file differs.
 */
const configuration =
  'test:\n  script: make test\ndeploy:\n  stage: deploy\n  script: make deploy\n'

const people: Seed = {
  users: [
    { username: 'root', admin: true, created_at: '2017-01-01T08:00:00Z' },
    { username: 'jane', created_at: '2017-01-01T08:00:00Z', can_create_group: true },
    { username: 'bob', created_at: '2017-01-01T08:00:00Z' },
    { username: 'carol', created_at: '2017-01-01T08:00:00Z' },
  ],
}

/** Does something through the API at a time, in the name of a user; returns the body of the answer. */
type Act = (
  time: string,
  username: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  parameters?: object,
) => Promise<Record<string, number>>

interface Story {
  readonly name: string
  readonly seed: Seed
  act(act: Act, forge: Forge, at: (time: string) => void): Promise<void>
}

const site = {
  path: 'jane/site',
  visibility: 'public',
  created_at: '2017-01-02T08:00:00Z',
} as const
const createSite = (act: Act) =>
  act('2017-01-02T08:00:00Z', 'jane', 'POST', '/projects', {
    name: 'site',
    visibility_level: 20,
    snippets_enabled: false,
  })
const add = (act: Act, time: string, user_id: number, access_level: number) =>
  act(time, 'jane', 'POST', '/projects/1/members', { user_id, access_level })
const readme = [{ action: 'create', file_path: 'README.md', content: '# Site\n' }] as const
const commit = (branch_name: string, commit_message: string, actions: readonly object[]) => ({
  branch_name,
  commit_message,
  actions,
})

const stories: readonly Story[] = [
  {
    name: 'members join and leave',
    seed: {
      ...people,
      projects: [
        {
          ...site,
          members: {
            bob: { level: 'developer', since: '2017-01-03T08:00:00Z' },
            carol: {
              level: 'reporter',
              since: '2017-01-04T08:00:00Z',
              until: '2017-01-05T08:00:00Z',
            },
          },
        },
      ],
    },
    async act(act) {
      await createSite(act)
      await add(act, '2017-01-03T08:00:00Z', 3, 30)
      await add(act, '2017-01-04T08:00:00Z', 4, 20)
      await act('2017-01-05T08:00:00Z', 'jane', 'DELETE', '/projects/1/members/4')
    },
  },
  {
    name: 'issues are closed, reopened and moved',
    seed: {
      ...people,
      projects: [
        {
          ...site,
          members: { bob: { level: 'developer', since: '2017-01-03T08:00:00Z' } },
          labels: [],
          issues: [
            {
              title: 'It leaks',
              author: 'jane',
              labels: ['bug'],
              created_at: '2017-01-04T08:00:00Z',
              notes: [{ author: 'bob', body: 'Where?', at: '2017-01-04T09:00:00Z' }],
              history: [
                { event: 'close', by: 'bob', at: '2017-01-04T10:00:00Z' },
                { event: 'reopen', by: 'jane', at: '2017-01-04T11:00:00Z' },
              ],
              state: 'closed',
              closed_by: 'jane',
              closed_at: '2017-01-04T12:00:00Z',
            },
            {
              title: 'It creaks, see #1',
              author: 'jane',
              created_at: '2017-01-04T08:30:00Z',
              notes: [{ author: 'bob', body: 'As in #1', at: '2017-01-04T09:30:00Z' }],
              awards: [],
              history: [{ event: 'move', to: 'jane/shed', by: 'jane', at: '2017-01-06T08:00:00Z' }],
            },
          ],
        },
        {
          path: 'jane/shed',
          visibility: 'public',
          created_at: '2017-01-05T08:00:00Z',
          issues: [{ title: 'First here', author: 'jane', created_at: '2017-01-05T09:00:00Z' }],
        },
      ],
    },
    async act(act) {
      await createSite(act)
      await add(act, '2017-01-03T08:00:00Z', 3, 30)
      const issues = '/projects/1/issues'
      const leak = { title: 'It leaks', labels: 'bug' }
      await act('2017-01-04T08:00:00Z', 'jane', 'POST', issues, leak)
      await act('2017-01-04T08:30:00Z', 'jane', 'POST', issues, { title: 'It creaks, see #1' })
      await act('2017-01-04T09:00:00Z', 'bob', 'POST', `${issues}/1/notes`, { body: 'Where?' })
      await act('2017-01-04T09:30:00Z', 'bob', 'POST', `${issues}/2/notes`, { body: 'As in #1' })
      await act('2017-01-04T10:00:00Z', 'bob', 'PUT', `${issues}/1`, { state_event: 'close' })
      await act('2017-01-04T11:00:00Z', 'jane', 'PUT', `${issues}/1`, { state_event: 'reopen' })
      await act('2017-01-04T12:00:00Z', 'jane', 'PUT', `${issues}/1`, { state_event: 'close' })
      const shed = { name: 'shed', visibility_level: 20, snippets_enabled: false }
      await act('2017-01-05T08:00:00Z', 'jane', 'POST', '/projects', shed)
      const first = { title: 'First here' }
      await act('2017-01-05T09:00:00Z', 'jane', 'POST', '/projects/2/issues', first)
      await act('2017-01-06T08:00:00Z', 'jane', 'POST', `${issues}/2/move`, { to_project_id: 2 })
    },
  },
  {
    name: 'a merge request is merged and closes its issues',
    seed: {
      ...people,
      projects: [
        {
          ...site,
          members: { bob: { level: 'master', since: '2017-01-03T08:00:00Z' } },
          repository: {
            commits: [
              {
                label: 'begin',
                message: 'Begin',
                author: 'jane',
                at: '2017-01-04T08:00:00Z',
                actions: [...readme],
              },
              {
                branch: 'topic',
                message: 'Mend it',
                author: 'bob',
                at: '2017-01-06T08:00:00Z',
                actions: [{ action: 'update', file_path: 'README.md', content: '# A site\n' }],
              },
              {
                branch: 'topic',
                message: 'Mend more',
                author: 'bob',
                at: '2017-01-06T10:00:00Z',
                actions: [{ action: 'create', file_path: 'more.md', content: 'more\n' }],
              },
            ],
            branches: { topic: 'begin' },
          },
          issues: [
            { title: 'It leaks', author: 'bob', created_at: '2017-01-05T08:00:00Z' },
            { title: 'It creaks', author: 'bob', created_at: '2017-01-05T09:00:00Z' },
          ],
          merge_requests: [
            {
              title: 'Mend the site',
              description: 'Closes #1',
              author: 'bob',
              source_branch: 'topic',
              created_at: '2017-01-06T09:00:00Z',
              notes: [{ author: 'jane', body: 'Fine', at: '2017-01-06T11:00:00Z' }],
              state: 'merged',
              merged_by: 'jane',
              merged_at: '2017-01-06T12:00:00Z',
              remove_source_branch: true,
            },
          ],
        },
      ],
    },
    async act(act) {
      await createSite(act)
      await add(act, '2017-01-03T08:00:00Z', 3, 40)
      const commits = '/projects/1/repository/commits'
      await act('2017-01-04T08:00:00Z', 'jane', 'POST', commits, commit('master', 'Begin', readme))
      await act('2017-01-04T08:00:00Z', 'jane', 'POST', '/projects/1/repository/branches', {
        branch_name: 'topic',
        ref: 'master',
      })
      await act('2017-01-05T08:00:00Z', 'bob', 'POST', '/projects/1/issues', { title: 'It leaks' })
      await act('2017-01-05T09:00:00Z', 'bob', 'POST', '/projects/1/issues', { title: 'It creaks' })
      const mend = [{ action: 'update', file_path: 'README.md', content: '# A site\n' }]
      await act('2017-01-06T08:00:00Z', 'bob', 'POST', commits, commit('topic', 'Mend it', mend))
      await act('2017-01-06T09:00:00Z', 'bob', 'POST', '/projects/1/merge_requests', {
        title: 'Mend the site',
        description: 'Closes #1',
        source_branch: 'topic',
        target_branch: 'master',
        remove_source_branch: true,
      })
      const more = [{ action: 'create', file_path: 'more.md', content: 'more\n' }]
      await act('2017-01-06T10:00:00Z', 'bob', 'POST', commits, commit('topic', 'Mend more', more))
      const path = '/projects/1/merge_requests/1'
      await act('2017-01-06T11:00:00Z', 'jane', 'POST', `${path}/notes`, { body: 'Fine' })
      await act('2017-01-06T12:00:00Z', 'jane', 'PUT', `${path}/merge`)
    },
  },
  {
    name: 'a pipeline runs to its end, and a version is released',
    seed: {
      ...people,
      projects: [
        {
          ...site,
          repository: {
            commits: [
              {
                label: 'first',
                message: 'Begin',
                author: 'jane',
                at: '2017-01-04T08:00:00Z',
                actions: [
                  { action: 'create', file_path: '.gitlab-ci.yml', content: configuration },
                ],
              },
            ],
            tags: [
              {
                name: 'v1.0',
                ref: 'first',
                message: 'The first',
                by: 'jane',
                at: '2017-01-05T08:00:00Z',
                release_description: 'It works.',
              },
            ],
          },
        },
      ],
      pipelines: [
        {
          project: 'jane/site',
          commit: 'first',
          by: 'jane',
          at: '2017-01-04T08:00:00Z',
          builds: [
            {
              name: 'test',
              commands: 'make test',
              started_at: '2017-01-04T08:01:00Z',
              finished_at: '2017-01-04T08:02:00Z',
              trace: 'fine\n',
            },
            {
              name: 'deploy',
              stage: 'deploy',
              commands: 'make deploy',
              status: 'failed',
              started_at: '2017-01-04T08:03:00Z',
              finished_at: '2017-01-04T08:04:00Z',
            },
          ],
        },
        {
          project: 'jane/site',
          ref: 'v1.0',
          by: 'jane',
          at: '2017-01-05T08:00:00Z',
          builds: [
            { name: 'test', commands: 'make test', status: 'pending' },
            { name: 'deploy', stage: 'deploy', commands: 'make deploy', status: 'created' },
          ],
        },
      ],
      statuses: [
        {
          project: 'jane/site',
          commit: 'first',
          name: 'lint',
          state: 'success',
          author: 'jane',
          at: '2017-01-06T08:00:00Z',
        },
      ],
    },
    async act(act, forge, at) {
      await createSite(act)
      const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: configuration }]
      const commits = '/projects/1/repository/commits'
      await act('2017-01-04T08:00:00Z', 'jane', 'POST', commits, commit('master', 'Begin', actions))
      const sha = forge.db.repositories.get(1)?.refs.get('refs/heads/master') ?? ''
      at('2017-01-04T08:01:00Z')
      forge.advance(1, 'running')
      at('2017-01-04T08:02:00Z')
      forge.advance(1, 'success', { trace: 'fine\n' })
      at('2017-01-04T08:03:00Z')
      forge.advance(2, 'running')
      at('2017-01-04T08:04:00Z')
      forge.advance(2, 'failed')
      await act('2017-01-05T08:00:00Z', 'jane', 'POST', '/projects/1/repository/tags', {
        tag_name: 'v1.0',
        ref: 'master',
        message: 'The first',
        release_description: 'It works.',
      })
      const status = { state: 'success', name: 'lint' }
      await act('2017-01-06T08:00:00Z', 'jane', 'POST', `/projects/1/statuses/${sha}`, status)
    },
  },
]

describe('a story', () => {
  it.each(stories)(
    'is the same world by seed and by API: $name',
    async ({ seed, act: perform }) => {
      let time = '2017-02-01T00:00:00Z'
      const now = () => new Date(time)
      const validateResponses = true
      const [loaded, acted] = await Promise.all([
        createForge({ seed, now, validateResponses }),
        createForge({ seed: people, now, validateResponses }),
      ])
      const act: Act = async (at, username, method, path, parameters = {}) => {
        time = at
        const headers = { 'private-token': `${username}-token`, 'content-type': 'application/json' }
        const body = method === 'DELETE' ? {} : { body: JSON.stringify(parameters) }
        const request = new Request(`http://forge.test/api/v3${path}`, { method, headers, ...body })
        const response = await acted.fetch(request)
        expect([path, response.status < 300 ? 'fine' : await response.text()]).toEqual([
          path,
          'fine',
        ])
        return response.json()
      }
      await perform(act, acted, (at) => {
        time = at
      })
      time = '2017-02-01T00:00:00Z'
      expect(withoutIds(await worldAnswers(loaded))).toEqual(withoutIds(await worldAnswers(acted)))
    },
  )
})
