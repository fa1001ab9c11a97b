import type { Story } from '../story/story.ts'

/**
 * Runs stories side by side, so many at once, the long ones first, and the exclusive ones alone after
 * all others: either they check what shows only while nobody else writes, or they change settings
 * that a server may keep in one record, where two that write it at once would undo each other. What
 * one throws (an interruption) ends all, when the others have ended as well.
 */
export async function scheduleStories(
  stories: readonly Story[],
  atOnce: number,
  run: (story: Story) => Promise<void>,
): Promise<void> {
  const shared = stories.filter(({ isExclusive }) => !isExclusive)
  const queue = shared.toSorted((one, other) => weight(other) - weight(one)).values()
  const workers = Array.from({ length: Math.max(1, atOnce) }, async () => {
    for (const story of queue) await run(story)
  })
  const outcomes = await Promise.allSettled(workers)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  for (const story of stories) if (story.isExclusive) await run(story)
}

const weight = ({ isLong }: Story) => (isLong ? 1 : 0)
