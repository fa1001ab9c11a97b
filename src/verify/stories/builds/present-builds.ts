import { checkAlike } from '../../checks/alike.ts'
import { at, itemWith } from '../../story/bodies.ts'
import type { OperationResponse } from '../../story/operation-response.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'

/** So many projects of the server are looked through for builds that ran. */
const searched = 20

/** Artifacts of more bytes are not read: that could take longer than an answer may. */
const largest = 1_000_000

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
 * Builds that ran before on this server, of whatever project: what they left behind is read, and
 * nothing of them is changed. No call of the API makes such builds.
 */
export const presentBuilds = story(
  'builds that are there',
  { about: ['Builds', 'Deployments'] },
  async (t) => {
    const { body: projects } = await t.admin.call('listAllProjects', { per_page: searched })
    const known = (projects ?? []).map(({ id = 0, visibility_level }) => ({ id, visibility_level }))
    await t.chapter('deployments', () => checkDeployments(t, known))
    const found = await findBuilds(t, known)
    await t.chapter('artifacts', async () => {
      const [one] = found
        .filter(({ size }) => size !== undefined)
        .toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0))
      if (!one) return t.notTested('getBuildArtifacts', 'content', 'no build here has artifacts')
      const { id, build_id, size = 0 } = one
      if (size > largest) {
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
 * Each answer is held to the contract, and a deployment of the list to the one that is looked up; of a
 * private project, both are hidden from those who are no members.
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
    const rule = 'A GET on a private project by a non-member is answered with 404.'
    await t.refused(outsider, 'getDeployment', one, [404], 'private-project', rule)
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
