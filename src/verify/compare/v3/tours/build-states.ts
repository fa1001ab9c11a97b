import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Value } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'
import { createLook } from './look.ts'

const pipeline = [
  'stages: [test, ship]',
  'test:',
  '  stage: test',
  '  script: [make]',
  'lint:',
  '  stage: test',
  '  script: [make lint]',
  'pack:',
  '  stage: ship',
  '  script: [make pack]',
  'release:',
  '  stage: ship',
  '  when: manual',
  '  script: [make release]',
  '',
].join('\n')

const states = ['created', 'pending', 'running', 'failed', 'success', 'canceled', 'skipped']
const scopes: readonly Value[] = [...states, ['pending', 'canceled'], ['created', 'skipped']]

/** Who reads builds beyond these is not stated. */
const readers = ['owner', 'developer', 'master', 'admin']

const open = 'which states a build may be in is not stated'

/** Builds of two stages, one of them manual: canceled and started, with each scope and among the statuses of their commit. */
export function buildStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const { branch, sha, builds } = build(world, project)
  const scoped = () => {
    for (const scope of scopes) {
      add(world, 'owner', 'listBuildsOfCommit', { id, sha, scope })
      add(world, 'developer', 'listBuilds', { id, scope, per_page: 100 })
    }
  }
  scoped()
  for (const [name, build_id] of builds) {
    const look = createLook(world, {
      shows: ['BuildFields', 'CommitStatus'],
      target: firstOf(project, 'developer'),
      by: readers,
      values: { build_id, sha, ref_name: branch, ref: branch },
      without: ['listDeployments', 'getDeployment'],
    })
    const write = (as: string, what: OperationId<'v3'>, isOpen: boolean) => {
      add(world, as, what, { id, build_id }, isOpen ? { open } : {})
      look.wide()
    }
    look.wide()
    if (name === 'pack' || name === 'release') {
      // A manual build of a later stage need not be there to be played yet.
      write('developer', 'playBuild', true)
      write('developer', 'cancelBuild', true)
      continue
    }
    for (const as of readers) {
      add(world, as, 'getBuildTrace', { id, build_id })
      add(world, as, 'getBuildArtifacts', { id, build_id })
    }
    write('developer', 'cancelBuild', false)
    scoped()
    for (const what of ['cancelBuild', 'eraseBuild', 'keepBuildArtifacts', 'playBuild'] as const)
      write('developer', what, true)
    add(world, 'owner', 'getArtifactsOfRef', { id, ref_name: branch, job: name })
  }
  const [, first] = builds[0] ?? []
  if (first === undefined) return
  add(world, 'developer', 'retryBuild', { id, build_id: first }, { open })
  add(world, 'owner', 'listBuilds', { id, per_page: 100 })
  cancelWaiting(world, project)
}

interface Built {
  readonly branch: string
  readonly sha: string
  /** The name and the id of each build. */
  readonly builds: readonly (readonly [name: string, id: string])[]
}

/** Pushes the pipeline to a new branch, which makes its builds. */
function build(world: World, project: Project): Built {
  const id = ref(project.symbol)
  const branch = world.fresh('topic')
  add(world, 'owner', 'createBranch', { id, branch_name: branch, ref: 'master' })
  // One of the projects has the file already, with fewer builds.
  const file = { id, file_path: '.gitlab-ci.yml', branch_name: branch }
  const operation = project.builds.length > 0 ? 'updateFile' : 'createFile'
  const commit_message = `Build more on ${branch}`
  add(world, 'owner', operation, { ...file, content: pipeline, commit_message })
  const commit = world.fresh('commit')
  add(world, 'owner', 'getCommit', { id, sha: branch }, { makes: commit })
  const sha = `<${commit}.id>`
  const builds = ['test', 'lint', 'pack', 'release'].map((name) => {
    const made = world.fresh('build')
    const list = { id, sha, per_page: 100 }
    add(world, 'owner', 'listBuildsOfCommit', list, { makes: made, from: `[name=${name}]` })
    return [name, ref(made)] as const
  })
  return { branch, sha, builds }
}

/** Cancels a build that waits for those of the stage before it. */
function cancelWaiting(world: World, project: Project): void {
  const { sha, builds } = build(world, project)
  const id = ref(project.symbol)
  const [, build_id] = builds.find(([name]) => name === 'pack') ?? []
  if (build_id === undefined) return
  add(world, 'developer', 'cancelBuild', { id, build_id }, { open })
  for (const as of ['owner', 'developer'] as const) {
    add(world, as, 'getBuild', { id, build_id })
    add(world, as, 'listBuildsOfCommit', { id, sha, per_page: 100 })
  }
}
