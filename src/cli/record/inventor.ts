import { base, en, Faker } from '@faker-js/faker'
import type { Inventor } from '../../record/index.ts'
import { freeName } from '../../seed/invent/invented-people.ts'

/** Generates people, tokens and keys: the same ones in the same order for every recording. */
export function createInventor(): Inventor {
  const faker = new Faker({ locale: [en, base], seed: 42 })
  const taken = new Set<string>()
  return {
    person() {
      const firstName = faker.person.firstName()
      const lastName = faker.person.lastName()
      const username = freeName([firstName, `${firstName} ${lastName}`], taken)
      const domain = faker.internet.domainName().split('.')[0]
      return { username, name: `${firstName} ${lastName}`, email: `${username}@${domain}.example` }
    },
    token: () => faker.string.alphanumeric(20),
    key: () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${faker.string.alphanumeric(43)}`,
  }
}
