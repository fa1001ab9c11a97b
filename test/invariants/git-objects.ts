import { getObject, type ObjectDatabase } from '../../src/git/objects/database.ts'
import type { GitObject } from '../../src/git/objects/objects.ts'
import type { Snapshot } from '../../src/store/store.ts'
import type { AnyRecord, World } from './world.ts'

/** The fields of each collection that hold the id of a commit. Null names none. */
const commitFields: Readonly<Record<string, readonly string[]>> = {
  pipelines: ['sha'],
  builds: ['sha'],
  deployments: ['sha'],
  commitStatuses: ['sha'],
  notes: ['commit_id'],
  mergeRequests: ['merge_commit_sha', 'head_sha', 'base_sha'],
}

/**
 * The git objects that a world names and does not have: what refs, events, builds, notes and merge
 * requests stand at, and all that a ref leads to, down to each file.
 */
export function missingObjects(world: World, snapshot: Snapshot): string[] {
  const objects = objectsOf(snapshot)
  return [
    ...Object.entries(commitFields).flatMap(([name, fields]) =>
      (world[name] ?? []).flatMap((record) => missingCommits(objects, name, record, fields)),
    ),
    ...(world.events ?? []).flatMap((event) => missingPushed(objects, event)),
    ...(world.repositories ?? []).flatMap((repository) => missingBelow(objects, repository)),
  ]
}

/** A snapshot has its git objects under its only symbol. */
function objectsOf(snapshot: Snapshot): ObjectDatabase {
  const [symbol] = Object.getOwnPropertySymbols(snapshot)
  if (symbol === undefined) throw new Error('A snapshot has its git objects under a symbol.')
  return Reflect.get(snapshot, symbol)
}

function missingCommits(
  objects: ObjectDatabase,
  name: string,
  record: AnyRecord,
  fields: readonly string[],
): string[] {
  return fields
    .filter((field) => typeof record[field] === 'string')
    .filter((field) => getObject(objects, String(record[field]))?.type !== 'commit')
    .map((field) => `${name} ${record.id}: ${field} ${record[field]} is no commit`)
}

function missingPushed(objects: ObjectDatabase, { id, data }: AnyRecord): string[] {
  if (typeof data !== 'object' || data === null) return []
  const { before, after, commit_ids } = data as Readonly<Record<string, unknown>>
  return [before, after, commit_ids]
    .flat()
    .filter((one) => typeof one === 'string' && !getObject(objects, one))
    .map((one) => `events ${id}: ${one} is no git object`)
}

function missingBelow(objects: ObjectDatabase, { id, refs, former_tips }: AnyRecord): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  const waiting = [...(refs as ReadonlyMap<string, string>).values(), ...(former_tips as string[])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const object = getObject(objects, next)
    if (object) waiting.push(...namedBy(object))
    else problems.push(`repositories ${id}: the object ${next} is missing`)
  }
  return problems
}

/** The objects that an object names. */
function namedBy(object: GitObject): readonly string[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries.map(({ id }) => id)
    case 'commit':
      return [object.tree, ...object.parents]
    case 'tag':
      return [object.target]
  }
}
