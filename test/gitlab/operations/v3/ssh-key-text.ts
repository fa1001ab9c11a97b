import { encodeBase64 } from '../../../../src/shared/base64.ts'

/** The text of a public key that is as good as any, another one for each number. */
export function sshKeyText(number: number, comment = 'jane@office'): string {
  const type = new TextEncoder().encode('ssh-ed25519')
  const bytes = new Uint8Array(4 + type.length + 4 + 32)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type.length)
  bytes.set(type, 4)
  view.setUint32(4 + type.length, 32)
  view.setUint32(8 + type.length, number)
  return `ssh-ed25519 ${encodeBase64(bytes)} ${comment}`
}
