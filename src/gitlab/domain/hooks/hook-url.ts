import { isUrl } from '../../../shared/is-url.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { isWebAddress } from '../validation.ts'

type Pairs = HookRecord['url_variables']

/** A reference to a variable in the URL of a hook: `{name}`. */
const reference = /\{([A-Za-z_][\w.-]*)\}/g

/** Returns the URL of a hook with the values of its variables; undefined where a variable is missing. */
export function interpolatedUrl({
  url,
  url_variables,
}: Pick<HookRecord, 'url' | 'url_variables'>): string | undefined {
  const values = new Map(url_variables.map(({ key, value }) => [key, value]))
  const names = [...url.matchAll(reference)].map(([, name = '']) => name)
  if (names.some((name) => !values.has(name))) return undefined
  return url.replace(reference, (_, name: string) => values.get(name) ?? '')
}

/** Whether a URL with its variables is a valid web address. */
export function isHookUrl(url: string, url_variables: Pairs): boolean {
  const whole = interpolatedUrl({ url, url_variables })
  return whole !== undefined && isWebAddress(whole)
}

/** Whether a URL points to this machine or a private network. Host names are not resolved. */
export function isLocalAddress(url: string): boolean {
  if (!isUrl(url)) return false
  const hostname = new URL(url).hostname.replace(/\.$/, '')
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  if (hostname.startsWith('[')) return isLocalIpv6(hostname.slice(1, -1))
  const [first = 0, second = 0] = /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
    ? hostname.split('.').map(Number)
    : [-1]
  return isLocalIpv4(first, second)
}

/** Whether an IPv4 address is local, by its first two numbers. */
function isLocalIpv4(first: number, second: number): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  )
}

/**
 * Whether an IPv6 address is local: loopback, unspecified, link-local, site-local, or an IPv4-mapped local address (RFC
 * 4291, 4193).
 */
function isLocalIpv6(address: string): boolean {
  const mapped = /^::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(address)?.[1]
  if (mapped !== undefined) {
    const firstTwo = Number.parseInt(mapped, 16)
    return isLocalIpv4(firstTwo >> 8, firstTwo & 255)
  }
  return address === '::1' || address === '::' || /^(?:fe[89ab]|f[cd])/.test(address)
}
