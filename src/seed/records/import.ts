import { restoreRecord } from '../../gitlab/domain/restore.ts'
import { decodeBase64 } from '../../shared/base64.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Loading } from '../loaders/loading.ts'
import type { Entry, SeedRecords } from '../schema/records.ts'
import type { ReadSeed } from '../schema.ts'
import { collectionOf, type RecordList, recordLists, referentOf } from './collections.ts'
import { importCommit, importTag } from './commit-import.ts'

/** Loads the records of an exported world into the store. */
export function loadRecords({ store, problems }: Loading, { records }: ReadSeed): void {
  if (!records) return
  const { commits = [], annotated_tags = [], next_ids = {} } = records
  const attempt = (path: string, step: () => void) => {
    try {
      step()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push({ path, reason })
    }
  }
  const renamed: Renamed = new Map()
  for (const [index, commit] of commits.entries()) {
    attempt(`records.commits[${index}]`, () => {
      noteRenaming(renamed, commit, importCommit(store.objects, withNewIds(renamed, commit)))
    })
  }
  for (const [index, tag] of annotated_tags.entries()) {
    attempt(`records.annotated_tags[${index}]`, () => {
      noteRenaming(renamed, tag, importTag(store.objects, withNewIds(renamed, tag)))
    })
  }
  const names = namesOf(records)
  for (const list of recordLists) {
    const ids = idsOf(records[list] ?? [])
    for (const [index, entry] of (records[list] ?? []).entries()) {
      const path = `records.${list}[${index}]`
      attempt(path, () => {
        const values = valuesOf(list, withNewIds(renamed, entry), names, (word, name, known) => {
          const reason = `there is no ${word} "${name}" in this seed${suggestion(name, known)}`
          problems.push({ path: `${path}.${word}`, reason, name })
        })
        restoreRecord(store, collectionOf[list], { ...values, id: ids[index] })
      })
    }
    store[collectionOf[list]].reserveIds(next_ids[list] ?? 1)
  }
}

/** The ids of commits and tags that differ from those in the seed, keyed by the latter. */
type Renamed = Map<string, string>

function noteRenaming(renamed: Renamed, { id }: Entry, written: string): void {
  if (id !== written) renamed.set(String(id), written)
}

/** Replaces every renamed id in an entry. Texts that contain one stay unchanged. */
function withNewIds(renamed: Renamed, entry: Entry): Entry {
  if (renamed.size === 0) return entry
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return renamed.get(value) ?? value
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))
  }
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, change(value)]))
}

/** Returns the ids of a list. A missing id is the previous one plus 1. */
function idsOf(entries: readonly Entry[]): number[] {
  let next = 1
  return entries.map(({ id }) => {
    const own = typeof id === 'number' ? id : next
    next = own + 1
    return own
  })
}

type NameTable = Readonly<Record<string, ReadonlyMap<string, number>>>

/** Collects the ids of all named records, by kind. */
function namesOf(records: SeedRecords): NameTable {
  const named = (list: RecordList, nameOf: (entry: Entry) => string) => {
    const entries = records[list] ?? []
    const ids = idsOf(entries)
    return new Map(entries.map((entry, index) => [nameOf(entry), ids[index] ?? 0]))
  }
  return {
    user: named('users', ({ username }) => String(username)),
    namespace: named('namespaces', ({ parent, path }) =>
      parent === undefined ? String(path) : `${parent}/${path}`,
    ),
    project: named('projects', ({ namespace, path }) => `${namespace}/${path}`),
    milestone: named('milestones', ({ project, group, iid }) => `${project ?? group}%${iid}`),
    environment: named('environments', ({ project, name }) => `${project}:${name}`),
    issue: named('issues', ({ project, iid }) => `${project}#${iid}`),
    merge_request: named('merge_requests', (entry) => `${entry.target_project}!${entry.iid}`),
  }
}

/** The prefix of the two fields, type and id, that a word of an entry sets, by list. */
const prefixes: Readonly<Partial<Record<RecordList, string>>> = {
  members: 'source',
  notification_settings: 'source',
  access_requests: 'source',
  invitations: 'source',
  notes: 'noteable',
  award_emoji: 'awardable',
  subscriptions: 'subscribable',
  todos: 'target',
  events: 'target',
}

const variantTypes: Readonly<Record<string, string>> = {
  group: 'group',
  project: 'project',
  on_issue: 'Issue',
  on_merge_request: 'MergeRequest',
  on_snippet: 'Snippet',
  on_note: 'Note',
  on_milestone: 'Milestone',
}

type Unknown = (word: string, name: string, known: Iterable<string>) => void

function valuesOf(list: RecordList, entry: Entry, names: NameTable, unknown: Unknown): Entry {
  const values: Entry = {}
  const prefix = prefixes[list]
  for (const [word, value] of Object.entries(entry)) {
    const type = prefix && Object.hasOwn(variantTypes, word) ? variantTypes[word] : undefined
    const isVariant =
      type !== undefined &&
      (prefix === 'source' || word.startsWith('on_')) &&
      typeof value === 'string'
    // The environment of a build is a name, even where no such environment exists.
    const isText = list === 'builds' && word === 'environment'
    const kind = isText ? undefined : referentOf(`${word}_id`)
    if (isVariant) {
      values[`${prefix}_type`] = type
      values[`${prefix}_id`] = idNamed(names, kindOfVariant(word), value, unknown, word)
    } else if (kind !== undefined && typeof value === 'string') {
      values[`${word}_id`] = idNamed(names, kind, value, unknown, word)
    } else values[word] = readValue(list, word, value)
  }
  return values
}

function kindOfVariant(word: string): string {
  return word === 'group' ? 'namespace' : word.replace(/^on_/, '')
}

function idNamed(names: NameTable, kind: string, name: string, unknown: Unknown, word: string) {
  // Snippets and notes are named by their ids: `jane/website$3`, `note 3`.
  const digits = /(?:^note |\$)(\d+)$/.exec(name)?.[1]
  if ((kind === 'snippet' || kind === 'note') && digits !== undefined) return Number(digits)
  const id = names[kind]?.get(name)
  if (id === undefined) unknown(word, name, names[kind]?.keys() ?? [])
  return id ?? 0
}

function readValue(list: RecordList, field: string, value: unknown): unknown {
  if (list === 'repositories' && field === 'refs' && typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value))
  }
  if (list === 'builds' && field === 'artifacts' && typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bytesOf(inner)]))
  }
  return list === 'uploads' && field === 'bytes' ? bytesOf(value) : value
}

function bytesOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value)) return value
  return new Uint8Array(decodeBase64(String(value.base64)) ?? [])
}
