/** How much there is in the world that the servers of the bench hold. */
const size = { issues: 1000, projects: 1000 }

const labels = ['bug', 'ui', 'api', 'docs', 'speed'] as const
const people = ['jane', 'bob', 'alice', 'eve'] as const
const at = (hour: number) => new Date(Date.UTC(2014, 0, 1, hour)).toISOString()

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

/** So many issues, a fifth of them closed. */
export function createIssues(count: number): PlainIssue[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: `Issue ${index + 1} of the bench`,
    description: `What goes wrong in step ${index} of the installation, and what was seen.`,
    author: people[index % 4] ?? 'jane',
    assignee: people[(index + 1) % 4] ?? 'bob',
    labels: [labels[index % 5] ?? 'bug'],
    state: index % 5 === 4 ? 'closed' : 'opened',
    created_at: at(index),
  }))
}

/** A thousand of them. */
export const issues: readonly PlainIssue[] = createIssues(size.issues)

/** As a seed: a private project with all of that, and many others. */
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
      ...others,
    ],
  }
}
