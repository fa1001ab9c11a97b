/**
 * Which value of the server stands for which of the forge: ids, commits and secrets, each by its kind. One stands for
 * one: what is another record on one side is another on the other.
 */
export interface Mapping {
  /** Whether the two belong together: they are known to, or neither was seen before, which joins them. */
  join(kind: string, server: Mapped, forge: Mapped): boolean
  /** The value of the forge that one of the server stands for; undefined for one that was not seen. */
  forgeOf(kind: string, server: Mapped): Mapped | undefined
  isKnownToForge(kind: string, forge: Mapped): boolean
  /** Runs a comparison, and forgets what it joined where that says so. */
  attempt<T>(compare: () => T, isKept: (outcome: T) => boolean): T
}

export type Mapped = string | number

export function createMapping(): Mapping {
  const toForge = new Map<string, Mapped>()
  const toServer = new Map<string, Mapped>()
  let joined: (readonly [server: string, forge: string])[] = []
  const key = (kind: string, value: Mapped) => `${kind} ${value}`
  return {
    join(kind, server, forge) {
      const [ofServer, ofForge] = [key(kind, server), key(kind, forge)]
      if (toForge.has(ofServer) || toServer.has(ofForge)) {
        return toForge.get(ofServer) === forge && toServer.get(ofForge) === server
      }
      toForge.set(ofServer, forge)
      toServer.set(ofForge, server)
      joined.push([ofServer, ofForge])
      return true
    },
    forgeOf: (kind, server) => toForge.get(key(kind, server)),
    isKnownToForge: (kind, forge) => toServer.has(key(kind, forge)),
    attempt(compare, isKept) {
      joined = []
      const outcome = compare()
      if (!isKept(outcome)) {
        for (const [server, forge] of joined) {
          toForge.delete(server)
          toServer.delete(forge)
        }
      }
      return outcome
    },
  }
}
