/** Fields of bodies and parameters of queries whose values are secret. */
const inJson =
  /"(private_token|access_token|runners_token|token|password|import_url)"\s*:\s*"(?:[^"\\]|\\.)*"/g
const inQuery = /\b([a-z_]+)=[^&\s"']*/g
const isSecretName = /^(?:private_token|access_token|runners_token|token|password|import_url)$/

/** Takes secrets out of texts: those that were added, wherever they stand, and what fields name so. */
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
      let masked = text.replace(inJson, '"$1":"<SECRET>"').replace(inQuery, maskValue)
      for (const secret of secrets) masked = masked.replaceAll(secret, '<SECRET>')
      return masked
    },
  }
}

function maskValue(pair: string, name: string): string {
  return isSecretName.test(name) ? `${name}=<SECRET>` : pair
}
