import { checkAlike } from '../checks/alike.ts'
import type { OperationResponse } from '../client/answer.ts'
import { at, itemWith } from '../story/bodies.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

const configuration = [
  'stages: [test, deploy]',
  'unit:',
  '  stage: test',
  '  script: [make]',
  'lint:',
  '  stage: test',
  '  script: [make lint]',
  'release:',
  '  stage: deploy',
  '  when: manual',
  '  script: [make release]',
  '',
].join('\n')

/** The builds of a committed `.gitlab-ci.yml`, if the server creates some without a runner. */
export const builds = story('the states of a build', { about: ['Builds'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { '.gitlab-ci.yml': configuration },
  })
  const { body: found } = await t.eventually(
    () => jane.call('listBuilds', { id, per_page: 100 }),
    ({ body }) => (body?.length ?? 0) > 0,
  )
  if ((found?.length ?? 0) === 0) return noBuilds(t)
  const idOf = (wanted: string) => found?.find(({ name }) => name === wanted)?.id ?? 0

  await t.chapter('reading', async () => {
    const head = await jane.call('getCommit', { id, sha: 'master' })
    const one = await jane.call('getBuild', { id, build_id: idOf('unit') })
    t.expect(one, 'schema:values', 'A build gives its job, stage, ref, commit and pipeline.').equal(
      [
        one.body?.name,
        one.body?.stage,
        one.body?.ref,
        one.body?.commit?.id,
        one.body?.pipeline?.sha,
      ],
      ['unit', 'test', 'master', head.body?.id, head.body?.id],
    )
    const sha = head.body?.id ?? ''
    const ofCommit = await jane.call('listBuildsOfCommit', { id, sha, per_page: 100 })
    t.expect(
      ofCommit,
      'content',
      'The builds of all pipelines of the commit are listed.',
    ).sameMembers(
      ofCommit.body?.map(({ name }) => name),
      found?.map(({ name }) => name) ?? [],
    )
  })

  await t.chapter('canceling and retrying', () => cancelAndRetry(t, jane, id, idOf('unit')))

  await t.chapter('playing', async () => {
    const build_id = idOf('release')
    if (build_id === 0)
      return t.notTested('playBuild', 'transition:play', 'there is no manual build')
    const before = (await jane.call('getBuild', { id, build_id })).body?.status
    const played = await jane.attempt('playBuild', { id, build_id })
    const { status } = (played.body ?? {}) as { readonly status?: unknown }
    t.expect(
      played,
      'transition:play',
      'Playing a manual build starts it, and answers started.',
    ).equal([played.status < 300, status], [true, 'started'])
    const after = (await jane.call('getBuild', { id, build_id })).body?.status
    const rule = 'A manual build that was played is in another state than before.'
    t.expect(played, 'transition:play', rule).holds(after !== before, `not ${before}`, after)
  })

  await t.chapter('another pipeline of the commit', async () => {
    // A server may make one for each branch.
    await jane.call('createBranch', { id, branch_name: 'beside', ref: 'master' })
    const all = await jane.call('listBuilds', { id, per_page: 100 })
    const sha = found?.[0]?.commit?.id ?? ''
    const ofCommit = await jane.call('listBuildsOfCommit', { id, sha, per_page: 100 })
    const wanted = all.body?.filter(({ commit }) => commit?.id === sha) ?? []
    const rule = 'The builds of a commit are those of all its pipelines.'
    t.expect(ofCommit, 'content', rule).includes(
      ofCommit.body?.map((build) => build.id),
      wanted.map((build) => build.id),
    )
  })

  await t.chapter('without artifacts and trace', async () => {
    const build_id = idOf('lint')
    for (const operation of ['getBuildArtifacts', 'getBuildTrace'] as const) {
      await t.refused(
        jane,
        operation,
        { id, build_id },
        [404],
        'nothing-there',
        'A build that left nothing behind answers 404.',
      )
    }
    await t.refused(
      jane,
      'getArtifactsOfRef',
      { id, ref_name: 'master', job: 'lint' },
      [404],
      'nothing-there',
      'Where no build of the job succeeded, its artifacts are answered with 404.',
    )
    const reason = 'no runner gave a build of this run artifacts or a trace'
    t.notTested('eraseBuild', 'removes', reason)
    t.notTested('keepBuildArtifacts', 'consequence:expiry', reason)
  })
})

