import type { Store } from '../store/store.ts'
import { MASK, maskPlaces } from './masking.ts'

/** Shorter ones would mask words that are no secrets; they are masked where secrets stand. */
const shortestKnown = 6

/** How many secrets are remembered whether the world holds them or not: the latest. */
const mostFormer = 1000

/** Secrets by their first characters, so that a text is looked at once, however many there are. */
type SecretIndex = ReadonlyMap<string, readonly string[]>

/** A text without the secrets that are known, those in `more`, and those in their places. */
export type Masker = (text: string, more?: readonly string[]) => string

/** The secrets of a world, taken out of whatever is told of it. */
export interface KnownSecrets {
  /**
   * What takes the secrets that the world holds now, and those given, out of texts. The world is
   * looked through once for each masker: take one for all the texts of a record.
   */
  masker(secrets?: readonly string[]): Masker
  /** Notes secrets that the world was given: they stay secret when it holds others in their place. */
  remember(secrets: Iterable<string>): void
  /** Forgets the secrets that the world held once: it begins anew. */
  forgetFormer(): void
}

/**
 * Knows the secrets that a store holds: tokens, passwords, and those in addresses. They are read
 * again where the records have changed since the last look. Those that it held before stay secrets: a
 * text may still quote a password that was changed since.
 */
export function createKnownSecrets(store: Store): KnownSecrets {
  let seen: readonly object[] = []
  let present: ReadonlySet<string> = new Set()
  let index: SecretIndex = new Map()
  const former = new Set<string>()
  function current(): SecretIndex {
    const records = secretRecords(store)
    if (!isSame(seen, records)) {
      const next = new Set(secretsOf(store))
      remember([...present].filter((secret) => !next.has(secret)))
      present = next
      seen = records
      index = indexOf([...present, ...former])
    }
    return index
  }
  function remember(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      former.delete(secret)
      former.add(secret)
      // The index is made again.
      seen = []
    }
    for (const oldest of former) {
      if (former.size <= mostFormer) return
      former.delete(oldest)
    }
  }
  return {
    masker(secrets = []) {
      const known = current()
      const given = indexOf(secrets)
      return (text, more = []) => {
        const others = more.length === 0 ? given : indexOf([...secrets, ...more])
        return maskPlaces(maskKnown(maskKnown(text, known), others))
      }
    },
    remember,
    forgetFormer() {
      former.clear()
      seen = []
      present = new Set()
    },
  }
}

function secretRecords(store: Store): readonly object[] {
  const { credentials, hooks, projects, settings, users } = store
  return [
    ...credentials.all(),
    ...hooks.all(),
    ...projects.all(),
    ...settings.all(),
    ...users.all(),
  ]
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((record, place) => record === right[place])
}

function* secretsOf(store: Store): Generator<string> {
  for (const { token } of store.credentials.all()) yield token
  for (const { runners_token, import_url } of store.projects.all()) {
    yield runners_token
    yield* secretsOfUrl(import_url)
  }
  for (const { token, url } of store.hooks.all()) {
    if (token) yield token
    yield* secretsOfUrl(url)
  }
  for (const { integration_a_url, integration_b_url } of store.settings.all()) {
    yield* secretsOfUrl(integration_a_url)
    yield* secretsOfUrl(integration_b_url)
  }
  for (const { password } of store.users.all()) if (password) yield password
}

/** The password of an address, as it is written and as it is meant. */
function* secretsOfUrl(url: string | null): Generator<string> {
  if (!url?.includes('@') || !URL.canParse(url)) return
  const { username, password } = new URL(url)
  const secret = password || username
  yield secret
  try {
    yield decodeURIComponent(secret)
  } catch {}
}

function indexOf(secrets: Iterable<string>): SecretIndex {
  const byBeginning = new Map<string, string[]>()
  for (const secret of new Set(secrets)) {
    if (secret.length < shortestKnown) continue
    const beginning = secret.slice(0, shortestKnown)
    const others = byBeginning.get(beginning)
    if (others) others.push(secret)
    else byBeginning.set(beginning, [secret])
  }
  // The longest first: one may begin with another.
  for (const secrets of byBeginning.values()) secrets.sort((a, b) => b.length - a.length)
  return byBeginning
}

function maskKnown(text: string, index: SecretIndex): string {
  if (index.size === 0 || text.length < shortestKnown) return text
  const parts: string[] = []
  let done = 0
  for (let position = 0; position + shortestKnown <= text.length; position++) {
    const candidates = index.get(text.slice(position, position + shortestKnown))
    const found = candidates?.find((secret) => text.startsWith(secret, position))
    if (found === undefined) continue
    parts.push(text.slice(done, position), MASK)
    done = position + found.length
    position = done - 1
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}
