/** Whether any of the changes differs from the present value of the record. */
export function differs<R extends object>(record: R, changes: Partial<R>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(record, name)),
  )
}

/** Returns the entries of an object whose value is not undefined. */
export function omitUndefined<T extends object>(values: T): Given<T> {
  const entries: Given<T> = {}
  for (const name of Object.keys(values) as (keyof T)[]) {
    const value = values[name]
    if (isGiven(value)) entries[name] = value
  }
  return entries
}

function isGiven<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
