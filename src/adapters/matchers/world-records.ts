import { referentOf } from '../../seed/records/collections.ts'
import { namesIn } from '../../seed/records/names.ts'
import { type Awaitable, after } from '../../shared/awaitable.ts'
import type { z } from '../../shared/zod.ts'
import type { Collections } from '../../store/collections.ts'
import { issueModel } from '../../store/models/issue.ts'
import { mergeRequestModel } from '../../store/models/merge-request.ts'
import { noteModel } from '../../store/models/note.ts'
import { projectModel } from '../../store/models/project.ts'
import { userModel } from '../../store/models/user.ts'
import type { Fields } from './comparison.ts'
import type { Subject } from './matcher.ts'

/** The kinds of records that matchers search: the list of an exported world, with its collection and model. */
const kinds = {
  issues: { collection: 'issues', model: issueModel },
  merge_requests: { collection: 'mergeRequests', model: mergeRequestModel },
  notes: { collection: 'notes', model: noteModel },
  projects: { collection: 'projects', model: projectModel },
  users: { collection: 'users', model: userModel },
} as const satisfies Record<string, { collection: keyof Collections; model: z.ZodMiniObject }>

export type RecordKind = keyof typeof kinds

/**
 * Returns the records of a kind, except deleted ones, with names instead of ids as in `forge.export()`: `project:
 * 'jane/website'`, `author: 'jane'`. A forge in this process is read directly, which costs far less than an export.
 */
export function worldRecords(subject: Subject, kind: RecordKind): Awaitable<readonly Fields[]> {
  if ('db' in subject) return present(recordsOf(subject.db, kind))
  const exported = after(subject.export(), ({ records }) => records?.[kind] ?? [])
  return after(exported, (entries) =>
    present(withIds(entries).map((entry) => complete(kind, entry))),
  )
}

/** Restores the consecutive ids that an export leaves out. */
function withIds(entries: readonly Fields[]): Fields[] {
  let last = 0
  return entries.map((entry) => {
    last = typeof entry.id === 'number' ? entry.id : last + 1
    return { ...entry, id: last }
  })
}

/** Returns the names of the fields of such records. */
export function fieldNames(kind: RecordKind): readonly string[] {
  const names = Object.keys(kinds[kind].model.shape).map(nameOfField)
  return kind === 'notes' ? [...names.filter((name) => name !== 'noteable_id'), 'on'] : names
}

const present = (records: readonly Fields[]) =>
  records.filter(({ deleted_at = null }) => deleted_at === null)

const noteables = { Issue: 'issue', MergeRequest: 'merge request', Snippet: 'snippet' } as const

function recordsOf(db: Collections, kind: RecordKind): Fields[] {
  const names = namesIn(db)
  const named = (record: Fields) =>
    Object.fromEntries(
      Object.entries(record).map(([field, value]) => {
        const referent = referentOf(field)
        if (referent === undefined) return [field, value]
        const name = typeof value === 'number' ? names.nameOf(referent, value) : undefined
        return [withoutId(field), name ?? null]
      }),
    )
  if (kind !== 'notes') return db[kinds[kind].collection].all().map(named)
  return db.notes.all().map((note) => {
    const { noteable_type: type, noteable_id: id } = note
    const on = type === 'Commit' || id === null ? note.commit_id : names.nameOf(noteables[type], id)
    return { ...named(note), on: on ?? null }
  })
}

/** Fills an entry of an exported world with the default values that the export leaves out. */
function complete(kind: RecordKind, entry: Fields): Fields {
  const fields: Record<string, unknown> = {}
  for (const [field, schema] of Object.entries(kinds[kind].model.shape)) {
    const name = nameOfField(field)
    fields[name] = name in entry ? entry[name] : schema.safeParse(undefined).data
  }
  if (kind !== 'notes') return fields
  const { on_issue, on_merge_request, on_snippet, commit_id = null } = entry
  const [noteable_type, on] = [
    ['Issue', on_issue],
    ['MergeRequest', on_merge_request],
    ['Snippet', on_snippet],
  ].find(([, name]) => name !== undefined) ?? [fields.noteable_type, commit_id]
  return { ...fields, noteable_type, on }
}

const nameOfField = (field: string) => (referentOf(field) === undefined ? field : withoutId(field))
const withoutId = (field: string) => field.slice(0, -'_id'.length)
