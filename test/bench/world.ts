/** How much there is in the world that the servers of the bench hold. */
export const size = { issues: 1000, projects: 1000, mergeRequests: 48, commits: 100 }

const labels = ['bug', 'ui', 'api', 'docs', 'speed'] as const
const people = ['jane', 'bob', 'alice', 'eve'] as const
const at = (day: number) => new Date(Date.UTC(2014, 0, 1 + day)).toISOString()

/** An issue, as all servers hold it. */
export interface PlainIssue {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly author: string
  readonly assignee: string
  readonly labels: readonly string[]
  readonly state: 'opened' | 'closed'
  readonly created_at: string
}

/** A thousand issues, a fifth of them closed. */
export const issues: readonly PlainIssue[] = Array.from({ length: size.issues }, (_, index) => ({
  id: index + 1,
  title: `Issue ${index + 1} of the bench`,
  description: `What goes wrong in step ${index} of the installation, and what was seen.`,
  author: people[index % 4] ?? 'jane',
  assignee: people[(index + 1) % 4] ?? 'bob',
  labels: [labels[index % 5] ?? 'bug'],
  state: index % 5 === 4 ? 'closed' : 'opened',
  created_at: at(index),
}))

/** As a seed: a private project with all of that, one with branches to merge, and many others. */
export function benchSeed(): object {
  const members = { bob: 'developer', alice: 'master', eve: 'reporter' }
  const others = Array.from({ length: size.projects }, (_, index) => ({
    path: `jane/other-${index}`,
    visibility: 'public',
  }))
  return {
    users: people.map((username) => ({ username })),
    projects: [
      { path: 'jane/website', members, issues: issues.map(({ id: _, ...issue }) => issue) },
      { path: 'jane/code', members, ...code() },
      ...others,
    ],
  }
}

function code(): object {
  const file = (name: string) => [{ action: 'create', file_path: name, content: `${name}\n` }]
  const own = Array.from({ length: size.commits }, (_, index) => ({
    message: `Commit ${index}`,
    author: 'jane',
    at: at(index),
    actions: file(`file-${index}.txt`),
  }))
  const branches = Array.from({ length: size.mergeRequests }, (_, index) => ({
    message: `Branch ${index}`,
    branch: `branch-${index}`,
    author: 'bob',
    at: at(size.commits + index),
    actions: file(`branch-${index}.txt`),
  }))
  return {
    repository: { commits: [...own, ...branches] },
    merge_requests: branches.map(({ branch }, index) => ({
      title: `Merge ${index}`,
      author: 'bob',
      source_branch: branch,
    })),
  }
}
