import { nothing, type RawParameters } from './body.ts'
import { isPossibleSecret, secretsIn } from './redaction/masking.ts'

/** The parameters that an operation was given, or those that came where the request was refused. */
export class GivenParameters {
  readonly values: RawParameters
  /** The names of those that the contract filled in. */
  readonly defaulted: readonly string[]
  #secrets: readonly string[] | undefined

  constructor(values: RawParameters, defaulted: readonly string[] = []) {
    this.values = values
    this.defaulted = defaulted
  }

  /** What stands in them where secrets do. */
  get secrets(): readonly string[] {
    this.#secrets ??= secretsIn(this.values).filter(isPossibleSecret)
    return this.#secrets
  }
}

/** What is known of the parameters of a request before it is read. */
export const nothingGiven = new GivenParameters(nothing)
