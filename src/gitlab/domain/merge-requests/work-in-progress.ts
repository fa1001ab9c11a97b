const prefix = /^\s*(?:\[WIP\]\s*|WIP:\s*|WIP\s+)+/i

/** Whether a title says that the work is not done: `WIP: …` or `[WIP] …`, whatever its case. */
export function isWorkInProgress(title: string): boolean {
  return prefix.test(title)
}

export function withoutWorkInProgress(title: string): string {
  return title.replace(prefix, '')
}

/** A title with or without its WIP. */
export function markedAsWorkInProgress(title: string, isWorkInProgress: boolean): string {
  const plain = withoutWorkInProgress(title)
  return isWorkInProgress ? `WIP: ${plain}` : plain
}
