import type { History } from '../../reproduction/history.ts'
import { storiesOf } from '../../run/stories-of.ts'
import type { Story } from '../../story/story.ts'
import type { Draw } from '../draw.ts'
import { historyOf } from './history-of-calls.ts'
import { createRecorder, type Recorder, type RecorderOptions } from './recorder.ts'

/** What some checks or stories of `forgery verify` call, as a history. */
export interface RecordedHistory {
  /** The first of the checks or stories. */
  readonly name: string
  readonly history: History
  /** The part of all checks and stories that is recorded by now, from 0 to 1. */
  readonly share: number
}

/** No further check is recorded into a history of more calls. */
const ENOUGH_CALLS = 250

interface RecordingOptions extends Omit<RecorderOptions, 'forge'> {
  /** Makes a world with the administrator only, with distinct ids. */
  readonly begin: () => RecorderOptions['forge']
  /** Draws the order of the histories. */
  readonly draw: Draw
}

/**
 * Records what the checks and stories of `forgery verify` call, history by history. Checks of the same kind share their
 * records, so several of them are one history.
 *
 * @example
 * for await (const { name, history } of recordHistories({ begin, draw, adminToken, contract, settings })) play(history)
 */
export async function* recordHistories(
  options: RecordingOptions,
): AsyncGenerator<RecordedHistory, void> {
  const kinds = inDrawnOrder(kindsOfStories(options), options.draw)
  const total = kinds.flat().length
  let recorded = 0
  for (const stories of kinds) {
    let recorder: Recorder | undefined
    let name = ''
    const taken = (from: Recorder) => ({
      name,
      history: withOpenPermissions(historyOf(from), name, options),
      share: recorded / total,
    })
    for (const story of stories) {
      if (!recorder) {
        recorder = await createRecorder({ ...options, forge: options.begin() })
        name = story.name
      }
      await recorder.record(story)
      recorded++
      if (recorder.calls.length < ENOUGH_CALLS) continue
      yield taken(recorder)
      recorder = undefined
    }
    if (recorder) yield taken(recorder)
  }
}

/**
 * Leaves open which roles may call what, as far as the specification is silent: with these calls `forgery verify` tries
 * every role, and judges them by the table of permissions.
 */
function withOpenPermissions(
  history: History,
  name: string,
  { contract }: RecordingOptions,
): History {
  if (!name.startsWith('who may')) return history
  const insiders = insidersOf(history)
  return history.map((step) => {
    const { permission, method } = contract.operation(step.operation)
    if (step.as === 'admin' || step.as === 'nobody' || !permission) return step
    const { stated = [], beyond } = permission
    // That nobody else writes is stated everywhere.
    const isBeyondStated = stated.includes('beyond') || (beyond === 'nobody' && method !== 'GET')
    const isStated = isBeyondStated && (stated.includes('levels') || !insiders.has(step.as))
    return isStated ? step : { ...step, open: 'which roles may call it is not stated' }
  })
}

/** Returns the users of a history who are members of something, or have made it. */
function insidersOf(history: History): ReadonlySet<string> {
  return new Set(
    history.flatMap(({ operation, as, parameters }) => {
      if (/^add(?:Group|Project)Member$/.test(operation))
        return [String(parameters.user_id).replace(/[<>]/g, '')]
      return /^create(?:Group|Project)/.test(operation) ? [as] : []
    }),
  )
}

/** Returns the stories that a run can call, those of the same kind together. */
function kindsOfStories({ settings }: RecordingOptions): (readonly Story[])[] {
  const kinds = new Map<string, Story[]>()
  for (const story of storiesOf(settings)) {
    if (story.needsInstance && !settings.instance) continue
    const [kind = story.name] = story.name.split(': ')
    kinds.set(kind, [...(kinds.get(kind) ?? []), story])
  }
  return [...kinds.values()]
}

function inDrawnOrder<T>(items: readonly T[], draw: Draw): T[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(draw.below(rest.length), 1))
}
