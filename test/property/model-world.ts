import type { Seed } from '../../src/seed/schema.ts'

/** The world that the model of model.test.ts starts from: one project, one file of three. */
export const modelWorld: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'dora' }, { username: 'rita' }],
  projects: [
    {
      path: 'root/ship',
      visibility: 'public',
      members: { dora: 'developer', rita: 'reporter' },
      repository: {
        protected_branches: { master: {} },
        commits: [
          {
            message: 'Begin',
            author: 'root',
            at: '2017-01-01T10:00:00Z',
            actions: ['bow', 'mast', 'stern'].map((file_path) => ({
              action: 'create' as const,
              file_path,
              content: 'begin\n',
            })),
          },
        ],
      },
    },
  ],
}
export const files = ['bow', 'mast', 'stern'] as const
