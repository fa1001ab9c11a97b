import type { Seed } from '../../../../src/seed/schema.ts'
import type { Api } from '../../../harness.ts'

export const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('')
export const file = (action: 'create' | 'update', content: string) => [
  { action, file_path: 'a.txt', content },
]

/** An issue, a merge request that changes the third of five lines, and a snippet. */
export const seed: Seed = {
  users: ['jane', 'bob', 'dev', 'gus', 'eve'].map((username) => ({ username })),
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      members: { jane: 'owner', bob: 'reporter', dev: 'developer', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      snippets_enabled: true,
      issues: [
        {
          title: 'One',
          author: 'eve',
          notes: [
            { author: 'eve', body: 'Alone', at: '2017-01-01T00:00:00.000Z' },
            { author: 'jane', body: 'closed', system: true, at: '2017-01-02T00:00:00.000Z' },
            {
              author: 'jane',
              body: 'changed title from **A** to **One**',
              system: true,
              at: '2017-01-03T00:00:00.000Z',
            },
            { author: 'bob', body: 'Secret', internal: true, at: '2017-01-04T00:00:00.000Z' },
          ],
        },
      ],
      merge_requests: [{ title: 'Take it', author: 'eve', source_branch: 'feature' }],
      snippets: [
        { title: 'S', author: 'jane', file_name: 'a.rb', code: '1', visibility: 'public' },
      ],
      repository: {
        commits: [
          {
            message: 'First',
            label: 'first',
            author: 'jane',
            actions: file('create', lines('1', '2', '3', '4', '5')),
          },
          {
            message: 'Change',
            branch: 'feature',
            author: 'jane',
            actions: file('update', lines('1', '2', 'three', '4', '5')),
          },
        ],
      },
    },
  ],
}

/** The commits of the merge request's diff, with the kind of a place in it. */
export async function refsOf(api: Api) {
  const { body } = await api.as('jane').get('/projects/1/merge_requests/1')
  return { ...body.diff_refs, position_type: 'text' }
}
