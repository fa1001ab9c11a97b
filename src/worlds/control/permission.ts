import { ControlError } from '../control-error.ts'

/** Who may control the worlds of a server. */
export interface ControlAccess {
  /**
   * Control calls must carry it, as `Authorization: Bearer TOKEN`; undefined where none is needed,
   * null where there is none and nobody may.
   */
  readonly controlToken?: string | null | undefined
}

/**
 * Refuses a control call without the token, and one that changes something without a header that no
 * page can send to another origin without asking first: `X-Forge-Control: 1`, or a JSON media type.
 * @throws ControlError with what is missing.
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

/** Whether a call changes nothing: HEAD is answered as GET. */
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

/** In a time that says nothing of how much of it was right. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => new TextEncoder().encode(text))
  if (one?.length !== other?.length) return false
  let difference = 0
  one?.forEach((byte, place) => {
    difference |= byte ^ (other?.[place] ?? 0)
  })
  return difference === 0
}
