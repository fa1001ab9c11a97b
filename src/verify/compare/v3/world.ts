import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Step } from '../../reproduction/history.ts'
import type { Surroundings } from '../api.ts'
import type { Draw } from '../draw.ts'

/** The known state of a history: enough to draw calls that mostly succeed. */
export interface World extends Surroundings {
  readonly draw: Draw
  readonly operation: (id: OperationId) => Operation
  readonly steps: Step[]
  readonly groups: Group[]
  readonly projects: Project[]
  /** The SSH keys and e-mail addresses of users. */
  readonly belongings: Belonging[]
  /** Returns an unused name, such as `issue4`. */
  fresh(kind: string): string
}

export interface Group {
  readonly symbol: string
  /** The path as a placeholder. */
  path: string
  /** The visibility level, which is the maximum for its content. */
  readonly level: number
  /** The members beside the owner. */
  readonly members: Map<Person, number>
}

export interface Project {
  readonly symbol: string
  readonly name: string
  /** The first commit. */
  readonly first: string
  readonly level: number
  group: Group
  readonly issues: Issue[]
  readonly mergeRequests: MergeRequest[]
  readonly snippets: Snippet[]
  readonly branches: string[]
  readonly tags: Tag[]
  readonly files: string[]
  readonly builds: string[]
  /** A blob of the repository, where one was requested. */
  blob?: string
  /** The members of the project itself. */
  readonly members: Set<Person>
}

export interface Commented {
  readonly symbol: string
  readonly notes: Note[]
  /** The participants, who may be subscribed without asking for it. */
  readonly participants: Set<string>
  isGone: boolean
}

export interface Note {
  readonly symbol: string
  readonly author: Person
}

export interface Issue extends Commented {
  readonly author: Person
  isConfidential: boolean
  hasLabels: boolean
  isClosed: boolean
}

export interface MergeRequest extends Commented {
  readonly source: string
  readonly title: string
  /** The issue that the merge closes. */
  readonly closes: Issue | undefined
  isMerged: boolean
}

export interface Snippet extends Commented {
  readonly author: Person
}

export interface Tag {
  readonly name: string
  hasRelease: boolean
}

export interface Belonging {
  readonly symbol: string
  readonly kind: 'key' | 'email'
  readonly person: Person
}

/** The users of a history. All except the stranger are members of its first group. */
export const people = ['owner', 'master', 'developer', 'reporter', 'guest', 'stranger'] as const
export type Person = (typeof people)[number]

export const accessLevels = {
  guest: 10,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
} as const

export function createWorld(
  draw: Draw,
  surroundings: Surroundings,
  operation: World['operation'],
): World {
  const counts = new Map<string, number>()
  return {
    ...surroundings,
    draw,
    operation,
    steps: [],
    groups: [],
    projects: [],
    belongings: [],
    fresh(kind) {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return `${kind}${count}`
    },
  }
}

export const ref = (symbol: string) => `<${symbol}>`
export const pathOf = (project: Project) => `${project.group.path}/<${project.name}.name>`

/** An id without a record: ids count up from 1, and this is near the maximum. */
export const UNKNOWN_ID = 2_147_480_000

/** A hash without a commit. */
export const UNKNOWN_HASH = 'f'.repeat(40)

/** Returns the main project of the history, or another one. */
export function aProject({ draw, projects }: World): Project {
  const [, main = draw.one(projects)] = projects
  return draw.isLikely(0.65) ? main : draw.one(projects)
}

/** Returns a project with certain records; the main one where it has some. */
export function aProjectWith(
  world: World,
  has: (project: Project) => boolean,
): Project | undefined {
  const usual = aProject(world)
  if (has(usual)) return usual
  const others = world.projects.filter(has)
  return others.length > 0 ? world.draw.one(others) : undefined
}

/** Returns an existing record; occasionally, where there is any, a deleted one. */
export function living<T extends { readonly isGone: boolean }>(
  { draw }: World,
  all: readonly T[],
): T | undefined {
  const rest = all.filter(({ isGone }) => !isGone)
  if (rest.length < all.length && draw.isLikely(0.06)) return draw.one(all)
  return rest.length > 0 ? draw.one(rest) : undefined
}

export interface Move {
  readonly weight: number
  /** Adds a write with the reads that show it; nothing where there is no target. */
  readonly make: (world: World) => void
}
