import type { Faker } from '@faker-js/faker'
import type { Seed } from '../schema.ts'

type SeedPerson = NonNullable<Seed['users']>[number]

export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Generates the administrator `root` and `count - 1` other users. */
export function inventPeople(faker: Faker, count: number, joined: Period): SeedPerson[] {
  const root: SeedPerson = {
    username: 'root',
    name: 'Administrator',
    admin: true,
    created_at: joined.from.toISOString(),
  }
  const taken = new Set(['root'])
  const others = faker.helpers.multiple(() => inventPerson(faker, taken, joined), {
    count: count - 1,
  })
  return [root, ...others]
}

function inventPerson(faker: Faker, taken: Set<string>, joined: Period): SeedPerson {
  const firstName = faker.person.firstName()
  const lastName = faker.person.lastName()
  const username = freeName([firstName, `${firstName} ${lastName}`], taken)
  const created_at = faker.date.between(joined).toISOString()
  return {
    username,
    name: `${firstName} ${lastName}`,
    email: `${username}@${faker.internet.domainName().split('.')[0]}.example`,
    location: faker.location.city(),
    ...faker.helpers.maybe(() => ({ bio: faker.person.bio() }), { probability: 0.4 }),
    ...faker.helpers.maybe(() => ({ organization: faker.company.name() })),
    ...faker.helpers.maybe(() => ({ state: 'blocked' as const }), { probability: 0.03 }),
    ...faker.helpers.maybe(() => ({ external: true }), { probability: 0.05 }),
    ...faker.helpers.maybe(() => ({ keys: [inventKey(faker, username, created_at)] })),
    created_at,
  }
}

function inventKey(faker: Faker, username: string, created_at: string) {
  const computer = faker.helpers.arrayElement(['laptop', 'desktop', 'workstation'])
  const body = `AAAAC3NzaC1lZDI1NTE5AAAAI${faker.string.alphanumeric(43)}`
  return { title: `${username}'s ${computer}`, key: `ssh-ed25519 ${body} ${username}`, created_at }
}

/** Returns the first free candidate, or the last one with a number, converted to a valid path. */
export function freeName(candidates: readonly string[], taken: Set<string>): string {
  const paths = candidates.map(pathOf)
  const last = paths.at(-1) ?? ''
  let name = paths.find((path) => !taken.has(path))
  for (let number = 2; name === undefined; number++) {
    if (!taken.has(`${last}-${number}`)) name = `${last}-${number}`
  }
  taken.add(name)
  return name
}

function pathOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
