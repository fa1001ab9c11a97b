import { ControlError } from '../control-error.ts'

/** The access control of the control address. */
export interface ControlAccess {
  /**
   * The token that control calls must send as `Authorization: Bearer TOKEN`; undefined where none is needed, null where
   * no token exists and every call is refused.
   */
  readonly controlToken?: string | null | undefined
}

/**
 * Refuses a control call without the token. Also refuses a call that changes something, unless it has a header that
 * triggers a CORS preflight: `X-Forge-Control: 1`, or a JSON media type.
 * @throws ControlError that states what is missing.
 */
export function checkPermission(request: Request, { controlToken }: ControlAccess): void {
  if (controlToken === null) {
    const advice =
      'serve with --control-token, give the option controlToken, or a worker the secret FORGERY_CONTROL_TOKEN'
    throw new ControlError(403, `403 Forbidden - control from other machines is off: ${advice}`)
  }
  if (!presentsToken(request, { controlToken })) {
    throw new ControlError(
      401,
      '401 Unauthorized - send the control token: "Authorization: Bearer TOKEN"',
    )
  }
  if (!isRead(request) && !isDeliberate(request)) {
    throw new ControlError(
      403,
      '403 Forbidden - send the header "X-Forge-Control: 1" or "Content-Type: application/json"',
    )
  }
}

/** Whether a request carries the control token, or needs none. */
export function presentsToken(request: Request, { controlToken }: ControlAccess): boolean {
  return typeof controlToken !== 'string' || isSame(bearerOf(request), controlToken)
}

/** Whether a call is read-only; HEAD is answered as GET. */
export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isDeliberate({ headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return headers.get('x-forge-control') === '1' || type === 'application/json'
}

function bearerOf({ headers }: Request): string {
  return /^Bearer\s+(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

/** Compares in constant time, so that the duration does not reveal how much of the token was right. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => new TextEncoder().encode(text))
  if (one?.length !== other?.length) return false
  let difference = 0
  one?.forEach((byte, place) => {
    difference |= byte ^ (other?.[place] ?? 0)
  })
  return difference === 0
}
