/** A recorded response of the server: its status, and its body as text, or as Base64 for a file. */
export interface RecordedAnswer {
  readonly status: number
  readonly text?: string
  readonly base64?: string
  /** The number of the next page of a list, if there is one. */
  readonly next?: string
}

/** The responses read so far, with which an interrupted recording continues. */
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
