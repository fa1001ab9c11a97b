import type { Story } from '../story/story.ts'

/**
 * Runs stories concurrently up to a limit, long ones first. When all that write have ended, the undisturbed ones run one
 * after the other, beside those that only read. Exclusive ones run alone after all others: they change settings, which
 * concurrent writes to a single record could revert. An error (an interruption) ends the run after the running stories
 * have ended.
 */
export async function scheduleStories(
  stories: readonly Story[],
  atOnce: number,
  run: (story: Story) => Promise<void>,
): Promise<void> {
  const runEach = async (queue: Iterable<Story>) => {
    for (const story of queue) await run(story)
  }
  const { writing, reading, undisturbed, exclusive } = partsOf(stories)
  const writers = Array.from({ length: Math.max(1, atOnce) }, () => runEach(writing))
  const others = [
    ...writers.map((writer) => writer.then(() => runEach(reading))),
    Promise.all(writers).then(() => runEach(undisturbed)),
  ]
  const outcomes = await Promise.allSettled(others)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  await runEach(exclusive)
}

/** Returns the queues of each part of a run, from which each story is taken once. */
function partsOf(stories: readonly Story[]) {
  const among = stories.filter((one) => !one.isExclusive && !one.isUndisturbed)
  const longFirst = among.toSorted((one, other) => weight(other) - weight(one))
  return {
    writing: longFirst.filter(({ isReading }) => !isReading).values(),
    reading: longFirst.filter(({ isReading }) => isReading).values(),
    undisturbed: stories.filter(({ isUndisturbed }) => isUndisturbed).values(),
    exclusive: stories.filter(({ isExclusive }) => isExclusive).values(),
  }
}

const weight = ({ isLong }: Story) => (isLong ? 1 : 0)
