import { isLocalName, isLoopback, type Refusal } from './who-may-ask.ts'

/** What the configuration of a dev server or of its preview says of who reaches it, as Vite has it. */
export interface DevServerSettings {
  /** Where it listens: at all addresses for `true`, at `localhost` by default. */
  readonly host?: string | boolean | undefined
  /** Host names that it answers to; one with a dot before it means those below it as well. */
  readonly allowedHosts?: readonly string[] | true | undefined
  readonly https?: object | undefined
}

/** Whether nobody but this machine reaches a dev server. */
export function isOnLoopback({ host }: DevServerSettings): boolean {
  return typeof host === 'string' ? isLoopback(host) : host !== true
}

/**
 * Refuses a host name that somebody else's DNS may point at the dev server (DNS rebinding), as Vite does
 * for what it serves itself. Addresses are no names; over HTTPS the browser checks the name.
 */
export function refusalOfHost(
  hostname: string,
  { host, allowedHosts = [], https }: DevServerSettings,
): Refusal | undefined {
  if (https !== undefined || allowedHosts === true || hostname === host) return undefined
  if (isLocalName(hostname) || isAddress(hostname)) return undefined
  if (allowedHosts.some((allowed) => isWithin(hostname, allowed))) return undefined
  const advice = 'add it to `server.allowedHosts` in the configuration of Vite'
  return { status: 421, message: `421 Misdirected Request: to answer as ${hostname}, ${advice}` }
}

/** Of the host name of a URL, where each address is written in one way. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}

function isWithin(hostname: string, allowed: string): boolean {
  return hostname === allowed || (allowed.startsWith('.') && `.${hostname}`.endsWith(allowed))
}
