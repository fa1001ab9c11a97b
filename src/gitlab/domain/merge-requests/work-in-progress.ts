import type { Release } from '../release.ts'

/** Whether a title says that the work is not done: `WIP: …` or `[WIP] …`, whatever its case. */
export function isWorkInProgress({ workInProgress }: Release, title: string): boolean {
  return workInProgress.pattern.test(title)
}

export function withoutWorkInProgress({ workInProgress }: Release, title: string): string {
  return title.replace(workInProgress.pattern, '')
}

/** A title with or without the beginning that says so. */
export function markedAsWorkInProgress(
  release: Release,
  title: string,
  isWorkInProgress: boolean,
): string {
  const plain = withoutWorkInProgress(release, title)
  return isWorkInProgress ? `${release.workInProgress.prefix}${plain}` : plain
}
