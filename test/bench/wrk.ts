import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Work } from './drive.ts'

const call = promisify(execFile)

/** Whether wrk is installed (Debian has it): a client in C leaves more of the machine to the server. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/**
 * Requests a second by wrk over so many connections from one thread.
 * @throws Error where an answer is no success.
 */
export async function requestsPerSecondByWrk(
  work: Work,
  { connections, seconds, scratch }: { connections: number; seconds: number; scratch: string },
): Promise<number> {
  const script = join(scratch, 'wrk.lua')
  writeFileSync(script, scriptOf(work))
  const words = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`]
  const { stdout } = await call('wrk', [...words, '--script', script, work.url])
  const refused = /^ *(?:Non-2xx or 3xx responses|Socket errors): .*$/m.exec(stdout)?.[0]
  if (refused) throw new Error(`${work.url}${work.paths[0]}: ${refused.trim()}`)
  return Number(/^Requests\/sec: +([\d.]+)$/m.exec(stdout)?.[1])
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

function scriptOf({ paths, headers, posts }: Work): string {
  const table = (values: Readonly<Record<string, string>>) =>
    `{ ${Object.entries(values)
      .map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
      .join(', ')} }`
  return `
local paths = { ${paths.map(quoted).join(', ')} }
local headers = ${table(headers)}
local count = 0
function request()
  count = count + 1
  ${posts ? `if count % 10 == 0 then return wrk.format('POST', ${quoted(posts.path)}, ${table({ ...headers, 'content-type': 'application/json' })}, ${quoted(JSON.stringify(posts.body))}) end` : ''}
  return wrk.format('GET', paths[count % #paths + 1], headers)
end
`
}
