import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { insertAccount } from './accounts.ts'

/**
 * Moves the contributions of a user to the user `ghost`, who is created when first needed: issues, merge requests,
 * comments, snippets, awards and commit statuses (`Users::MigrateRecordsToGhostUserService`). Personal snippets are
 * removed. Records that concern only the user, like subscriptions, are removed with the user.
 */
export function giveToGhost(context: SystemContext, { id }: UserRecord): void {
  const { store } = context
  const isOwn = ({ project_id }: SnippetRecord) => project_id === null
  store.snippets.removeAll(store.snippets.by('author_id', id).filter(isOwn))
  const written = [
    store.issues,
    store.mergeRequests,
    store.notes,
    store.snippets,
    store.commitStatuses,
  ] as const
  const awards = store.awardEmoji.by('user_id', id)
  if (awards.length === 0 && written.every((one) => one.by('author_id', id).length === 0)) return
  const ghost = ensureGhost(context)
  const author = { author_id: ghost.id }
  store.issues.replaceAll(store.issues.by('author_id', id), author)
  store.mergeRequests.replaceAll(store.mergeRequests.by('author_id', id), author)
  store.notes.replaceAll(store.notes.by('author_id', id), author)
  store.snippets.replaceAll(store.snippets.by('author_id', id), author)
  store.commitStatuses.replaceAll(store.commitStatuses.by('author_id', id), author)
  for (const award of awards) {
    const key = targetKey(award.awardable_type, award.awardable_id)
    const isTwice = store.awardEmoji
      .by('awardable', key)
      .some(({ user_id, name }) => user_id === ghost.id && name === award.name)
    if (!isTwice) store.awardEmoji.replace(award, { user_id: ghost.id })
  }
}

/** Returns the ghost user, who owns the contributions of removed users and cannot sign in. */
function ensureGhost(context: SystemContext): UserRecord {
  const { store, now } = context
  const known = store.users.all().find(({ user_type }) => user_type === 'ghost')
  if (known) return known
  const username = freeUsername(store, 'ghost')
  return insertAccount(context, {
    username,
    name: 'Ghost User',
    email: `${username}@example.com`,
    user_type: 'ghost',
    bio: 'This is a "Ghost User", created to hold all issues authored by users that have since been deleted. This user cannot be removed.',
    projects_limit: 0,
    can_create_group: false,
    created_at: now,
  })
}

/** Returns the name, or the first one with a number appended that no user, group or e-mail address has. */
function freeUsername(store: Store, name: string): string {
  for (let number = 0; ; number++) {
    const username = number === 0 ? name : `${name}${number}`
    const isTaken =
      store.users.one('username', folded(username)) ??
      store.users.one('email', `${username}@example.com`) ??
      store.namespaces.one('path', folded(username))
    if (!isTaken) return username
  }
}
