import type { Signature } from '../../../git/objects/signature.ts'
import type { Context } from '../context.ts'

/** Returns the signature of the caller at the time of the request, as the author of a commit or a tag. */
export function callerSignature({ viewer, now }: Context): Signature {
  const { name, email } = viewer.signedIn()
  return { name, email, time: Math.floor(Date.parse(now) / 1000), offset: 0 }
}
