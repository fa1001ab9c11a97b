import type { Story } from '../story/story.ts'

/**
 * Runs stories concurrently up to a limit, long ones first. Exclusive ones run alone after all others: either
 * concurrent writes would hide what they check, or they change settings, which concurrent writes to a single record
 * could revert. An error (an interruption) ends the run after the running stories have ended.
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
