import type { ProjectRecord } from '../store/models/project.ts'
import { loadEvent } from './activity.ts'
import { isoTime, type Loading } from './loading.ts'
import type { SeedAward, SeedNote } from './tracker-schema.ts'

/** An issue, a merge request or a snippet that is being loaded. */
export interface Parent {
  readonly type: 'Issue' | 'MergeRequest' | 'Snippet'
  readonly id: number
  readonly project: ProjectRecord
  readonly created_at: string
}

interface Conversation {
  readonly notes?: readonly SeedNote[] | undefined
  readonly awards?: readonly SeedAward[] | undefined
}

interface Attention {
  readonly subscribers?: readonly string[] | undefined
  readonly unsubscribed?: readonly string[] | undefined
  readonly todos?: readonly string[] | undefined
}

/** Adds the notes, with the events that tell of them, and the awards. */
export function loadConversation(
  loading: Loading,
  parent: Parent,
  { notes = [], awards = [] }: Conversation,
  path: string,
): void {
  for (const [index, note] of notes.entries()) {
    loadNote(loading, parent, note, `${path}.notes[${index}]`)
  }
  for (const [index, { name, by }] of awards.entries()) {
    const user = loading.user(by, `${path}.awards[${index}].by`)
    if (!user) continue
    loading.store.awardEmoji.insert({
      name,
      user_id: user.id,
      awardable_type: parent.type,
      awardable_id: parent.id,
      created_at: parent.created_at,
      updated_at: parent.created_at,
    })
  }
}

function loadNote(loading: Loading, parent: Parent, seed: SeedNote, path: string): void {
  const author = loading.author(seed.author, parent.project, `${path}.author`)
  const resolver = seed.resolved_by && loading.user(seed.resolved_by, `${path}.resolved_by`)
  if (!author) return
  const at = isoTime(seed.at) ?? parent.created_at
  const note = loading.store.notes.insert({
    project_id: parent.project.id,
    noteable_type: parent.type,
    noteable_id: parent.id,
    author_id: author.id,
    body: seed.body,
    system: seed.system ?? false,
    discussion_id: seed.discussion ?? null,
    resolvable: seed.resolvable ?? false,
    resolved: Boolean(resolver),
    resolved_by_id: resolver ? resolver.id : null,
    created_at: at,
    updated_at: at,
  })
  if (note.system) return
  const about = { target_type: 'Note', target_id: note.id } as const
  loadEvent(loading, parent.project, 'commented on', { author_id: author.id, at, ...about })
}

/** Adds what is said on an issue or a merge request, and who is to hear of it. */
export function loadTalk(
  loading: Loading,
  parent: Parent & { readonly type: 'Issue' | 'MergeRequest' },
  seed: Conversation & Attention,
  path: string,
): void {
  loadConversation(loading, parent, seed, path)
  loadAttention(loading, parent, seed, path)
}

/** Adds who asked for subscription, who asked for none, and who has a todo. */
function loadAttention(
  loading: Loading,
  parent: Parent & { readonly type: 'Issue' | 'MergeRequest' },
  { subscribers = [], unsubscribed = [], todos = [] }: Attention,
  path: string,
): void {
  const { store } = loading
  const asked = [
    ...subscribers.map((name, index) => ({ name, at: `subscribers[${index}]`, subscribed: true })),
    ...unsubscribed.map((name, index) => ({
      name,
      at: `unsubscribed[${index}]`,
      subscribed: false,
    })),
  ]
  for (const { name, at, subscribed } of asked) {
    const user = loading.user(name, `${path}.${at}`)
    if (!user) continue
    const target = { subscribable_type: parent.type, subscribable_id: parent.id }
    store.subscriptions.insert({ user_id: user.id, ...target, subscribed })
  }
  for (const [index, name] of todos.entries()) {
    const user = loading.user(name, `${path}.todos[${index}]`)
    if (!user) continue
    store.todos.insert({
      user_id: user.id,
      author_id: user.id,
      project_id: parent.project.id,
      target_type: parent.type,
      target_id: parent.id,
      created_at: parent.created_at,
    })
  }
}
