import type { Step } from '../reproduction/history.ts'
import { isObject } from '../story/bodies.ts'

/** A list in which stands what a field counts. */
export type CountedList = Pick<Step, 'operation' | 'parameters'>

/** What somebody else added on a server that is in use: what counts it is higher by so many than on the forge. */
export interface Others {
  /** How many of a list are of somebody else, as far as that is known; what is asked for is looked up next time. */
  countIn(list: CountedList): number
  /** Reads the lists that were asked for, and says whether another number is known of one now. */
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
