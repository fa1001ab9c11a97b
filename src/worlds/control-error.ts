/** The problems of fields, by field name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A refused control call; over HTTP, `status` is the status of the response. */
export class ControlError extends Error {
  readonly status: number
  /** The problems of each field of a record that was to be written. */
  readonly errors: FieldErrors | undefined

  constructor(status: number, message: string, errors?: FieldErrors) {
    super(message)
    this.name = 'ControlError'
    this.status = status
    this.errors = errors
  }
}
