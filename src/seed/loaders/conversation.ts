import { discussionIdAfter } from '../../gitlab/domain/discussions/discussion.ts'
import { createDraft } from '../../gitlab/domain/discussions/drafts.ts'
import { positionIn } from '../../gitlab/domain/discussions/positions.ts'
import { diffRefs } from '../../gitlab/domain/merge-requests/versions.ts'
import { createNote } from '../../gitlab/domain/notes/create.ts'
import {
  type Awardable,
  awardEmoji,
  hasAwarded,
  onNote,
} from '../../gitlab/domain/tracker/award-emoji.ts'
import type { Noteable } from '../../gitlab/domain/tracker/noteable.ts'
import { setSubscription } from '../../gitlab/domain/tracker/subscriptions.ts'
import { addSystemNote } from '../../gitlab/domain/tracker/system-notes.ts'
import { markTodo, pendingTodos } from '../../gitlab/domain/tracker/todos.ts'
import type { Position } from '../../store/models/position.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedAward, SeedDraft, SeedNote, SeedPlace } from '../schema/conversations.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { type Timestamp, timestampOf } from './timeline.ts'

/** An issue, a merge request or a snippet that is created at a given time. */
export interface Parent {
  readonly loading: Loading
  readonly project: ProjectRecord
  /** The path in the seed. */
  readonly path: string
  /** The time of creation: its place on the timeline, and below it the time given by the seed. */
  readonly timestamp: Timestamp
  readonly since: string
  /** Returns the created record; undefined where creation failed, which was recorded as a problem. */
  target(): Noteable | undefined
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

/** Adds the notes and the award emoji. */
export function loadConversation(parent: Parent, { notes, awards }: Conversation): void {
  const begun = new Map<string, Begun>()
  each(notes, `${parent.path}.notes`, (note, where) => loadNote(parent, note, where, begun))
  loadAwards(parent, awards, () => parent.target())
}

function loadAwards(
  { loading, path, timestamp, since }: Pick<Parent, 'loading' | 'path' | 'timestamp' | 'since'>,
  awards: readonly SeedAward[] | undefined,
  awarded: () => Awardable | undefined,
): void {
  each(awards, `${path}.awards`, ({ name, by }, where) => {
    const user = loading.user(by, `${where}.by`)
    if (!user) return
    loading.timeline.add(timestamp, () => {
      const target = awarded()
      const context = loading.as(user, since)
      if (target && !hasAwarded(context, target, name)) awardEmoji(context, target, name)
    })
  })
}

/** The state of a discussion that its first note determines. */
interface Begun {
  readonly id: string
  readonly resolvable: boolean
  readonly resolver: UserRecord | undefined
}

/** Loads a note. `begun` holds the earlier discussions, by their names in the seed. */
function loadNote(parent: Parent, seed: SeedNote, path: string, begun: Map<string, Begun>): void {
  const { loading, project, timestamp, since } = parent
  const { store } = loading
  const author = loading.author(seed.author, project, `${path}.author`)
  const resolver = seed.resolved_by
    ? loading.user(seed.resolved_by, `${path}.resolved_by`)
    : undefined
  const id = loading.ids.take(store.notes, seed.id, path)
  if (!author || id === undefined) return
  const { resolvable = seed.line !== undefined } = seed
  const own = { id: discussionIdAfter(id), resolvable, resolver }
  const thread = seed.discussion === undefined ? own : (begun.get(seed.discussion) ?? own)
  if (seed.discussion !== undefined) begun.set(seed.discussion, thread)
  const isAlone = seed.discussion === undefined && seed.line === undefined
  const at = isoTime(seed.at)
  const when = timestampOf(at, timestamp, timestamp)
  loading.timeline.add(when, () => {
    const target = parent.target()
    if (!target) return
    const context = loading.as(author, at ?? since)
    if (seed.system) return addSystemNote(context, target, seed.body, { id })
    const [first] = store.notes.by('discussion_id', thread.id)
    const resolvedBy = resolver ?? thread.resolver
    createNote(context, target, {
      id,
      body: seed.body,
      internal: seed.internal,
      discussion_id: isAlone ? null : thread.id,
      resolvable: seed.resolvable ?? thread.resolvable,
      position: seed.line ? placeOf(parent, seed.line, path) : first?.position,
      original_position: first?.original_position ?? undefined,
      resolved: resolvedBy !== undefined,
      resolved_by_id: resolvedBy?.id ?? null,
    })
  })
  const noted = { loading, path, timestamp: when, since: at ?? since }
  loadAwards(noted, seed.awards, () => {
    const [note, target] = [loading.store.notes.get(id), parent.target()]
    return note && target && onNote(target, note)
  })
}

/** Returns the position in the diff of a merge request, as it is at that time. */
function placeOf(
  { loading, target }: Pick<Parent, 'loading' | 'target'>,
  line: SeedPlace,
  path: string,
): Position | null {
  const noteable = target()
  if (!line || !noteable) return null
  const { store, problems } = loading
  const mergeRequest = noteable.type === 'MergeRequest' && store.mergeRequests.get(noteable.id)
  const refs = mergeRequest ? diffRefs(store, mergeRequest) : null
  const { path: name, new_line, old_line } = line
  const place = { old_path: name, new_path: name, new_line, old_line }
  const position =
    refs && positionIn(loading, noteable, { ...place, ...refs, position_type: 'text' })
  if (!position) problems.push({ path: `${path}.line`, reason: 'is not in the diff' })
  return position ?? null
}

/** Adds the draft notes of reviewers of a merge request. */
export function loadDrafts(parent: Parent, drafts: readonly SeedDraft[] | undefined): void {
  const { loading, path, project, since } = parent
  each(drafts, `${path}.drafts`, ({ note, line, ...seed }, where) => {
    const author = loading.author(seed.author, project, `${where}.author`)
    if (!author) return
    loading.atLast(() => {
      const target = parent.target()
      const mergeRequest = target && loading.store.mergeRequests.get(target.id)
      if (!mergeRequest) return
      const context = { ...loading.as(author, since), project, mergeRequest }
      const position = placeOf(parent, line, where)
      createDraft(context, { ...plainDraft, note, position })
    })
  })
}

const plainDraft = { discussion_id: null, resolve_discussion: false, commit_id: null }

/** Sets the final subscriptions and todos, after all other events. */
export function loadAttention(
  { loading, path, since, ...parent }: Parent,
  type: 'Issue' | 'MergeRequest',
  { subscribers, unsubscribed, todos }: Attention,
): void {
  const eachUser = (names: readonly string[] | undefined, list: string, step: Step) => {
    each(names, `${path}.${list}`, (name, where) => {
      const user = loading.user(name, where)
      if (!user) return
      loading.atLast(() => {
        const target = parent.target()
        if (target) step(user, target)
      })
    })
  }
  eachUser(subscribers, 'subscribers', (user, target) => {
    setSubscription(loading.as(user, since), type, target, true)
  })
  eachUser(unsubscribed, 'unsubscribed', (user, target) => {
    setSubscription(loading.as(user, since), type, target, false)
  })
  eachUser(todos, 'todos', (user, target) => {
    const isThere = pendingTodos(loading, { type, id: target.id }, user.id).length > 0
    if (!isThere) markTodo(loading.as(user, since), target)
  })
}

type Step = (user: UserRecord, target: Noteable) => void
