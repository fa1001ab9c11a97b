import { batch, computed, signal } from '@preact/signals'
import type { ApiName } from '../../contract/base-paths.ts'
import { controlCall } from './control.ts'
import { messageOf } from './loaded.ts'
import { stored } from './stored.ts'

/** A user who can sign in. */
export interface Person {
  readonly username: string
  readonly name: string
  readonly role: 'administrator' | 'user' | 'external user'
  readonly token: string
}

/** The response of `GET /_forge/overview`. */
export interface Overview {
  /** The name of the world. */
  readonly world: string
  /** The current API first. */
  readonly apis: readonly ApiName[]
  readonly now: string
  /** The first users who can sign in, administrators first. */
  readonly people: readonly Person[]
  /** The number of users who can sign in. */
  readonly people_count: number
  /** The number of records of each collection. */
  readonly records: Readonly<Record<string, number>>
}

/** The last overview; undefined before the first one. */
export const overview = signal<Overview | undefined>(undefined)

/** Why the overview cannot be loaded, for example because the world does not exist. */
export const overviewProblem = signal<string | undefined>(undefined)

/** Reloads the overview. */
export async function loadOverview(): Promise<void> {
  try {
    const loaded = await controlCall<Overview>('GET', '/overview')
    const others = await findOthers(loaded)
    batch(() => {
      overview.value = loaded
      found.value = others
      overviewProblem.value = undefined
    })
  } catch (error) {
    overviewProblem.value = messageOf(error)
  }
}

/** The username of the chosen acting user; empty for none. */
const chosen = stored(() => sessionStorage, 'forge-acting-as')

/** The users found by a search and the chosen one, beyond those in the overview. */
const found = signal<readonly Person[]>([])

/** The last search. */
let searched = ''

/** The known users: the first ones of the overview, and those found by a search. */
export const people = computed(() => {
  const all = [...(overview.value?.people ?? []), ...found.value]
  return [...new Map(all.map((person) => [person.username, person])).values()]
})

/** Searches users by words of their names, and adds them to `people`. */
export async function findPeople(text: string): Promise<void> {
  if (!overview.value) return
  searched = text
  try {
    const others = await findOthers(overview.value)
    if (searched === text) found.value = others
  } catch (error) {
    overviewProblem.value = messageOf(error)
  }
}

async function findOthers({ people, people_count }: Overview): Promise<readonly Person[]> {
  if (people.length === people_count) return []
  const texts = [chosen.value, searched].filter((text) => text)
  const answers = await Promise.all(
    texts.map((text = '') =>
      controlCall<Overview>('GET', `/overview?search=${encodeURIComponent(text)}`),
    ),
  )
  return answers.flatMap((answer) => answer.people)
}

/** The user of API calls: the first administrator until another is chosen; undefined for none. */
export const actingAs = computed<Person | undefined>(() =>
  chosen.value === '' ? undefined : (personOf(chosen.value) ?? people.value[0]),
)

/** Returns the known user with a username. */
export function personOf(username: string | undefined): Person | undefined {
  return people.value.find((person) => person.username === username)
}

/** Sets the acting user; none where the username is undefined. */
export function actAs(username: string | undefined): void {
  chosen.value = username ?? ''
}
