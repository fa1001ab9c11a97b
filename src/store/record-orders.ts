interface Created {
  readonly id: number
  readonly created_at: string
}

/** Oldest first; of the same time, by id. */
export function byCreation(a: Created, b: Created): number {
  if (a.created_at === b.created_at) return a.id - b.id
  return a.created_at < b.created_at ? -1 : 1
}

interface Numbered {
  readonly id: number
  readonly iid: number
}

export const byNumber = (a: Numbered, b: Numbered): number => a.iid - b.iid || a.id - b.id
