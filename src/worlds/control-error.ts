/** What is wrong with fields, by their names. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A control call that is refused; over HTTP `status` is the status that it is answered with. */
export class ControlError extends Error {
  readonly status: number
  /** What is wrong with each field of a record that was to be written. */
  readonly errors: FieldErrors | undefined

  constructor(status: number, message: string, errors?: FieldErrors) {
    super(message)
    this.name = 'ControlError'
    this.status = status
    this.errors = errors
  }
}
