import type { Faker } from '@faker-js/faker'
import { visibilities } from '../../contract/visibility-levels.ts'
import type { Seed } from '../schema.ts'
import { freeName, type Period } from './invented-people.ts'

type SeedGroup = NonNullable<Seed['groups']>[number]
type SeedProject = NonNullable<Seed['projects']>[number]

const levels = ['guest', 'reporter', 'developer', 'developer', 'master'] as const
const purposes = ['website', 'api', 'worker', 'mobile app', 'design', 'docs', 'infrastructure']
const topics = ['backend', 'frontend', 'internal tool', 'library', 'prototype', 'operations']

/** Generates groups with an owner and some members each. */
export function inventGroups(
  faker: Faker,
  count: number,
  people: readonly string[],
  created: Period,
): SeedGroup[] {
  const taken = new Set(people)
  return faker.helpers.multiple(
    (): SeedGroup => {
      const name = faker.company.name()
      const [owner = 'root', ...others] = faker.helpers.arrayElements(people, { min: 3, max: 12 })
      return {
        path: freeName([name], taken),
        name,
        description: faker.company.catchPhrase(),
        visibility: inventVisibility(faker),
        created_at: faker.date.between(created).toISOString(),
        members: { [owner]: 'owner', ...membersOf(faker, others) },
      }
    },
    { count },
  )
}

/** Generates projects with unique paths, four of five in a group. */
export function inventProjects(
  faker: Faker,
  count: number,
  groups: readonly SeedGroup[],
  people: readonly string[],
  created: Period,
): SeedProject[] {
  const taken = new Map<string, Set<string>>()
  return faker.helpers.multiple(
    (): SeedProject => {
      const group = faker.helpers.maybe(() => faker.helpers.arrayElement(groups), {
        probability: 0.8,
      })
      const namespace = group?.path ?? faker.helpers.arrayElement(people)
      const takenHere = taken.get(namespace) ?? new Set()
      taken.set(namespace, takenHere)
      const subject = faker.commerce.productName().split(' ').at(-1) ?? 'thing'
      const name = `${subject} ${faker.helpers.arrayElement(purposes)}`
      const created_by = group ? ownerOf(group) : namespace
      const others = people.filter((person) => person !== created_by)
      return {
        path: `${namespace}/${freeName([name], takenHere)}`,
        name,
        description: faker.company.catchPhrase(),
        visibility: inventVisibility(faker),
        created_by,
        created_at: faker.date.between(created).toISOString(),
        tags: faker.helpers.arrayElements(topics, { min: 0, max: 3 }),
        ...faker.helpers.maybe(() => ({ archived: true }), { probability: 0.05 }),
        members: membersOf(faker, faker.helpers.arrayElements(others, { min: 0, max: 6 })),
      }
    },
    { count },
  )
}

function ownerOf({ members = {} }: SeedGroup): string {
  const owner = Object.entries(members).find(([, membership]) => membership === 'owner')
  return owner?.[0] ?? 'root'
}

function membersOf(faker: Faker, people: readonly string[]) {
  return Object.fromEntries(
    people.map((person) => [person, faker.helpers.arrayElement(levels)] as const),
  )
}

function inventVisibility(faker: Faker) {
  return faker.helpers.arrayElement(visibilities)
}
