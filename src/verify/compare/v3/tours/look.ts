import type { Values } from '../../../reproduction/history.ts'
import { addressOf, requiredOf, type Target } from '../calls.ts'
import { add } from '../reads.ts'
import { people, ref, type World } from '../world.ts'
import { type AskedOperation, entitledTo, isCode, readsOf, searchOf } from './operations.ts'

/** What a write changes, and who looks at it. */
export interface Looked {
  /** The schemas of the written record, first its own, then those of what tells of it. */
  readonly shows: readonly string[]
  readonly target: Target
  /** The values of parameters beyond those of the target, such as the name of a branch. */
  readonly values?: Values
  /** Defaults to every user, the administrator and anonymous callers. */
  readonly by?: readonly string[]
  readonly without?: readonly string[]
  /** Further reads, whose responses have no schema: files. */
  readonly also?: readonly string[]
}

export interface Look {
  /** Adds each read that shows the record or what tells of it; the record itself is read by everybody. */
  readonly wide: () => void
  /** Adds the reads of the record itself by one caller, and some of the others: those whose turn it is. */
  readonly near: () => void
}

const everybody = [...people, 'admin', 'nobody'] as const

/** The number of further reads of a near look. */
const FURTHER_READS = 2

/**
 * Finds the reads that show records of some kinds by the schemas of their responses, and returns what adds them. The
 * callers take turns, so that each caller makes each read after a few writes.
 */
export function createLook(world: World, looked: Looked): Look {
  const { shows, by = everybody, without = [], also = [] } = looked
  const [own = ''] = shows
  const reads = readsOf(world).flatMap((operation) => {
    const isShowing = shows.some((name) => operation.shows.has(name))
    const isAsked = isShowing || also.includes(operation.id)
    if (!isAsked || without.includes(operation.id)) return []
    const parameters = parametersOf(world, operation, looked)
    return parameters ? [{ operation, parameters }] : []
  })
  const isOwn = ({ operation }: (typeof reads)[number]) =>
    operation.shows.has(own) && !operation.isPaginated && operation.path.endsWith('}')
  const direct = reads.filter(isOwn)
  const further = reads.filter((one) => !isOwn(one))
  const start = world.draw.below(100)
  let place = start
  // Each read has turns of its own: with those of all, some callers would never come to some reads.
  const turns = new Map(reads.map(({ operation }, index) => [operation.id, start + index]))
  let plainReads = 0
  const readBy = (as: string, { operation, parameters }: (typeof reads)[number]) => {
    // The projects of everybody but the administrator are those of the history, so the list needs no search either.
    const isPlain = operation.id === 'listProjects' && as !== 'admin' && plainReads++ % 2 === 0
    add(world, as, operation.id, isPlain ? { ...parameters, search: undefined } : parameters)
  }
  const next = (operation: AskedOperation): string => {
    const callers = callersOf(operation, by)
    const turn = turns.get(operation.id) ?? start
    turns.set(operation.id, turn + 1)
    return callers[turn % callers.length] ?? 'owner'
  }
  return {
    wide() {
      for (const one of direct) for (const as of callersOf(one.operation, by)) readBy(as, one)
      for (const one of further) readBy(next(one.operation), one)
    },
    near() {
      for (const one of direct) readBy(next(one.operation), one)
      for (let count = 0; count < Math.min(FURTHER_READS, further.length); count++) {
        const one = further[place++ % further.length]
        if (one) readBy(next(one.operation), one)
      }
    },
  }
}

/** Undefined where the operation needs what there is none of. */
function parametersOf(
  world: World,
  operation: AskedOperation,
  { target, values = {} }: Looked,
): Values | undefined {
  const address = addressOf(operation, target, world)
  const required = requiredOf(operation, target, world)
  if (!address || !required) return undefined
  const taken = operation.parameters.filter(({ name }) => values[name] !== undefined)
  const given = Object.fromEntries(taken.map(({ name }) => [name, values[name]]))
  const page = operation.isPaginated ? { per_page: 100 } : {}
  return { ...searchOf(operation), ...address, ...required, ...page, ...given }
}

/** Who reads: administrators what is theirs alone; guests no code, whose visibility to them is not specified. */
function callersOf(operation: AskedOperation, by: readonly string[]): readonly string[] {
  if (operation.access === 'admin') return ['admin']
  const isOfCaller = !operation.path.includes('{')
  const callers = by.filter((one) => {
    if (one === 'guest') return !isCode(operation)
    // What the administrator has is of the whole server.
    return !isOfCaller || (one !== 'nobody' && one !== 'admin')
  })
  return callers.length > 0 ? callers : ['owner']
}

/** What is shown within records of other kinds. */
const embedded =
  /^(?:UserBrief|UserWithEmail|Milestone|AwardEmoji|Identity|Project\w+|Namespace|MemberAccess|SharedGroup|Notification(?:Level|Events)|Commit(?:Brief|Reference.*))$/

/** The reads that show what an operation answers with, and the files that it writes. */
export function lookAtAnswer(world: World, { shows, path }: AskedOperation, target: Target): Look {
  const own = [...shows].filter((name) => !embedded.test(name))
  const ofFiles = path.endsWith('/files') ? ['RepositoryFile', 'CommitDetail'] : []
  const also = own.includes('Snippet') ? ['getRawSnippet'] : []
  return createLook(world, { shows: [...own, ...ofFiles], also, target, by: ['owner'] })
}

/** Adds the reads of a record by the id that its creation returned: those below the path of the creation. */
export function readCreated(
  world: World,
  creation: AskedOperation,
  sent: Values,
  makes: string,
): void {
  for (const { id, path, parameters } of readsOf(world)) {
    const below = path.startsWith(`${creation.path}/`) ? path.slice(creation.path.length) : ''
    const [, name = ''] = /^\/\{(\w+_id)\}(?:\/raw)?$/.exec(below) ?? []
    if (name === '') continue
    const place = parameters.filter((one) => one.in === 'path' && one.name !== name)
    const address = Object.fromEntries(place.map((one) => [one.name, sent[one.name]]))
    add(world, entitledTo(creation), id, { ...address, [name]: ref(makes) })
  }
}
