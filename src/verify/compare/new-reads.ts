import type { OperationId } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import { type History, type Step, symbolOf, type Value } from '../reproduction/history.ts'

/**
 * Makes a function that leaves out of histories the reads that ask nothing new. A read is new in its form, where the last
 * write about its caller was another, and after another write: the last of all, or by another role the last about a
 * record that it names. What a later step refers to stays, and so do all writes.
 *
 * More than half of the reads go this way. Few faults show in one read alone, so that a run with little time finds more
 * by the new reads of all histories than by all reads of the first.
 *
 * @example
 * const withNewReads = createReadSelection(operation)
 * histories.map(withNewReads)
 */
export function createReadSelection(
  operation: (id: OperationId) => Operation,
): (history: History) => History {
  const asked = new Set<string>()
  const isNew = (question: string) => {
    const wasAsked = asked.has(question)
    asked.add(question)
    return !wasAsked
  }
  const isRead = (step: Step) =>
    operation(step.operation).method === 'GET' && step.makes === undefined
  return (history) => {
    let lastWrite = ''
    const lastAbout = new Map<string, string>()
    return history.filter((step) => {
      if (isRead(step)) {
        const questions = [
          `${formOf(step)} after ${lastAbout.get(step.as)}`,
          `${step.operation} after ${lastWrite}`,
          ...namedIn(step).map((record) => `${callOf(step)} after ${lastAbout.get(record)}`),
        ]
        // Each of them counts as asked now, not only the first new one.
        return questions.filter(isNew).length > 0
      }
      lastWrite = step.operation
      for (const record of namedIn(step)) lastAbout.set(record, effectOf(step))
      return true
    })
  }
}

/** Returns the records that a call names, by their names in the history. */
const namedIn = ({ parameters }: Step) =>
  Object.values(parameters).flatMap((value) => symbolOf(value) ?? [])

/** Returns what is called, and as whom; several users of one kind have numbers. */
const callOf = ({ as, operation }: Step) => `${operation} as ${/^[a-zA-Z]+/.exec(as)?.[0]}`

/** Returns a call without the numbers by which histories tell records of one kind apart: `<issue12.iid>`. */
function formOf(step: Step): string {
  const { as: _caller, from: _place, open: _reason, parameters, ...form } = step
  const values = Object.entries(parameters).toSorted(byName)
  const text = JSON.stringify([Object.entries(form).toSorted(byName), values])
  return `${callOf(step)} ${text.replace(/(<[a-zA-Z]+)\d+/g, '$1')}`
}

/** Returns what kind of change a write makes: its operation, and its parameters with switches, numbers and words. */
function effectOf({ operation, parameters }: Step): string {
  const values = Object.entries(parameters).toSorted(byName)
  return JSON.stringify([operation, values.map(([name, value]) => [name, isText(value) || value])])
}

/** Whether a value is a text of any kind, and no word such as `close`. */
const isText = (value: Value | undefined) => typeof value === 'string' && !/^[a-z_]+$/.test(value)

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1
