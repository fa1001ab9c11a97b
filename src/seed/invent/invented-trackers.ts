import type { Faker } from '@faker-js/faker'
import { visibilities } from '../../contract/visibility-levels.ts'
import type { Seed } from '../schema.ts'
import type { Period } from './invented-people.ts'
import type { InventedBranch } from './invented-repositories.ts'

type SeedTracker = NonNullable<Seed['trackers']>[number]
type SeedIssue = NonNullable<SeedTracker['issues']>[number]
type SeedMergeRequest = NonNullable<SeedTracker['merge_requests']>[number]
type SeedSnippet = NonNullable<SeedTracker['snippets']>[number]
type SeedNote = NonNullable<SeedIssue['notes']>[number]

const labels = ['bug', 'feature', 'documentation', 'question']

interface Circumstances {
  readonly faker: Faker
  readonly people: readonly string[]
  readonly period: Period
}

/** Generates issues, the first with the most notes, merge requests of the branches, and snippets. */
export function inventTracker(
  circumstances: Circumstances,
  project: string,
  amounts: { readonly issues: number; readonly snippets: number; readonly notes: number },
  branches: readonly InventedBranch[],
): SeedTracker {
  const { faker } = circumstances
  const issues = Array.from({ length: amounts.issues }, (_, index) => {
    const most = index === 0 ? amounts.notes : 2
    return inventIssue(circumstances, faker.number.int({ min: index === 0 ? most : 0, max: most }))
  })
  return {
    project,
    ...(issues.length > 0 ? { milestones: [{ title: 'Next' }], labels } : {}),
    issues: issues.sort((one, other) =>
      (one.created_at ?? '') < (other.created_at ?? '') ? -1 : 1,
    ),
    merge_requests: branches.map((branch) => inventMergeRequest(circumstances, branch)),
    snippets: Array.from({ length: amounts.snippets }, () => inventSnippet(circumstances)),
  }
}

function inventIssue({ faker, people, period }: Circumstances, notes: number): SeedIssue {
  const created_at = faker.date.between(period).toISOString()
  const since = { from: new Date(created_at), to: period.to }
  return {
    title: `${faker.hacker.verb()} the ${faker.hacker.adjective()} ${faker.hacker.noun()}`,
    description: faker.hacker.phrase(),
    author: faker.helpers.arrayElement(people),
    ...faker.helpers.maybe(() => ({ assignee: faker.helpers.arrayElement(people) })),
    labels: faker.helpers.arrayElements(labels, { min: 0, max: 2 }),
    ...faker.helpers.maybe(() => ({ milestone: 'Next' }), { probability: 0.3 }),
    ...faker.helpers.maybe(
      () => ({ state: 'closed' as const, closed_at: faker.date.between(since).toISOString() }),
      { probability: 0.4 },
    ),
    created_at,
    notes: inventNotes({ faker, people, period: since }, notes),
  }
}

function inventNotes({ faker, people, period }: Circumstances, count: number): SeedNote[] {
  if (count === 0) return []
  return faker.date.betweens({ ...period, count }).map((at) => ({
    author: faker.helpers.arrayElement(people),
    body: faker.hacker.phrase(),
    at: at.toISOString(),
  }))
}

function inventMergeRequest(
  { faker, people, period }: Circumstances,
  { name, author, at }: InventedBranch,
): SeedMergeRequest {
  const since = { from: new Date(at), to: period.to }
  const ended = faker.date.between(since).toISOString()
  const state = faker.helpers.arrayElement(['opened', 'merged', 'merged', 'closed'] as const)
  return {
    title: `${faker.hacker.verb()} the ${faker.hacker.noun()}`,
    author,
    source_branch: name,
    target_branch: 'master',
    created_at: at,
    state,
    ...(state === 'merged'
      ? { merged_by: faker.helpers.arrayElement(people), merged_at: ended }
      : {}),
    ...(state === 'closed' ? { closed_by: author, closed_at: ended } : {}),
    notes: inventNotes({ faker, people, period: since }, faker.number.int({ min: 0, max: 2 })),
  }
}

function inventSnippet({ faker, people, period }: Circumstances): SeedSnippet {
  return {
    title: faker.hacker.noun(),
    file_name: `${faker.helpers.slugify(faker.hacker.noun())}.sh`,
    code: `echo ${faker.hacker.abbreviation()}\n`,
    author: faker.helpers.arrayElement(people),
    visibility: faker.helpers.arrayElement(visibilities),
    created_at: faker.date.between(period).toISOString(),
  }
}
