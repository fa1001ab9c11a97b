import { computed, signal } from '@preact/signals'
import type { ApiName } from '../../contract/base-paths.ts'
import { controlCall } from './control.ts'
import { messageOf } from './loaded.ts'
import { stored } from './stored.ts'

/** Somebody who can sign in. */
export interface Person {
  readonly username: string
  readonly name: string
  readonly role: 'administrator' | 'user' | 'external user'
  readonly token: string
}

/** What `GET /_forge/overview` says of the world. */
export interface Overview {
  /** The name of the world. */
  readonly world: string
  /** Today's first. */
  readonly apis: readonly ApiName[]
  readonly now: string
  /** The first of those who can sign in, administrators first. */
  readonly people: readonly Person[]
  /** How many can sign in. */
  readonly people_count: number
  /** How many records each collection has. */
  readonly records: Readonly<Record<string, number>>
}

/** The world as it was when it was last looked at; undefined until it was. */
export const overview = signal<Overview | undefined>(undefined)

/** Why the world cannot be looked at, such as that it is not there. */
export const overviewProblem = signal<string | undefined>(undefined)

/** Looks at the world again. */
export async function loadOverview(): Promise<void> {
  try {
    overview.value = await controlCall<Overview>('GET', '/overview')
    overviewProblem.value = undefined
  } catch (error) {
    overviewProblem.value = messageOf(error)
  }
}

/** The username that was chosen to act as; empty for nobody. */
const chosen = stored(() => sessionStorage, 'forge-acting-as')

/** Those who can be acted as. */
export const people = computed(() => overview.value?.people ?? [])

/** Whom calls of the API are made as: the first administrator until another was chosen, undefined for nobody. */
export const actingAs = computed<Person | undefined>(() =>
  chosen.value === '' ? undefined : (personOf(chosen.value) ?? people.value[0]),
)

/** Who has a username, among those who are known here. */
export function personOf(username: string | undefined): Person | undefined {
  return people.value.find((person) => person.username === username)
}

/** Acts as somebody from now on; as nobody where the username is undefined. */
export function actAs(username: string | undefined): void {
  chosen.value = username ?? ''
}
