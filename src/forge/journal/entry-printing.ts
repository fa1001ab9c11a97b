/** The fields of a journal entry that its printed line shows. */
interface PrintedEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly operationId: string | undefined
  readonly user: string | undefined
}

type Inspect = (value: unknown, options: object) => string

/**
 * The prototype of journal entries. It converts an entry to one line of text, and prints its values in Node's console,
 * which would only show `[Getter]` otherwise.
 */
export const printing: object = Object.create(Object.prototype, {
  toString: { value: lineOf },
  [Symbol.for('nodejs.util.inspect.custom')]: {
    value(this: PrintedEntry, _depth: number, options: object, inspect: Inspect): string {
      return `${lineOf.call(this)} ${inspect({ ...this }, options)}`
    },
  },
})

/** Returns a line with the method, the path, the status, the operation and the caller: `… 400 createProject by root`. */
function lineOf(this: PrintedEntry): string {
  const { method, path, status, operationId, user } = this
  const words = [method, path, status, operationId, user === undefined ? undefined : `by ${user}`]
  return words.filter((word) => word !== undefined).join(' ')
}
