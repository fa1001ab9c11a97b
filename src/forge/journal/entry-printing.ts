/** What is printed of an entry of the journal in a line. */
interface PrintedEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly operationId: string | undefined
  readonly user: string | undefined
}

type Inspect = (value: unknown, options: object) => string

/**
 * The prototype of the entries of the journal: a line as a text, and all of it where Node's console
 * shows it, which would say of a getter that it is one.
 */
export const printing: object = Object.create(Object.prototype, {
  toString: { value: lineOf },
  [Symbol.for('nodejs.util.inspect.custom')]: {
    value(this: PrintedEntry, _depth: number, options: object, inspect: Inspect): string {
      return `${lineOf.call(this)} ${inspect({ ...this }, options)}`
    },
  },
})

/** The method, the address, `400 createProject by root`. */
function lineOf(this: PrintedEntry): string {
  const { method, path, status, operationId, user } = this
  const words = [method, path, status, operationId, user === undefined ? undefined : `by ${user}`]
  return words.filter((word) => word !== undefined).join(' ')
}
