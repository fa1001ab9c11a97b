import { type Ask, at } from '../server.ts'
import { encoded, writeFile } from '../shared-tools.ts'

/** The private token of a user, as an administrator reads it with sudo. */
export async function tokenOf(ask: Ask, user: string): Promise<string> {
  const { json } = await ask('GET', '/user', { headers: { sudo: user } })
  return String(at(json, 'private_token'))
}

/** One field of a file of a branch; undefined where there is no such file. */
export async function ofFile(
  ask: Ask,
  project: number,
  path: string,
  field: string,
): Promise<unknown> {
  const query = `file_path=${encoded(path)}&ref=master`
  return at((await ask('GET', `/projects/${project}/repository/files?${query}`)).json, field)
}

/** A file on a branch of its own, whose commit the default branch lacks; answers with the commit. */
export async function commitOnBranch(ask: Ask, project: number, branch: string): Promise<string> {
  await ask('POST', `/projects/${project}/repository/branches`, {
    body: { branch_name: branch, ref: 'master' },
  })
  await writeFile(ask, project, { file_path: `${branch}.txt`, branch_name: branch })
  const { json } = await ask('GET', `/projects/${project}/repository/commits/${branch}`)
  return String(at(json, 'id'))
}

/** A path as git prints it while core.quotePath is set: in quotes, with its bytes in octal numbers. */
export function quotedPath(path: string): string {
  const units = [...new TextEncoder().encode(path)]
  if (units.every((unit) => unit < 128)) return path
  const written = units.map((unit) =>
    unit < 128 ? String.fromCharCode(unit) : `\\${unit.toString(8).padStart(3, '0')}`,
  )
  return `"${written.join('')}"`
}
