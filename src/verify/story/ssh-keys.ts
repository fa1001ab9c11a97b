/** Public keys of the kind that the server accepts, as far as its refusal of one shows. */
export interface SshKeys {
  /** Returns the text of a unique key. */
  next(): string
  /** Parses the refusal of a key; false where no other kind is left. */
  learn(refusal: string): boolean
}

/** Makes keys of RSA, until a server refuses one; then of Ed25519. */
export function createSshKeys(): SshKeys {
  const kinds = [rsaKey, ed25519Key]
  return {
    next: () => (kinds[0] ?? rsaKey)(),
    learn(refusal) {
      if (kinds.length === 1 || !/key/i.test(refusal)) return false
      kinds.shift()
      return true
    },
  }
}

/** RSA with 4,096 bits, which is accepted also by servers that restrict the length of keys. */
export function rsaKey(): string {
  const modulus = crypto.getRandomValues(new Uint8Array(512))
  modulus[0] = (modulus[0] ?? 0) | 0x80
  modulus[511] = (modulus[511] ?? 0) | 1
  return keyOf('ssh-rsa', [
    [1, 0, 1],
    [0, ...modulus],
  ])
}

function ed25519Key(): string {
  return keyOf('ssh-ed25519', [[...crypto.getRandomValues(new Uint8Array(32))]])
}

/** Encodes a public key as RFC 4253, section 6.6 has it: each part with its length before it. */
function keyOf(type: string, parts: readonly (readonly number[])[]): string {
  const all = [[...new TextEncoder().encode(type)], ...parts]
  const blob = all.flatMap((part) => [0, 0, part.length >> 8, part.length & 0xff, ...part])
  return `${type} ${btoa(String.fromCharCode(...blob))} forgery`
}
