import { isDeepStrictEqual } from 'node:util'
import { z } from '../../src/shared/zod.ts'
import { collectionOfKind, references } from '../../src/store/models/references.ts'
import { fieldsWithoutCase, uniqueKeys } from '../../src/store/models/unique-keys.ts'
import { createTables } from '../../src/store/tables.ts'
import type { AnyRecord, World } from './world.ts'

type Target = string | { readonly kind: string }

/** What is wrong with the records of a world, by scans alone: no index and no rule of the forge is asked. */
export function recordProblems(world: World): string[] {
  return [...danglingReferences(world), ...duplicates(world), ...disorder(world)]
}

/** A project keeps the number of who made it when the user is deleted, as GitLab 8.15 did. */
const mayOutlive: ReadonlySet<string> = new Set(['projects.creator_id'])

/** Fields that hold the id of a record that is not there. */
function danglingReferences(world: World): string[] {
  const ids = new Map(
    Object.entries(world).map(([name, records]) => [name, new Set(records.map(({ id }) => id))]),
  )
  const kinds: Readonly<Record<string, string>> = collectionOfKind
  return Object.entries(references).flatMap(([name, fields]) =>
    Object.entries<Target>(fields).flatMap(([field, target]) =>
      (world[name] ?? [])
        .filter((record) => typeof record[field] === 'number')
        .filter(() => !mayOutlive.has(`${name}.${field}`))
        .filter((record) => {
          const there = typeof target === 'string' ? target : kinds[String(record[target.kind])]
          return there !== undefined && !ids.get(there)?.has(Number(record[field]))
        })
        .map((record) => `${name} ${record.id}: ${field} ${record[field]} names no record`),
    ),
  )
}

/** Records that share what only one may have: an iid of a project, a username, a path. */
function duplicates(world: World): string[] {
  return Object.entries(uniqueKeys).flatMap(([name, keys]) =>
    keys.flatMap((fields) => {
      const seen = new Map<string, number>()
      return (world[name] ?? []).flatMap((record) => {
        const key = JSON.stringify(fields.map((field) => compared(field, record[field])))
        const other = seen.get(key)
        seen.set(key, record.id)
        return other === undefined
          ? []
          : [`${name} ${other} and ${record.id} share ${fields.join(', ')}: ${key}`]
      })
    }),
  )
}

function compared(field: string, value: unknown): unknown {
  return typeof value === 'string' && fieldsWithoutCase.has(field) ? value.toLowerCase() : value
}

/** Collections that are not in the order of their ids, or have an id twice. */
function disorder(world: World): string[] {
  return Object.entries(world).flatMap(([name, records]) =>
    records
      .filter(({ id }, index) => index > 0 && id <= (records[index - 1]?.id ?? 0))
      .map(({ id }) => `${name}: ${id} is not above the id before it`),
  )
}

/** Records that are not as their model has them. Pass the same set again, so that no record is looked at twice. */
export function misfits(world: World, fitting: WeakSet<object>): string[] {
  const tables: Readonly<Record<string, { readonly model: z.core.$ZodType }>> = createTables()
  return Object.entries(world).flatMap(([name, records]) =>
    records.flatMap((record) => {
      if (fitting.has(record)) return []
      fitting.add(record)
      const model = tables[name]?.model
      return model && isDeepStrictEqual(z.safeParse(model, record).data, { ...record })
        ? []
        : [`${name} ${record.id} is not as its model has it`]
    }),
  )
}

/** Parts that a suite could change. Pass the same set again, so that no record is looked at twice. */
export function changeableParts(world: World, frozen: WeakSet<object>): string[] {
  return Object.entries(world).flatMap(([name, records]) =>
    records
      .filter((record) => !isFrozen(record, frozen))
      .map(({ id }) => `${name} ${id} can change`),
  )
}

function isFrozen(record: AnyRecord, frozen: WeakSet<object>): boolean {
  if (frozen.has(record)) return true
  const isSo = isFrozenToTheBottom(record)
  if (isSo) frozen.add(record)
  return isSo
}

/** Bytes apart, which JavaScript cannot freeze. */
function isFrozenToTheBottom(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozenToTheBottom)
}