async function cancelAndRetry(t: TestContext, jane: Person, id: number, build_id: number) {
  const shown = async () => (await jane.call('getBuild', { id, build_id })).body
  const canceled = await jane.call('cancelBuild', { id, build_id })
  t.expect(canceled, 'transition:cancel', 'Canceling a build makes it canceled.').equal(
    [canceled.body?.status, (await shown())?.status],
    ['canceled', 'canceled'],
  )
  const inScope = await jane.call('listBuilds', { id, scope: ['canceled'], per_page: 100 })
  t.expect(inScope, 'parameter:scope', 'scope keeps the builds in that state.').equal(
    inScope.body?.map((one) => one.id),
    [build_id],
  )
  const several = await jane.call('listBuilds', {
    id,
    scope: ['canceled', 'pending', 'running', 'created', 'skipped'],
    per_page: 100,
  })
  t.expect(several, 'parameter:scope', 'scope takes several states.').includes(
    several.body?.map((one) => one.id),
    [build_id],
  )
  const retried = await jane.call('retryBuild', { id, build_id })
  t.expect(
    retried,
    'transition:retry',
    'Retrying makes a build pending, with finished_at null.',
  ).equal([retried.body?.status, retried.body?.finished_at], ['pending', null])
  const { body } = await jane.attempt('getBuild', { id, build_id: retried.body?.id ?? 0 })
  const state: unknown = typeof body === 'object' && body ? Reflect.get(body, 'status') : undefined
  t.expect(retried, 'transition:retry', 'A build that was retried is to run again.').holds(
    state === 'pending' || state === 'running' || state === 'success' || state === 'failed',
    'pending, or further',
    state,
  )
}

function noBuilds(t: TestContext): void {
  const reason = 'the server made no build of a committed .gitlab-ci.yml'
  t.notTested('cancelBuild', 'transition:cancel', reason)
  t.notTested('retryBuild', 'transition:retry', reason)
  t.notTested('playBuild', 'transition:play', reason)
  t.notTested('eraseBuild', 'removes', reason)
  t.notTested('keepBuildArtifacts', 'consequence:expiry', reason)
}

/** `listBuildsOfCommit`: a commit without builds, and a missing commit. */
export const buildsOfCommits = story(
  'a commit without builds',
  { about: ['Builds'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const { body: head } = await jane.call('getCommit', { id, sha: 'master' })
    const empty = await jane.call('listBuildsOfCommit', { id, sha: head?.id ?? '', per_page: 100 })
    t.expect(empty, 'content', 'A commit without builds has an empty list.').equal(empty.body, [])
    await t.refused(
      jane,
      'listBuildsOfCommit',
      { id, sha: '1'.repeat(40) },
      [404],
      'unknown:sha',
      'The builds of a SHA that does not exist are answered with 404.',
    )
  },
)

/** `public_builds`: without it the builds of a public project are for its members alone. */
export const buildsOfMembers = story(
  'builds that are not public',
  { about: ['Builds'] },
  async (t) => {
    if (!t.instance.allowedLevels.includes(20)) {
      const reason = 'this server has no public projects'
      return t.notTested('listBuilds', 'permission:public_builds', reason)
    }
    const [jane, stranger] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      visibility: 'public',
      members: [[jane, 'master']],
      files: { '.gitlab-ci.yml': configuration },
      attributes: { public_builds: false },
    })
    const { body } = await t.eventually(
      () => jane.call('listBuilds', { id, per_page: 100 }),
      (list) => (list.body?.length ?? 0) > 0,
    )
    const [first] = body ?? []
    if (!first) {
      const reason = 'the server made no build'
      return t.notTested('listBuilds', 'permission:public_builds', reason)
    }
    const rule = 'Builds that are not public are not shown to who is no member.'
    const sha = first.commit?.id
    for (const [operation, asked] of [
      ['listBuilds', {}],
      ['listBuildsOfCommit', { sha }],
      ['getBuild', { build_id: first.id }],
    ] as const) {
      const answer = await stranger.attempt(operation, { id, ...asked })
      const isEmpty = Array.isArray(answer.body) && answer.body.length === 0
      t.expect(answer, 'permission:public_builds', rule).holds(
        answer.status >= 400 || isEmpty,
        'a refusal',
        answer.status,
      )
    }
  },
)

/** The number of projects that are searched for finished builds. */
const MAX_PROJECTS = 20

/** Larger artifacts are not downloaded, since that could exceed the timeout; in bytes. */
const MAX_ARTIFACT_BYTES = 1_000_000

interface Project {
  readonly id: number
  readonly visibility_level: number | undefined
}

interface Present {
  readonly id: number
  readonly build_id: number
  /** The size of the artifacts in bytes; undefined where there are none. */
  readonly size: number | undefined
}

