import { at } from '../../story/bodies.ts'
import { runnerStates } from '../../story/runner-states.ts'
import { story } from '../../story/story.ts'
import { followLinks } from '../links.ts'
import { lookup } from '../shown-by.ts'
import type { Sight } from './photograph.ts'
import { createPlace, has, list } from './place.ts'

const configuration = ['one', 'two', 'three'].map((name) => `${name}:\n  script: [make]\n`).join('')
const states = ['pending', 'canceled']
const times = ['started_at', 'finished_at', 'duration']

/** Several builds: each has its own state in all lists. */
export const buildsLedger = story('ledger: Builds', { about: ['Builds'] }, async (t) => {
  const place = await createPlace(t)
  const { ledger, owner, developer, id } = place
  const { body: first } = await owner.call('getBranch', { id, branch: 'master' })
  const other = first?.commit?.id ?? 'master'
  await owner.call('createFile', {
    id,
    branch_name: 'master',
    file_path: '.gitlab-ci.yml',
    content: configuration,
    commit_message: 'Build it',
  })
  const { body: found = [] } = await t.eventually(
    () => owner.call('listBuilds', { id, per_page: 100 }),
    ({ body }) => body?.length === 3,
  )
  const sha = found[0]?.commit?.id
  const isWaiting = found.every(({ status }) => status === 'pending')
  // Where a runner picks them up, they change by themselves.
  if (!isWaiting || found.length < 3 || sha === undefined) {
    const reason = 'no three builds of a new project wait for a runner'
    return t.notTested('cancelBuild', 'consequence:shown', reason)
  }
  const kind = 'build'
  const findExcuse = async () => {
    const { body: now = [] } = await owner.call('listBuilds', { id, per_page: 100 })
    const isTaken = now.some(
      (build) =>
        ledger.of(kind, build.id ?? 0).status === 'pending' && runnerStates.has(build.status),
    )
    return isTaken ? 'a runner works on the builds meanwhile' : undefined
  }
  ledger.excuse(findExcuse)
  // A pipeline changes with its builds.
  const common = { kind, omits: ['pipeline', 'commit', 'user', 'runner'] }
  ledger.note(
    ...found.map(({ id: build = 0, name, ref, stage }) => ({
      kind,
      id: build,
      is: { name, ref, stage, status: 'pending' },
    })),
  )
  ledger.watch(
    { ...common, reader: list(owner, 'listBuilds', { id }) },
    { ...common, reader: list(developer, 'listBuildsOfCommit', { id, sha }) },
    // A commit without any of these builds.
    ...[[], states].map((scope): Sight => {
      const reader = list(developer, 'listBuildsOfCommit', { id, sha: other, scope })
      return { ...common, reader, holds: () => false }
    }),
    ...states.map((scope): Sight => {
      const reader = list(developer, 'listBuilds', { id, scope: [scope] })
      return { ...common, reader, holds: has('status', scope) }
    }),
    ...found.map(({ id: build = 0 }): Sight => {
      const reader = lookup(developer, 'getBuild', { id, build_id: build })
      return { ...common, id: build, reader }
    }),
  )
  const [one, two] = found.map((build) => build.id ?? 0)
  for (const build_id of [one, two]) {
    await t.chapter('canceled', async () => {
      await ledger.write(owner, 'cancelBuild', { id, build_id }, () => [
        { kind, id: build_id ?? 0, is: { status: 'canceled' }, follows: times },
      ])
    })
  }
  await t.chapter('several scopes', async () => {
    const several = await owner.call('listBuildsOfCommit', {
      id,
      sha,
      scope: ['pending', 'canceled'],
    })
    const excuse = await findExcuse()
    if (excuse) return t.notTested('listBuildsOfCommit', 'parameter:scope', excuse)
    t.expect(
      several,
      'parameter:scope',
      'An array of scopes holds the builds of each.',
    ).sameMembers(
      several.body?.map((build) => build.id),
      found.map((build) => build.id),
    )
  })
  await t.chapter('pages of several scopes', async () => {
    // A build that was canceled stays so, whatever a runner does meanwhile.
    const asked = { id, scope: ['canceled', 'success'], per_page: 1 }
    const rule = 'The links to the other pages keep all scopes that were asked for.'
    for (const operation of ['listBuilds', 'listBuildsOfCommit'] as const) {
      const parameters = operation === 'listBuilds' ? asked : { ...asked, sha }
      const { visited, last } = await followLinks(owner, operation, parameters)
      const isKept = visited.every((build) => asked.scope.includes(String(at(build, 'status'))))
      const ids = visited.map((build) => at(build, 'id'))
      t.expect(last, 'pagination:links', rule).holds(
        isKept && [one, two].every((build) => ids.filter((id) => id === build).length === 1),
        `builds ${one} and ${two}`,
        ids,
      )
    }
  })
  await t.chapter('retried', async () => {
    await ledger.write(owner, 'retryBuild', { id, build_id: one }, ({ body }) => {
      const again = Number(at(body, 'id'))
      const { name, ref, stage } = ledger.of(kind, one ?? 0)
      const is = { name, ref, stage, status: 'pending' }
      // Whether it is a new build, and the state of the previous one, are not specified.
      return [
        ...(again === one ? [] : [{ kind, id: one ?? 0, is: 'open' } as const]),
        { kind, id: again, is, follows: [...times, 'created_at'] },
      ]
    })
  })
})
