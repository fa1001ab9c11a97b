import { type History, needsOf, type Step, sessionOf } from '../reproduction/history.ts'

export interface Shrinking {
  /** Whether a history still ends in the same difference. */
  readonly fails: (history: History) => Promise<boolean>
  /** Whether a step only reads. */
  readonly isRead: (step: Step) => boolean
  /** Returns substitutes of callers, which save the creation of a user. */
  readonly standIns: (history: History) => readonly (readonly [person: string, other: string])[]
  /** Returns the names of the optional parameters of a step. */
  readonly optionalOf: (step: Step) => readonly string[]
  /** The maximum number of attempts, each of which runs a whole history. */
  readonly tries: number
}

/**
 * Finds a minimal history that still ends in the difference, which its last call shows. The steps that a step needs are
 * kept with it, and steps that need a removed one are removed with it.
 */
export async function shrink(history: History, shrinking: Shrinking): Promise<History> {
  let left = shrinking.tries
  let best = history
  const attempt = async (shorter: History): Promise<boolean> => {
    if (left <= 0 || shorter.length === 0 || isSame(shorter, best)) return false
    left--
    if (!(await shrinking.fails(shorter))) return false
    best = shorter
    return true
  }
  const last = history.at(-1)
  if (!last) return history
  // Often the call and the steps it needs suffice, or the writes without the reads between them.
  if (!(await attempt(onlyNeeded(history, (step) => step === last)))) {
    await attempt(onlyNeeded(history, (step) => step === last || !shrinking.isRead(step)))
    for (
      let size = Math.ceil(best.length / 2);
      size >= 1;
      size = size > 1 ? Math.ceil(size / 2) : 0
    ) {
      for (let end = best.length - 1; end > 0; end -= size) {
        const [from, to] = [Math.max(0, end - size), end]
        await attempt(
          onlyNeeded(best, (step) => step === last || !best.slice(from, to).includes(step)),
        )
      }
    }
    // A removed step may have been the only one that needed another.
    for (let end = best.length - 2; end >= 0; end--) {
      const one = best[end]
      await attempt(onlyNeeded(best, (step) => step !== one))
    }
  }
  for (const [person, other] of shrinking.standIns(best)) {
    const replaced = best.map((step) => (step.as === person ? { ...step, as: other } : step))
    const end = replaced.at(-1)
    await attempt(onlyNeeded(replaced, (step) => step === end || !isOnlyFor(step, person)))
  }
  for (const place of best.keys()) {
    const step = best[place]
    for (const name of step ? shrinking.optionalOf(step) : []) {
      const shorter = withoutParameter(best, place, name)
      if (shorter) await attempt(shorter)
    }
  }
  return best
}

/** Whether a step creates a user, signs them in, or gives them something. */
const isOnlyFor = (step: Step, person: string) =>
  step.makes === person || step.makes === sessionOf(person) || needsOf(step).has(person)

/** Undefined where the step lacks the parameter. */
function withoutParameter(history: History, place: number, name: string): History | undefined {
  const step = history[place]
  if (step?.parameters[name] === undefined) return undefined
  const { [name]: _removed, ...parameters } = step.parameters
  return history.with(place, { ...step, parameters })
}

/** Returns the wanted steps with all steps that they need. */
function onlyNeeded(history: History, isWanted: (step: Step) => boolean): History {
  const needed = new Set<string>()
  const kept: Step[] = []
  for (const step of history.toReversed()) {
    const makesNeeded = step.makes !== undefined && needed.has(step.makes)
    if (!isWanted(step) && !makesNeeded) continue
    kept.push(step)
    for (const name of needsOf(step)) needed.add(name)
  }
  return kept.reverse()
}

const isSame = (one: History, other: History) =>
  one.length === other.length && one.every((step, place) => step === other[place])