/**
 * Existing builds of any project on this server: their results are read, and nothing is changed, since no call of the
 * API creates such builds.
 */
export const presentBuilds = story(
  'builds that are there',
  { about: ['Builds', 'Deployments'] },
  async (t) => {
    const { body: projects } = await t.admin.call('listAllProjects', { per_page: MAX_PROJECTS })
    const known = (projects ?? []).map(({ id = 0, visibility_level }) => ({ id, visibility_level }))
    await t.chapter('deployments', () => checkDeployments(t, known))
    const found = await findBuilds(t, known)
    await t.chapter('artifacts', async () => {
      const [one] = found
        .filter(({ size }) => size !== undefined)
        .toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0))
      if (!one) return t.notTested('getBuildArtifacts', 'content', 'no build here has artifacts')
      const { id, build_id, size = 0 } = one
      if (size > MAX_ARTIFACT_BYTES) {
        const reason = 'the artifacts of all builds here are larger than 1 MB'
        return t.notTested('getBuildArtifacts', 'content', reason)
      }
      const file = await t.admin.attempt('getBuildArtifacts', { id, build_id })
      if (file.status >= 300 && file.status < 400) {
        const reason = 'the artifacts are elsewhere: the answer is a redirect'
        return t.notTested('getBuildArtifacts', 'content', reason)
      }
      const rule = 'The artifacts file has the size that its build gives.'
      t.expect(file, 'content', rule).equal([file.status, file.bytes.length], [200, size])
      await refuse(t, 'getBuildArtifacts', { id, build_id })
      const { body } = await t.admin.call('getBuild', { id, build_id })
      const asked = { id, ref_name: body?.ref ?? '', job: t.name('job') }
      const unknown = 'A branch with artifacts has none of a job that is not there.'
      await t.refused(t.admin, 'getArtifactsOfRef', asked, [404], 'nothing-there', unknown)
    })
    await t.chapter('traces', async () => {
      for (const { id, build_id } of found) {
        const trace = await t.admin.attempt('getBuildTrace', { id, build_id })
        if (trace.status !== 200) continue
        return refuse(t, 'getBuildTrace', { id, build_id })
      }
      t.notTested('getBuildTrace', 'content', 'no build here has a trace')
    })
  },
)

/**
 * Checks each response against the contract, and a listed deployment against its own read; in a private project, both
 * are hidden from non-members.
 */
async function checkDeployments(t: TestContext, projects: readonly Project[]): Promise<void> {
  for (const { id, visibility_level } of projects) {
    const list: OperationResponse = await t.admin.attempt('listDeployments', { id })
    const items: readonly unknown[] = Array.isArray(list.body) ? list.body : []
    const ids = items.map((item) => at(item, 'id'))
    if (ids.length === 0) continue
    const once = 'Each deployment is listed once.'
    t.expect(list, 'content', once).equal(ids.length, new Set(ids).size)
    const [first] = ids
    const one = { id, deployment_id: first }
    await checkAlike(t, [
      {
        caller: t.admin,
        operation: 'listDeployments',
        parameters: { id },
        find: itemWith('id', first),
      },
      { caller: t.admin, operation: 'getDeployment', parameters: one },
    ])
    if (visibility_level !== 0) continue
    const outsider = await t.user()
    await t.refused(outsider, 'getDeployment', one, [404], 'private-project')
    return
  }
}

async function findBuilds(
  t: TestContext,
  projects: readonly Project[],
): Promise<readonly Present[]> {
  const found = await Promise.all(
    projects.map(async ({ id }) => {
      const parameters = { id, scope: ['success', 'failed'], per_page: 5 } as const
      const answer: OperationResponse = await t.admin.attempt('listBuilds', parameters)
      const items: readonly object[] = Array.isArray(answer.body) ? answer.body : []
      return items.map(
        (item): Present => ({
          id,
          build_id: Number(Reflect.get(item, 'id')),
          size: sizeOf(Reflect.get(item, 'artifacts_file')),
        }),
      )
    }),
  )
  return found.flat()
}

function sizeOf(file: unknown): number | undefined {
  const size: unknown = typeof file === 'object' && file !== null ? Reflect.get(file, 'size') : null
  return typeof size === 'number' ? size : undefined
}

async function refuse(
  t: TestContext,
  operation: 'getBuildArtifacts' | 'getBuildTrace',
  parameters: { readonly id: number; readonly build_id: number },
): Promise<void> {
  const rule = 'Without credentials it is answered with 401.'
  await t.refused(t.anonymous, operation, parameters, [401], 'unauthenticated', rule)
}
