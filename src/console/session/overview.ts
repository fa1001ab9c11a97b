import { batch, computed, signal } from '@preact/signals'
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

/** The username that was chosen to act as; empty for nobody. */
const chosen = stored(() => sessionStorage, 'forge-acting-as')

/** Whom a search has found, and who was chosen, where the overview names only some of a crowd. */
const found = signal<readonly Person[]>([])

/** What was searched for last. */
let searched = ''

/** Those who can be acted as: of a crowd the first, and whoever was searched for. */
export const people = computed(() => {
  const all = [...(overview.value?.people ?? []), ...found.value]
  return [...new Map(all.map((person) => [person.username, person])).values()]
})

/** Looks for people who are not known here, by words of their names: they are among `people` then. */
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
