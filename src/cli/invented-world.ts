import { base, en, Faker } from '@faker-js/faker'
import type { Seed } from '../seed/schema.ts'
import { inventPeople } from './invented-people.ts'
import { inventGroups, inventProjects } from './invented-projects.ts'

export interface WorldSize {
  /** With the administrator. */
  readonly users: number
  readonly projects: number
  readonly randomSeed: number
}

/** Everything happens before this moment, so that a world does not depend on the day it is made. */
const today = new Date('2017-01-15T12:00:00Z')
const years = (number: number) => new Date(today.getTime() - number * 365 * 24 * 3600 * 1000)

/** Invents a world of people, groups, projects and events: the same for the same numbers. */
export function inventWorld({ users, projects, randomSeed }: WorldSize): Seed {
  const faker = new Faker({ locale: [en, base], seed: randomSeed })
  faker.setDefaultRefDate(today)
  const people = inventPeople(faker, users, { from: years(5), to: years(3) })
  const names = people.map(({ username }) => username)
  const groups = inventGroups(faker, Math.ceil(projects / 12), names, {
    from: years(3),
    to: years(2),
  })
  const invented = inventProjects(faker, projects, groups, names, {
    from: years(2),
    to: years(0.2),
  })
  return { users: people, groups, projects: invented, events: inventEvents(faker, invented) }
}

type SeedEvent = NonNullable<Seed['events']>[number]
type SeedProject = NonNullable<Seed['projects']>[number]

/** A project is made, then its members join, then some of them push. */
function inventEvents(faker: Faker, projects: readonly SeedProject[]): SeedEvent[] {
  const events = projects.flatMap((project): SeedEvent[] => {
    const { path, created_by = 'root', members = {}, created_at = years(2).toISOString() } = project
    const middle = new Date((Date.parse(created_at) + today.getTime()) / 2)
    const early = () => faker.date.between({ from: created_at, to: middle }).toISOString()
    const late = () => faker.date.between({ from: middle, to: today }).toISOString()
    const people = Object.keys(members)
    const pushers = faker.helpers.multiple(
      () => faker.helpers.arrayElement([created_by, ...people]),
      { count: { min: 0, max: 6 } },
    )
    return [
      { author: created_by, project: path, action: 'created', at: created_at },
      ...people.map((author) => ({
        author,
        project: path,
        action: 'joined' as const,
        at: early(),
      })),
      ...pushers.map((author) => ({
        author,
        project: path,
        action: 'pushed to' as const,
        at: late(),
      })),
    ]
  })
  return events.sort((one, other) => (one.at < other.at ? -1 : 1))
}
