/** An answer that was kept: its status, and its body as text or, of a file, as Base64. */
export interface KeptAnswer {
  readonly status: number
  readonly text?: string
  readonly base64?: string
  /** The number of the next page, of a list that has one. */
  readonly next?: string
}

/** What was read already: a recording that was interrupted goes on where it was. */
export interface Journal {
  get(request: string): KeptAnswer | undefined
  keep(request: string, answer: KeptAnswer): void
}

export function createJournal(): Journal {
  const answers = new Map<string, KeptAnswer>()
  return {
    get: (request) => answers.get(request),
    keep: (request, answer) => void answers.set(request, answer),
  }
}
