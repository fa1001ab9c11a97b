/**
 * The correspondence of ids, commits and secrets of both sides, by kind. It is one-to-one: distinct records on one side
 * correspond to distinct ones on the other.
 */
export interface Mapping {
  /** Whether two values correspond: they are known to, or neither was seen before, which records them. */
  join(kind: string, server: Mapped, forge: Mapped): boolean
  /** Returns the value of the forge for one of the server; undefined for an unknown one. */
  forgeOf(kind: string, server: Mapped): Mapped | undefined
  isKnownToForge(kind: string, forge: Mapped): boolean
  /** Runs a comparison, and rolls its new correspondences back unless they are to be kept. */
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
