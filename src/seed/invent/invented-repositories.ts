import type { Faker } from '@faker-js/faker'
import type { Seed } from '../schema.ts'
import type { Period } from './invented-people.ts'

type SeedRepository = NonNullable<Seed['repositories']>[number]
type SeedPipeline = NonNullable<Seed['pipelines']>[number]
type SeedCommit = NonNullable<SeedRepository['commits']>[number]

/** The number of each kind of entry in a project. Only a few projects fill two pages of a list. */
export interface Amounts {
  readonly commits: number
  readonly branches: number
  readonly tags: number
  readonly pipelines: number
  readonly issues: number
  readonly snippets: number
}

/** A branch with one commit, for a merge request to merge. */
export interface InventedBranch {
  readonly name: string
  readonly author: string
  readonly at: string
}

export interface InventedCode {
  readonly repository: SeedRepository
  readonly pipelines: readonly SeedPipeline[]
  readonly branches: readonly InventedBranch[]
}

/** Generates commits on master and on branches, tags with releases, and pipelines on master. */
export function inventCode(
  faker: Faker,
  project: string,
  people: readonly string[],
  period: Period,
  amounts: Amounts,
): InventedCode {
  const times = faker.date
    .betweens({ ...period, count: Math.max(1, amounts.commits) + amounts.branches })
    .map((time) => time.toISOString())
  const branches: InventedBranch[] = []
  const labels: string[] = []
  const commits = times.map((at, index): SeedCommit => {
    const author = faker.helpers.arrayElement(people)
    const isBranch =
      index > 0 && index % 2 === 0 ? branches.length < amounts.branches : index > amounts.commits
    const message = faker.git.commitMessage()
    if (!isBranch) {
      labels.push(`c${index}`)
      return { ...commitOf(index, author, at, message), label: `c${index}`, branch: 'master' }
    }
    const name = `${faker.helpers.slugify(faker.hacker.verb())}-${index}`
    branches.push({ name, author, at })
    return { ...commitOf(index, author, at, message), branch: name }
  })
  const latest = labels.slice(-Math.max(amounts.tags, amounts.pipelines))
  return {
    repository: { project, commits, tags: latest.slice(0, amounts.tags).map(tagOf) },
    pipelines: latest
      .slice(0, amounts.pipelines)
      .map((commit) => inventPipeline(faker, project, commit, faker.helpers.arrayElement(people))),
    branches,
  }
}

/** Creates a commit that adds its own file, so that no two branches conflict. */
function commitOf(index: number, author: string, at: string, message: string): SeedCommit {
  const content = `# ${message}\n`
  return {
    message,
    author,
    at,
    actions: [{ action: 'create', file_path: `docs/${index}.md`, content }],
  }
}

function tagOf(ref: string, index: number) {
  const name = `v1.${index}`
  return {
    name,
    ref,
    message: `Version 1.${index}`,
    release_description: `What is new in ${name}.`,
  }
}

function inventPipeline(faker: Faker, project: string, commit: string, by: string): SeedPipeline {
  const status = faker.helpers.arrayElement(['success', 'success', 'success', 'failed'] as const)
  const deploy = status === 'success' ? { status } : { status: 'skipped' as const }
  return {
    project,
    commit,
    by,
    builds: [
      { name: 'test', status, trace: '$ make test\n' },
      { name: 'deploy', stage: 'deploy', ...deploy, environment: 'production' },
    ],
  }
}
