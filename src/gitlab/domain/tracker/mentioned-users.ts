import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded, sourceKey } from '../../../store/record-keys.ts'
import { usersOfProject } from '../../access/member-projects.ts'
import { seesTarget } from '../../access/tracker-visibility.ts'
import type { Context } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { firstMatches, readablePart } from './code-blocks.ts'
import type { Noteable } from './noteable.ts'

/** An @ at the start of a word, and a username or the full path of a group, which does not end in a dot. */
const mention = /(?<!\w)@(\w(?:[\w./-]*[\w-])?)/g

/**
 * Returns the distinct names that a text mentions outside its code (the first 1,000), in lower case and without the
 * @.
 */
function namesMentioned(text: string | null): Set<string> {
  if (!text?.includes('@')) return new Set()
  const matches = firstMatches(readablePart(text), mention)
  return new Set(matches.map(([, name = '']) => folded(name)))
}

/** Whether a text mentions a user. `@jane/website` mentions `jane` if it is not a group. */
export function mentionsUser(text: string, { username }: UserRecord): boolean {
  if (!text.includes('@')) return false
  const names = namesMentioned(text)
  const name = folded(username)
  return names.has(name) || [...names].some((one) => one.startsWith(`${name}/`))
}

/**
 * Returns the users that a text on an issue or merge request mentions: by name, by a group that the caller may see,
 * or as project members by @all.
 * Users who may not see the target are left out.
 */
export function mentionedUsers(context: Context, target: Noteable, text: string): UserRecord[] {
  return usersCalled(context, target, namesMentioned(text))
}

/** Returns the mentioned users at the beginning of a line: jane and bob in `@jane @bob, and @eve`. */
export function addressedUsers(context: Context, target: Noteable, text: string): UserRecord[] {
  return usersCalled(context, target, namesAddressed(text))
}

function namesAddressed(text: string): Set<string> {
  if (!text.includes('@')) return new Set()
  const names = readablePart(text)
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ')
      const others = words.findIndex((word) => !/^@[\w./-]+$/.test(word))
      // Punctuation may follow the last of them: `@bob,`.
      return others < 0 ? words : words.slice(0, others + 1)
    })
    .flatMap((word) => mentionAtStart.exec(word)?.[1] ?? [])
  return new Set(names.slice(0, MAX_ADDRESSED).map(folded))
}

const mentionAtStart = /^@(\w(?:[\w./-]*[\w-])?)/

const MAX_ADDRESSED = 1000

function usersCalled(context: Context, target: Noteable, names: ReadonlySet<string>): UserRecord[] {
  const { type, id, project } = target
  if (type === 'Snippet' || names.size === 0) return []
  const users = [...names].flatMap((name) => usersNamed(context, project, name))
  return [...new Set(users)].filter((user) =>
    seesTarget(onBehalfOf(context, user), project, type, id),
  )
}

function usersNamed(context: Context, project: ProjectRecord, name: string): UserRecord[] {
  const { store, viewer } = context
  if (name === 'all') return usersOfProject(context, project, namespaceOf(context, project))
  const group = store.namespaces.one('full_path', name)
  if (group?.kind === 'group') return viewer.seesGroup(group) ? membersOf(context, group) : []
  // `@jane/website` is not a group here, so it mentions `@jane`.
  const user = store.users.one('username', name.split('/')[0])
  return user ? [user] : []
}

function membersOf({ store }: Context, group: NamespaceRecord): UserRecord[] {
  return store.members
    .by('source', sourceKey('group', group.id))
    .flatMap(({ user_id }) => store.users.get(user_id) ?? [])
}
