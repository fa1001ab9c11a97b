import { collectionOf, type RecordList, recordLists } from '../../seed/records/collections.ts'
import { entryOf, isSame } from '../../seed/records/export.ts'
import { type Names, namesIn } from '../../seed/records/names.ts'
import type { RepositoryRecord } from '../../store/models/repository.ts'
import { type Snapshot, type Store, storeFrom } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import type { ChangeKind, RecordChange, RefChange, WorldChanges } from './world-changes.ts'

type Fields = Readonly<Record<string, unknown>> & { readonly id: number }

/** A record in both snapshots. At most one of the two is undefined. */
interface Pair {
  readonly before: Fields | undefined
  readonly after: Fields | undefined
}

/** The records of one snapshot, and their names. */
interface NamedRecords {
  readonly store: Store
  readonly names: Names
}

/** Which of the changed records are listed; all of them are counted. */
export interface WrittenRecords {
  readonly limit: number
  readonly collections: readonly TableName[] | undefined
}

/** Compares two snapshots, even of different forges. Tables that both share are skipped. */
export function compareSnapshots(
  earlier: Snapshot,
  later: Snapshot,
  { limit, collections }: WrittenRecords,
): WorldChanges {
  const [before, after] = [recordsOf(earlier), recordsOf(later)]
  const counts: Partial<Record<TableName, Record<ChangeKind, number>>> = {}
  const records: RecordChange[] = []
  const refs: RefChange[] = []
  for (const list of recordLists) {
    const collection = collectionOf[list]
    const pairs = pairsOf(
      earlier[collection].records as readonly Fields[],
      later[collection].records as readonly Fields[],
    )
    for (const pair of pairs) {
      if (collection === 'repositories') {
        refs.push(...refChanges(before, after, pair))
        continue
      }
      const fields = differingFields(pair)
      if (fields.length === 0) continue
      const count = counts[collection] ?? { added: 0, changed: 0, removed: 0 }
      count[kindOf(pair)] += 1
      counts[collection] = count
      if (records.length === limit || collections?.includes(collection) === false) continue
      records.push(recordChange(before, after, list, pair, fields))
    }
  }
  return { counts, records, refs }
}

function recordsOf(snapshot: Snapshot): NamedRecords {
  const store = storeFrom(snapshot)
  return { store, names: namesIn(store) }
}

/** Pairs the records of both lists by id, and skips those that are the same object. */
function* pairsOf(earlier: readonly Fields[], later: readonly Fields[]): Generator<Pair> {
  if (earlier === later) return
  let [at, to] = [0, 0]
  while (at < earlier.length || to < later.length) {
    const [before, after] = [earlier[at], later[to]]
    const isFirst = before !== undefined && (after === undefined || before.id < after.id)
    const isLast = after !== undefined && (before === undefined || after.id < before.id)
    if (!isLast) at += 1
    if (!isFirst) to += 1
    if (isFirst) yield { before, after: undefined }
    else if (isLast) yield { before: undefined, after }
    else if (before !== after) yield { before, after }
  }
}

function kindOf({
  before,
  after,
}: {
  readonly before: unknown
  readonly after: unknown
}): ChangeKind {
  if (before === undefined || before === null) return 'added'
  return after === undefined || after === null ? 'removed' : 'changed'
}

function differingFields({ before, after }: Pair): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].filter((name) => !isSame(before?.[name], after?.[name]))
}

function recordChange(
  before: NamedRecords,
  after: NamedRecords,
  list: RecordList,
  pair: Pair,
  fields: readonly string[],
): RecordChange {
  const [was, is] = [named(before, pair.before), named(after, pair.after)]
  const parts = [partOf(before, pair.before, fields), partOf(after, pair.after, fields)]
  const collection = collectionOf[list]
  const { id } = pair.after ?? (pair.before as Fields)
  const { names } = pair.after ? after : before
  return {
    collection,
    id,
    name: nameOf(names, collection, id),
    change: kindOf(pair),
    fields: [...new Set(parts.flatMap((part) => Object.keys(part)))],
    before: was,
    after: is,
  }
}

function named({ names }: NamedRecords, record: Fields | undefined) {
  if (record === undefined) return null
  const { id, ...fields } = record
  return { id, ...entryOf(names, fields) }
}

/**
 * Returns some fields as the export names them. Fields of a pair such as `noteable_id` and `noteable_type` are included
 * together.
 */
function partOf({ names }: NamedRecords, record: Fields | undefined, fields: readonly string[]) {
  const partners = fields.flatMap((name) => [
    name,
    name.replace(/_id$/, '_type'),
    name.replace(/_type$/, '_id'),
  ])
  const part = partners.flatMap((name) =>
    record && name in record ? [[name, record[name]] as const] : [],
  )
  const { id: _, ...rest } = Object.fromEntries(part)
  return entryOf(names, rest)
}

type Referent = Parameters<Names['nameOf']>[0]

/** The kinds by which the records of named collections are looked up. */
const referentOfCollection: Readonly<Partial<Record<TableName, Referent>>> = {
  users: 'user',
  namespaces: 'namespace',
  projects: 'project',
  milestones: 'milestone',
  environments: 'environment',
  issues: 'issue',
  mergeRequests: 'merge request',
  snippets: 'snippet',
}

function nameOf(names: Names, collection: TableName, id: number): string {
  const referent = referentOfCollection[collection]
  return (referent && names.nameOf(referent, id)) ?? `${collection} ${id}`
}

/** Compares the branches and tags of one project. */
function refChanges(before: NamedRecords, after: NamedRecords, pair: Pair): RefChange[] {
  const [was, is] = [pair.before, pair.after].map(
    (repository) => (repository as RepositoryRecord | undefined)?.refs ?? new Map<string, string>(),
  ) as [ReadonlyMap<string, string>, ReadonlyMap<string, string>]
  const project_id = (pair.after ?? pair.before)?.id ?? 0
  const { names } = after.store.projects.get(project_id) ? after : before
  const project = names.nameOf('project', project_id) ?? `projects ${project_id}`
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((ref) => {
    const ids = { before: was.get(ref) ?? null, after: is.get(ref) ?? null }
    return ids.before === ids.after
      ? []
      : [{ project, project_id, ref, change: kindOf(ids), ...ids }]
  })
}
