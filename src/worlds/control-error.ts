/** A control call that is refused; over HTTP `status` is the status that it is answered with. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ControlError'
    this.status = status
  }
}
