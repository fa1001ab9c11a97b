/** An answer of the server that is recorded: its status, and its body as text or, of a file, as Base64. */
export interface RecordedAnswer {
  readonly status: number
  readonly text?: string
  readonly base64?: string
  /** The number of the next page, of a list that has one. */
  readonly next?: string
}

/** What was read already: a recording that was interrupted goes on where it was. */
export interface Journal {
  get(request: string): RecordedAnswer | undefined
  keep(request: string, answer: RecordedAnswer): void
}

export function createJournal(): Journal {
  const answers = new Map<string, RecordedAnswer>()
  return {
    get: (request) => answers.get(request),
    keep: (request, answer) => void answers.set(request, answer),
  }
}
