/** The place of an operation in the schemas of its API: lines of a file, counted from 1. */
export interface OperationPlaces {
  /** Such as `paths/tags.yaml`. */
  readonly file: string
  readonly line: number
  /** The line of the successful response. */
  readonly answer?: number
  /** The lines of the parameters of path, query and body that the file describes, by name. */
  readonly given: Readonly<Record<string, number>>
}
