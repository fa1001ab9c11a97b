import type { Story } from '../story/story.ts'

/**
 * Tells stories side by side, so many at once, and the exclusive ones alone after all others. What
 * one throws (an interruption) ends all, when the others have ended as well.
 */
export async function tellAll(
  stories: readonly Story[],
  atOnce: number,
  tell: (story: Story) => Promise<void>,
): Promise<void> {
  const queue = stories.filter(({ isExclusive }) => !isExclusive).values()
  const workers = Array.from({ length: Math.max(1, atOnce) }, async () => {
    for (const story of queue) await tell(story)
  })
  const outcomes = await Promise.allSettled(workers)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  for (const story of stories) if (story.isExclusive) await tell(story)
}
