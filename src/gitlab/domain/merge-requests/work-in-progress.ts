import type { Release } from '../release.ts'

/** Whether a title has a draft mark, such as `WIP: …` or `[WIP] …` in any case. */
export function isWorkInProgress({ workInProgress }: Release, title: string): boolean {
  return workInProgress.pattern.test(title)
}

export function withoutWorkInProgress({ workInProgress }: Release, title: string): string {
  return title.replace(workInProgress.pattern, '')
}

/** Returns a title with or without its draft mark. */
export function markedAsWorkInProgress(
  release: Release,
  title: string,
  isWorkInProgress: boolean,
): string {
  const plain = withoutWorkInProgress(release, title)
  return isWorkInProgress ? `${release.workInProgress.prefix}${plain}` : plain
}
