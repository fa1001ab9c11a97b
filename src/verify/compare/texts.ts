import type { Mapping } from './mapping.ts'

/** Compares texts that contain each side's own commit ids and addresses. */
export interface Texts {
  compare(server: string, forge: string): 'same' | 'open' | 'different'
  /** Notes that a record has another path on the server, which is in the addresses of all that belongs to it. */
  rename(server: string, forge: string): void
}

/** An id of git, by SHA-1 or by SHA-256. */
const objectId = /\b(?:[0-9a-f]{40}|[0-9a-f]{64})\b/g
const shortId = /^[0-9a-f]{7,39}$/
const isAddress = /^(?:[a-z]+:\/\/|[\w.-]+@[\w.-]+:)\S*$/i

/** Names of a history, which addresses of any form can contain. */
const ownName = /\bforgery-[a-km-np-z2-9]{8}-[a-z]+-\d+\b/g

export function createTexts(mapping: Mapping): Texts {
  const namesIn = (text: string) => (text.match(ownName) ?? []).join(' ')
  const renamed = new Map<string, string>()
  const inForge = (address: string) =>
    address
      .split('/')
      .map((part) => renamed.get(part) ?? part)
      .join('/')
  return {
    rename(server, forge) {
      renamed.set(server, forge)
      renamed.set(`${server}.git`, `${forge}.git`)
    },
    compare(shown, forge) {
      const server = renamed.size > 0 ? inForge(shown) : shown
      const [ofServer, ofForge] = [server.match(objectId) ?? [], forge.match(objectId) ?? []]
      const isSame =
        server.replace(objectId, '') === forge.replace(objectId, '') &&
        ofServer.length === ofForge.length &&
        ofServer.every((id, place) => mapping.join('object', id, ofForge[place] ?? ''))
      if (isSame) return 'same'
      const areShort = shortId.test(server) && shortId.test(forge) && server.length === forge.length
      if (areShort && mapping.join('short id', server, forge)) return 'same'
      if (!isAddress.test(server) || !isAddress.test(forge)) return 'different'
      const [paths, ownPaths] = [withoutHost(server), withoutHost(forge)]
      if (paths === ownPaths) return 'same'
      return namesIn(paths) === namesIn(ownPaths) ? 'open' : 'different'
    },
  }
}

/** Removes the host and the ids of an address, since the scheme and the host are the server's own. */
function withoutHost(address: string): string {
  return address.replace(/^(?:[a-z]+:\/\/[^/]*\/?|[^/:]*:)/i, '').replace(/\/\d+(?=\/|$)/g, '/')
}
