import { base, en, Faker } from '@faker-js/faker'
import type { Seed } from '../schema.ts'
import { inventPeople } from './invented-people.ts'
import { inventGroups, inventProjects } from './invented-projects.ts'
import { type Amounts, inventCode } from './invented-repositories.ts'
import { inventTracker } from './invented-trackers.ts'

export interface WorldSize {
  /** The number of users, including the administrator. */
  readonly users: number
  readonly projects: number
  readonly randomSeed: number
}

/** The end of the invented history: fixed, so that a world does not depend on the day it is generated. */
const today = new Date('2017-01-15T12:00:00Z')
const years = (number: number) => new Date(today.getTime() - number * 365 * 24 * 3600 * 1000)

type SeedProject = NonNullable<Seed['projects']>[number]

/** Generates a world of people, groups and projects with contents. The same numbers give the same world. */
export function inventWorld({ users, projects, randomSeed }: WorldSize): Seed {
  const faker = new Faker({ locale: [en, base], seed: randomSeed })
  faker.setDefaultRefDate(today)
  const people = inventPeople(faker, users, { from: years(5), to: years(3) })
  const names = people.map(({ username }) => username)
  const groups = inventGroups(faker, Math.ceil(projects / 8), names, {
    from: years(3),
    to: years(2),
  })
  const invented = inventProjects(faker, projects, groups, names, {
    from: years(2),
    to: years(0.2),
  })
  const contents = invented.map((project, index) => inventContent(faker, project, index === 0))
  return {
    users: people,
    groups,
    projects: invented,
    repositories: contents.map(({ repository }) => repository),
    trackers: contents.map(({ tracker }) => tracker),
    pipelines: contents.flatMap(({ pipelines }) => pipelines),
  }
}

/** The amounts of the first project: two pages of every list. */
const full: Amounts & { readonly notes: number } = {
  commits: 50,
  branches: 25,
  tags: 25,
  pipelines: 40,
  issues: 60,
  snippets: 25,
  notes: 30,
}

function inventContent(faker: Faker, project: SeedProject, isFull: boolean) {
  const { path, created_by = 'root', members = {}, created_at = years(2).toISOString() } = project
  const people = [created_by, ...Object.keys(members)]
  const period = { from: new Date(created_at), to: today }
  const some = (max: number) => faker.number.int({ min: 0, max })
  const amounts = isFull
    ? full
    : {
        commits: 1 + some(3),
        branches: some(1),
        tags: some(1),
        pipelines: some(1),
        issues: some(5),
        snippets: 0,
        notes: 2,
      }
  const { repository, pipelines, branches } = inventCode(faker, path, people, period, amounts)
  const tracker = inventTracker({ faker, people, period }, path, amounts, branches)
  return { repository, pipelines, tracker }
}
