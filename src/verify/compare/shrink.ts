import { type History, needsOf, type Step, sessionOf } from '../reproduction/history.ts'

export interface Shrinking {
  /** Whether a history still ends in the same difference. */
  readonly fails: (history: History) => Promise<boolean>
  /** Whether a step only reads. */
  readonly isRead: (step: Step) => boolean
  /** Who may call instead of whom, so that somebody less has to be made. */
  readonly standIns: (history: History) => readonly (readonly [person: string, other: string])[]
  /** The names of the parameters that a step may leave out. */
  readonly optionalOf: (step: Step) => readonly string[]
  /** Most tries: each calls a whole history. */
  readonly tries: number
}

/**
 * Finds the fewest calls that still end in a difference: of a history that ends with the call that shows it. What a
 * step needs is kept with it; what needs something that is left out, is left out with it.
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
  // Often the call and what it needs are enough, or the writes without the reads between them.
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
    // One that went may have been all that needed another one.
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

/** Whether a step makes somebody, lets them sign in, or gives them something. */
const isOnlyFor = (step: Step, person: string) =>
  step.makes === person || step.makes === sessionOf(person) || needsOf(step).has(person)

/** Undefined where the step does not give the parameter. */
function withoutParameter(history: History, place: number, name: string): History | undefined {
  const step = history[place]
  if (step?.parameters[name] === undefined) return undefined
  const { [name]: _removed, ...parameters } = step.parameters
  return history.with(place, { ...step, parameters })
}

/** The steps that are wanted, with all that they need. */
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
