import type { Step } from '../reproduction/history.ts'
import { isObject } from '../story/bodies.ts'

/** The list of the records that a field counts. */
export type CountedList = Pick<Step, 'operation' | 'parameters'>

/** The records that others added on a server in use, by which its counts exceed those of the forge. */
export interface Others {
  /** Returns the known number of records of others in a list, which is looked up at the next opportunity. */
  countIn(list: CountedList): number
  /** Reads the requested lists, and returns whether a number has changed. */
  lookUp(read: (list: CountedList) => Promise<unknown>): Promise<boolean>
}

export function createOthers(
  isOfOthers: (item: Readonly<Record<string, unknown>>) => boolean,
): Others {
  const counts = new Map<string, number>()
  const asked = new Map<string, CountedList>()
  return {
    countIn(list) {
      const key = JSON.stringify(list)
      asked.set(key, list)
      return counts.get(key) ?? 0
    },
    async lookUp(read) {
      let isNews = false
      for (const [key, list] of asked) {
        const items = await read(list)
        if (!Array.isArray(items)) continue
        const count = items.filter((item) => isObject(item) && isOfOthers(item)).length
        isNews ||= count !== (counts.get(key) ?? 0)
        counts.set(key, count)
      }
      asked.clear()
      return isNews
    },
  }
}
