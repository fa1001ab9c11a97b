import { nothing, type RawParameters } from './body.ts'
import { isPossibleSecret, secretsIn } from './redaction/masking.ts'

/** The parameters that an operation received, or those that were sent where the request was refused. */
export class GivenParameters {
  readonly values: RawParameters
  /** The names of the parameters that have their default. */
  readonly defaulted: readonly string[]
  #secrets: readonly string[] | undefined

  constructor(values: RawParameters, defaulted: readonly string[] = []) {
    this.values = values
    this.defaulted = defaulted
  }

  /** The values of their secret parameters. */
  get secrets(): readonly string[] {
    this.#secrets ??= secretsIn(this.values).filter(isPossibleSecret)
    return this.#secrets
  }
}

/** The parameters of a request that is not read yet: none. */
export const nothingGiven = new GivenParameters(nothing)
