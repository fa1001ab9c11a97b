import type { OperationId } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { History, Step } from '../reproduction/history.ts'

/**
 * Makes a function that leaves out of histories the reads that ask nothing new: those that an earlier one of them had in
 * the same form, and after the same write. What a later step refers to stays, and so do all writes.
 *
 * Four of five reads go this way. Few faults show in one read alone, so that a run with little time finds more by the
 * new reads of all histories than by all reads of the first.
 *
 * @example
 * const withNewReads = createReadSelection(operation)
 * histories.map(withNewReads)
 */
export function createReadSelection(
  operation: (id: OperationId) => Operation,
): (history: History) => History {
  const asked = new Set<string>()
  const isNew = (question: string) => !asked.has(question) && asked.add(question).has(question)
  const isRead = (step: Step) =>
    operation(step.operation).method === 'GET' && step.makes === undefined
  return (history) => {
    let lastWrite = ''
    return history.filter((step) => {
      if (!isRead(step)) {
        lastWrite = step.operation
        return true
      }
      const questions = [formOf(step), `${step.operation} after ${lastWrite}`]
      return questions.filter(isNew).length > 0
    })
  }
}

/** Returns a call without the numbers by which histories tell records of one kind apart: `<issue12.iid>`. */
function formOf({ as, from: _place, open: _reason, parameters, ...call }: Step): string {
  const values = Object.entries(parameters).toSorted(byName)
  const form = JSON.stringify([Object.entries(call).toSorted(byName), values])
  return `${as.replace(/\d+$/, '')} ${form.replace(/(<[a-zA-Z]+)\d+/g, '$1')}`
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1
