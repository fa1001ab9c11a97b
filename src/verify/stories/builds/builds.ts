import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'

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

/** The builds of a committed `.gitlab-ci.yml`, as far as the server makes some without a runner. */
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
