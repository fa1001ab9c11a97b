/** Fields of bodies and parameters of queries whose values are secret. */
const secretNames = [
  'private_token',
  'access_token',
  'runners_token',
  'token',
  'password',
  'import_url',
]
const inJson = new RegExp(`"(${secretNames.join('|')})"\\s*:\\s*"(?:[^"\\\\]|\\\\.)*"`, 'g')
const inQuery = new RegExp(`\\b(${secretNames.join('|')})=[^&\\s"']*`, 'g')

/** Takes secrets out of texts: those it was told of, wherever they stand, and what fields name so. */
export interface Masking {
  add(secret: string): void
  mask(text: string): string
}

export function createMasking(): Masking {
  const secrets = new Set<string>()
  return {
    add(secret) {
      if (secret.length >= 4) secrets.add(secret)
    },
    mask(text) {
      let masked = text.replace(inJson, '"$1":"<SECRET>"').replace(inQuery, '$1=<SECRET>')
      for (const secret of secrets) masked = masked.replaceAll(secret, '<SECRET>')
      return masked
    },
  }
}
