import { MASK } from './masking.ts'

/** Shorter ones would mask words that are no secrets; they are masked where secrets stand. */
const MIN_SECRET_LENGTH = 6

/** Secrets by their first characters, so that a text is gone through once, however many there are. */
export interface SecretIndex {
  /** Adds a secret, unless it is there already. */
  add(secret: string): void
  delete(secret: string): void
  clear(): void
  /** A text with a mark in the place of each secret: of several that begin at one place, of the longest. */
  mask(text: string): string
}

/** An index of some secrets. */
export function createSecretIndex(secrets: Iterable<string> = []): SecretIndex {
  const byBeginning = new Map<string, string[]>()

  function add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return
    const beginning = secret.slice(0, MIN_SECRET_LENGTH)
    const others = byBeginning.get(beginning)
    if (others === undefined) byBeginning.set(beginning, [secret])
    else if (!others.includes(secret)) others.push(secret)
    // The longest first: one may begin with another.
    others?.sort((a, b) => b.length - a.length)
  }

  for (const secret of secrets) add(secret)
  return {
    add,
    delete(secret) {
      const beginning = secret.slice(0, MIN_SECRET_LENGTH)
      const others = byBeginning.get(beginning)?.filter((other) => other !== secret) ?? []
      if (others.length > 0) byBeginning.set(beginning, others)
      else byBeginning.delete(beginning)
    },
    clear: () => byBeginning.clear(),
    mask(text) {
      if (byBeginning.size === 0) return text
      const parts: string[] = []
      let done = 0
      for (let position = 0; position + MIN_SECRET_LENGTH <= text.length; position++) {
        const candidates = byBeginning.get(text.slice(position, position + MIN_SECRET_LENGTH))
        const found = candidates?.find((secret) => text.startsWith(secret, position))
        if (found === undefined) continue
        parts.push(text.slice(done, position), MASK)
        done = position + found.length
        position = done - 1
      }
      return parts.length === 0 ? text : parts.join('') + text.slice(done)
    },
  }
}
