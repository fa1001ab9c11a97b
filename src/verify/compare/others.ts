import type { Step } from '../reproduction/history.ts'
import { isObject } from '../story/bodies.ts'

/** The list of the records that a field counts; without a caller, as the administrator sees it. */
export type CountedList = Pick<Step, 'operation' | 'parameters'> & Partial<ListCaller>

type ListCaller = Pick<Step, 'as' | 'credential' | 'sudo' | 'sudoIn'>

/** The records that others added on a server in use, by which its counts exceed those of the forge. */
export interface Others {
  /** Returns the known number of records of others in a list, which is looked up at the next opportunity. */
  countIn(list: CountedList): number
  /** Reads the requested lists, and returns whether a number has changed. */
  lookUp(read: (list: CountedList) => Promise<unknown>): Promise<boolean>
}

export function createOthers(
  isOfOthers: (item: Readonly<Record<string, unknown>>, list: CountedList) => boolean,
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
        const count = items.filter((item) => isObject(item) && isOfOthers(item, list)).length
        isNews ||= count !== (counts.get(key) ?? 0)
        counts.set(key, count)
      }
      asked.clear()
      return isNews
    },
  }
}
