import { basePaths } from '../contract/base-paths.ts'
import type { TokenHolder } from '../worlds/token-holders.ts'
import type { Colours } from './colours.ts'

/** So many fit on a screen beside the rest. */
const shownAtMost = 12

/** What a person reads when the server is ready. */
export function greeting(
  url: string,
  world: string,
  holders: readonly TokenHolder[],
  { bold, dim, green }: Colours,
): string {
  const shown = holders.slice(0, shownAtMost)
  const rest = holders.length - shown.length
  const [first] = holders
  const width = (key: 'username' | 'role') => Math.max(...shown.map((holder) => holder[key].length))
  const rows = shown.map(
    ({ username, role, token }) =>
      `  ${username.padEnd(width('username'))}  ${dim(role.padEnd(width('role')))}  ${green(token)}`,
  )
  const example = first
    ? ['', `  curl -H 'PRIVATE-TOKEN: ${first.token}' ${url}${basePaths.v3}/projects/visible`]
    : []
  return [
    `Forgery serves the world "${world}" on ${bold(`${url}${basePaths.v3}`)}`,
    '',
    ...rows,
    ...(rest > 0 ? [dim(`  and ${rest} more`)] : []),
    ...example,
    '',
    dim(`Open ${url}/ in a browser to see who is here and what to try. Ctrl+C ends it.`),
  ].join('\n')
}

/** What a program reads: one line of JSON. */
export function readyLine(url: string, holders: readonly TokenHolder[]): string {
  const tokens = Object.fromEntries(holders.map(({ username, token }) => [username, token]))
  return JSON.stringify({ url, tokens })
}
