/** Whether a record changes by some changes: what is the same as before is no change. */
export function differs<R extends object>(record: R, changes: Partial<R>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(record, name)),
  )
}

/** The entries of an object that were given: those whose value is not undefined. */
export function given<T extends object>(values: T): Given<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Given<T>
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
