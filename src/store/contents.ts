/** Stands for records as they are; what is derived from them may be kept with it, by names of one's own. */
export class Contents {
  /** Not before something is derived: after most writes nothing is. */
  #derived: Map<string, object> | undefined

  get derived(): Map<string, object> {
    this.#derived ??= new Map()
    return this.#derived
  }
}
