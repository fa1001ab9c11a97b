/** Where an operation stands in the schemas of its API: lines of a file, counted from 1. */
export interface OperationPlaces {
  /** Such as `paths/tags.yaml`. */
  readonly file: string
  readonly line: number
  /** That of the answer of success. */
  readonly answer?: number
  /** Those of its parameters that are described there, by name, whether of the path, the query or the body. */
  readonly given: Readonly<Record<string, number>>
}
