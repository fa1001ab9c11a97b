/** Whether a record changes by some changes: what is the same as before is no change. */
export function differs<R extends object>(record: R, changes: Partial<R>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(record, name)),
  )
}
