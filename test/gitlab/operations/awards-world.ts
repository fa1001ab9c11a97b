import type { Seed } from '../../../src/seed/schema.ts'

/** An issue, a merge request and a snippet, each with a note, and what few see; nothing is awarded. */
export const trackerWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
  ],
  groups: [{ path: 'acme', visibility: 'public', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      snippets_enabled: true,
      issues: [
        {
          title: 'One',
          author: 'jane',
          notes: [
            { id: 1, author: 'jane', body: 'On the issue' },
            { id: 4, author: 'jane', body: 'Among us', internal: true },
          ],
        },
        { title: 'Secret', author: 'jane', confidential: true },
      ],
      merge_requests: [
        {
          title: 'Take it',
          author: 'jane',
          source_branch: 'feature',
          notes: [{ id: 2, author: 'jane', body: 'On the merge request' }],
        },
      ],
      snippets: [
        {
          title: 'S',
          author: 'jane',
          file_name: 'a.rb',
          code: '1',
          visibility: 'public',
          notes: [{ id: 3, author: 'jane', body: 'On the snippet' }],
        },
        { title: 'Mine', author: 'jane', file_name: 'a.rb', code: '1' },
      ],
      repository: {
        commits: [
          {
            message: 'First',
            label: 'first',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
          },
        ],
        branches: { feature: 'first' },
      },
    },
    { path: 'acme/other', visibility: 'public' },
  ],
}
