import type { Ask } from '../server.ts'
import {
  type Call,
  encoded,
  fieldOf,
  newRepository,
  projectPath,
  type Values,
  writeFile,
} from '../shared-tools.ts'

/** The records in the order of their creation, the newest first. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))

export const buildPath = (call: Call) =>
  `${projectPath(call)}/builds/${encoded(call.path.build_id)}`

/** Makes a build that waits for a runner, in a project of its own; answers with its path. */
export async function newBuild(ask: Ask): Promise<string> {
  const project = await newRepository(ask, { builds_enabled: true })
  const content = 'test:\n  script:\n    - echo test\n'
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
  const builds = `/projects/${project}/builds`
  const [found] = fieldOf((await ask('GET', builds)).json, 'id')
  if (found !== undefined) return `${builds}/${found}`
  await ask('POST', `/projects/${project}/pipeline`, { body: { ref: 'master' } })
  return `${builds}/${fieldOf((await ask('GET', builds)).json, 'id')[0]}`
}
