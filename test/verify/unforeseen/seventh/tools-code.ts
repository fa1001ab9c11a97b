import { type Ask, at } from '../server.ts'
import {
  type Call,
  encoded,
  fieldsOf,
  freshName,
  idOf,
  listOf,
  newProject,
  type Values,
  writeFile,
} from '../shared-tools.ts'

export const repositoryPath = ({ path }: Call) => `/projects/${encoded(path.id)}/repository`

export const branchPath = (call: Call, branch: unknown = call.path.branch) =>
  `${repositoryPath(call)}/branches/${encoded(branch)}`

export const tagPath = (call: Call, tag: unknown = call.path.tag_name) =>
  `${repositoryPath(call)}/tags/${encoded(tag)}`

/** The project of a call, by its id: it has one id and a path, and is one project by both. */
export async function projectOf({ askAsRoot, path }: Call): Promise<Values> {
  return fieldsOf((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json)
}

/** What tells a branch or tag of one project from that of another. */
export const keyOf = async (call: Call, name: unknown) => `${(await projectOf(call)).id} ${name}`

/** Writes one commit of several actions on master. */
export function writeCommit(ask: Ask, project: number, actions: readonly Values[]) {
  const body = { branch_name: 'master', commit_message: 'Write', actions }
  return ask('POST', `/projects/${project}/repository/commits`, { body })
}

/** The text of a file that was read: its content is in Base64. */
export function decodedText(file: unknown): string {
  return Buffer.from(String(at(file, 'content')), 'base64').toString('utf8')
}

export interface BuiltProject {
  readonly project: number
  readonly waiting: number
  readonly manual: number
}

/** Makes a project with two builds: one waits for a runner, the other for somebody to play it. */
export async function newBuiltProject(ask: Ask): Promise<BuiltProject> {
  const project = await newProject(ask, { name: freshName('built') })
  await writeFile(ask, project, {
    file_path: '.gitlab-ci.yml',
    content: 'wait:\n  script: wait\nplay:\n  script: play\n  when: manual\n',
  })
  const builds = listOf((await ask('GET', `/projects/${project}/builds`)).json)
  const idOfBuild = (name: string) => idOf(builds.find((build) => build.name === name))
  return { project, waiting: idOfBuild('wait'), manual: idOfBuild('play') }
}

export interface FinishedBuild {
  readonly project: number
  readonly build: number
  readonly ref: string
  readonly name: string
}

/** A finished build of the world that has artifacts. */
export async function buildWithArtifacts(ask: Ask): Promise<FinishedBuild | undefined> {
  for (const { id } of listOf((await ask('GET', '/projects/all?per_page=100')).json)) {
    const { json } = await ask('GET', `/projects/${id}/builds?scope=success&per_page=100`)
    const found = listOf(json).find((build) => at(build, 'artifacts_file.filename') !== undefined)
    if (found === undefined) continue
    const [ref, name] = [String(found.ref), String(found.name)]
    return { project: Number(id), build: idOf(found), ref, name }
  }
  return undefined
}
