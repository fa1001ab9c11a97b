import type { Seed } from '../src/seed/schema.ts'

type Commits = NonNullable<
  NonNullable<NonNullable<Seed['projects']>[number]['repository']>['commits']
>

/** Two commits without a time: jane begins the default branch, and bob goes on from it in another. */
export function commitsWithBranch(branch: string): Commits {
  return [
    {
      message: 'Begin',
      author: 'jane',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    },
    {
      message: 'Go on',
      author: 'bob',
      branch,
      actions: [{ action: 'create', file_path: 'b', content: 'b' }],
    },
  ]
}
