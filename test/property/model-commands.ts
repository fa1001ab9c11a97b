import fc from 'fast-check'
import { expect } from 'vitest'
import { issueStates } from '../../src/gitlab/domain/issues/states.ts'
import { mergeRequestStates } from '../../src/gitlab/domain/merge-requests/states.ts'
import { next } from '../../src/gitlab/domain/state-table.ts'
import {
  branchOf,
  isOpen,
  type Model,
  type ModelMergeRequest,
  merge,
  mergeStatus,
  newModel,
  pipelineOf,
  statusOfMerge,
} from './model.ts'
import { files } from './model-world.ts'

let content = 0

/** An issue, and two branches, each with a commit, a pipeline that runs, and a merge request. */
export async function begin(send: Send): Promise<{ model: Model; real: Send }> {
  const model = newModel()
  await send('rita', 'POST', '/issues', { title: 'A leak' })
  model.issues.set(1, { iid: 1, state: 'opened' })
  for (const [index, name] of ['red', 'green'].entries()) {
    const file = files[index] ?? 'bow'
    await send('dora', 'POST', '/repository/branches', { branch_name: name, ref: 'master' })
    const change = { file_path: file, branch_name: name, commit_message: `Paint the ${file}` }
    await send('dora', 'PUT', '/repository/files', { ...change, content: `${name}\n` })
    const ends = { source_branch: name, target_branch: 'master' }
    const { body } = await send('dora', 'POST', '/merge_requests', { ...ends, title: 'Paint it' })
    const head = String(body.sha)
    await send('dora', 'POST', `/statuses/${head}`, { state: 'running', ref: name })
    const now = { ...model.master, [file]: name }
    model.branches.set(name, { now, base: model.master, isAhead: true, head })
    model.pipelines.set(`${name} ${head}`, 'running')
    const rest = { closes: undefined, isDraft: false, isScheduled: false, last: undefined }
    const iid = index + 1
    model.mergeRequests.set(Number(body.id), { iid, source: name, state: 'opened', ...rest })
  }
  return { model, real: send }
}

/** What the sequences came to so far: a test that never merges would prove nothing of merging. */
export const reached = new Set<string>()

/** Each state and event of the tables that came together, as `issue opened close`. */
export const tried = new Set<string>()

/** Sends a request to project 1 as a user; the path is below it. */
export type Send = (
  as: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  parameters?: object,
) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>

type Command = fc.AsyncCommand<Model, Send>

/** A command from what it does; it is run where `isPossible` and the whole world is compared after it. */
function command(
  name: string,
  isPossible: (model: Model) => boolean,
  run: (model: Model, send: Send) => Promise<void>,
): Command {
  return {
    check: isPossible,
    async run(model, send) {
      await run(model, send)
      await compare(model, send)
    },
    toString: () => name,
  }
}

/** The n-th of some things, counted round and round. */
function pick<T>(things: readonly T[], n: number): T {
  const thing = things[n % things.length]
  if (thing === undefined) throw new Error('There is nothing to pick from.')
  return thing
}

async function compare(model: Model, send: Send): Promise<void> {
  const issues = (await send('root', 'GET', '/issues?per_page=100&sort=asc')).body
  const expected = [...model.issues].filter(([, { state }]) => state !== 'deleted')
  expect(summary(issues, ['id', 'iid', 'state'])).toEqual(
    expected.map(([id, { iid, state }]) => ({ id, iid, state })),
  )
  const mergeRequests = (await send('root', 'GET', '/merge_requests?per_page=100&sort=asc')).body
  const living = [...model.mergeRequests].filter(([, { state }]) => state !== 'deleted')
  const fields = [
    'id',
    'iid',
    'state',
    'merge_status',
    'merge_when_build_succeeds',
    'sha',
    'work_in_progress',
  ]
  expect(summary(mergeRequests, fields)).toEqual(
    living.map(([id, one]) => ({
      id,
      iid: one.iid,
      state: one.state,
      merge_status: mergeStatus(model, one),
      merge_when_build_succeeds: one.isScheduled,
      sha: one.last ?? branchOf(model, one).head,
      work_in_progress: one.isDraft,
    })),
  )
}

function summary(records: unknown, fields: readonly string[]): object[] {
  if (!Array.isArray(records)) throw new Error(`No list: ${JSON.stringify(records)}`)
  return records.map((record: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, record[field]])),
  )
}

const createIssue = fc.constant(
  command(
    'create an issue',
    () => true,
    async (model, send) => {
      const { status, body } = await send('rita', 'POST', '/issues', { title: 'A leak' })
      expect([status, body.iid]).toEqual([201, model.issues.size + 1])
      model.issues.set(Number(body.id), { iid: Number(body.iid), state: 'opened' })
    },
  ),
)

const changeIssue = fc
  .record({ n: fc.nat(), event: fc.constantFrom('close' as const, 'reopen' as const) })
  .map(({ n, event }) =>
    command(
      `${event} issue ${n}`,
      ({ issues }) => issues.size > 0,
      async (model, send) => {
        const [id, issue] = pick([...model.issues], n)
        const { status } = await send('rita', 'PUT', `/issues/${id}`, { state_event: event })
        expect(status).toBe(issue.state === 'deleted' ? 404 : 200)
        if (issue.state === 'deleted') return
        tried.add(`issue ${issue.state} ${event}`)
        issue.state = next(issueStates, issue.state, event) ?? issue.state
      },
    ),
  )

const deleteIssue = fc
  .record({ n: fc.nat(), as: fc.constantFrom('root', 'rita', 'dora') })
  .map(({ n, as }) =>
    command(
      `delete issue ${n} as ${as}`,
      ({ issues }) => issues.size > 0,
      async (model, send) => {
        const [id, issue] = pick([...model.issues], n)
        const { status } = await send(as, 'DELETE', `/issues/${id}`)
        expect(status).toBe(as === 'root' ? 200 : 403)
        if (status === 200) issue.state = 'deleted'
      },
    ),
  )

const createBranch = fc.constantFrom('red', 'green', 'blue').map((name) =>
  command(
    `branch ${name}`,
    ({ branches }) => !branches.has(name),
    async (model, send) => {
      const ref = { branch_name: name, ref: 'master' }
      const { status, body } = await send('dora', 'POST', '/repository/branches', ref)
      expect(status).toBe(201)
      const { master } = model
      const head = (body.commit as { id: string }).id
      model.branches.set(name, { now: master, base: master, isAhead: false, head })
    },
  ),
)

const push = fc.record({ n: fc.nat(), file: fc.constantFrom(...files) }).map(({ n, file }) =>
  command(
    `push ${file} to branch ${n}`,
    () => true,
    async (model, send) => {
      const name = n % 7 === 0 ? 'master' : pick(['master', ...model.branches.keys()], n)
      content += 1
      const { status } = await send('root', 'PUT', '/repository/files', {
        file_path: file,
        branch_name: name,
        content: `${content}\n`,
        commit_message: `Change the ${file}`,
      })
      expect(status).toBe(200)
      const branch = model.branches.get(name)
      if (!branch) model.master = { ...model.master, [file]: String(content) }
      else {
        const { body } = await send('root', 'GET', `/repository/branches/${name}`)
        branch.now = { ...branch.now, [file]: String(content) }
        branch.isAhead = true
        branch.head = (body.commit as { id: string }).id
        for (const one of model.mergeRequests.values()) {
          if (one.source === name && isOpen(one)) one.isScheduled = false
        }
      }
    },
  ),
)

const createMergeRequest = fc
  .record({ n: fc.nat(), closes: fc.option(fc.integer({ min: 1, max: 4 })) })
  .map(({ n, closes }) =>
    command(
      `open a merge request of branch ${n}${closes ? ` that closes #${closes}` : ''}`,
      ({ branches }) => branches.size > 0,
      async (model, send) => {
        const source = pick([...model.branches.keys()], n)
        const isThere = [...model.mergeRequests.values()].some(
          (one) => one.source === source && isOpen(one),
        )
        const { status, body } = await send('dora', 'POST', '/merge_requests', {
          source_branch: source,
          target_branch: 'master',
          title: 'Paint it',
          description: closes ? `Closes #${closes}` : '',
        })
        expect(status).toBe(isThere ? 409 : 201)
        if (isThere) return
        expect(body.iid).toBe(model.mergeRequests.size + 1)
        model.mergeRequests.set(Number(body.id), {
          iid: Number(body.iid),
          source,
          closes: closes ?? undefined,
          state: 'opened',
          isDraft: false,
          isScheduled: false,
          last: undefined,
        })
      },
    ),
  )

/** A command on the n-th merge request, which is a 404 once it is deleted. */
function onMergeRequest(
  name: string,
  n: number,
  run: (model: Model, send: Send, path: string, mergeRequest: ModelMergeRequest) => Promise<void>,
): Command {
  return command(
    `${name} ${n}`,
    ({ mergeRequests }) => mergeRequests.size > 0,
    async (model, send) => {
      const all = [...model.mergeRequests]
      const living = all.filter(([, { state }]) => state !== 'deleted')
      const [id, mergeRequest] = pick(living.length > 0 && n % 9 > 0 ? living : all, n)
      const path = `/merge_requests/${id}`
      if (mergeRequest.state !== 'deleted') await run(model, send, path, mergeRequest)
      else expect((await send('root', 'GET', path)).status).toBe(404)
    },
  )
}

const changeMergeRequest = fc
  .record({ n: fc.nat(), event: fc.constantFrom('close' as const, 'reopen' as const) })
  .map(({ n, event }) =>
    onMergeRequest(`${event} merge request`, n, async (model, send, path, one) => {
      const { status } = await send('dora', 'PUT', path, { state_event: event })
      const isTaken = [...model.mergeRequests.values()].some(
        (other) => other !== one && other.source === one.source && isOpen(other),
      )
      const state = stateAfter(one, event)
      expect(status).toBe(state === 'reopened' && isTaken ? 409 : 200)
      if (status !== 200 || state === undefined) return
      one.state = state
      if (state === 'closed') one.isScheduled = false
      one.last = state === 'closed' ? branchOf(model, one).head : undefined
    }),
  )

/** What the table of states leads to; undefined where it allows no such event. */
function stateAfter({ state }: ModelMergeRequest, event: 'close' | 'reopen' | 'merge') {
  if (state === 'deleted') return undefined
  tried.add(`merge request ${state} ${event}`)
  return next(mergeRequestStates, state, event)
}

const toggleDraft = fc.nat().map((n) =>
  onMergeRequest('mark merge request', n, async (_model, send, path, one) => {
    const title = one.isDraft ? 'Paint it' : 'WIP: Paint it'
    expect((await send('dora', 'PUT', path, { title })).status).toBe(200)
    one.isDraft = !one.isDraft
  }),
)

const mergeCommand = fc
  .record({
    n: fc.nat(),
    as: fc.constantFrom('root', 'root', 'root', 'root', 'dora', 'rita'),
    head: fc.constantFrom('none', 'none', 'right', 'right', 'wrong'),
    isBuildAwaited: fc.boolean(),
  })
  .map(({ n, as, head, isBuildAwaited }) =>
    onMergeRequest(
      `merge as ${as}, ${head} sha, ${isBuildAwaited ? 'later' : 'now'}:`,
      n,
      async (model, send, path, one) => {
        const right = one.last ?? branchOf(model, one).head
        const sha = head === 'right' ? right : '0'.repeat(40)
        const { status } = await send(as, 'PUT', `${path}/merge`, {
          ...(head === 'none' ? {} : { sha }),
          ...(isBuildAwaited ? { merge_when_build_succeeds: true } : {}),
        })
        const asked = { isPermitted: as === 'root', isRightHead: head !== 'wrong' }
        expect(status).toBe(statusOfMerge(model, one, asked))
        reached.add(`merge ${status}`)
        const state = stateAfter(one, 'merge')
        if (as === 'root' && state === undefined) expect(status).toBe(406)
        if (status !== 200) return
        const pipeline = pipelineOf(model, one)
        if (isBuildAwaited && pipeline !== undefined && pipeline !== 'success')
          one.isScheduled = true
        else merge(model, one)
      },
    ),
  )

const cancelCommand = fc
  .record({ n: fc.nat(), as: fc.constantFrom('root', 'dora', 'rita') })
  .map(({ n, as }) =>
    onMergeRequest(`cancel as ${as}:`, n, async (_model, send, path, one) => {
      const { status } = await send(as, 'PUT', `${path}/cancel_merge_when_build_succeeds`)
      const expected = as === 'rita' ? 401 : !isOpen(one) ? 405 : one.isScheduled ? 200 : 406
      expect(status).toBe(expected)
      reached.add(`cancel ${status}`)
      if (status === 200) one.isScheduled = false
    }),
  )

const deleteMergeRequest = fc
  .record({ n: fc.nat(), as: fc.constantFrom('root', 'dora', 'rita', 'rita', 'rita') })
  .map(({ n, as }) =>
    onMergeRequest(`delete as ${as}: merge request`, n, async (_model, send, path, one) => {
      const { status } = await send(as, 'DELETE', path)
      expect(status).toBe(as === 'root' ? 200 : 403)
      if (status === 200) one.state = 'deleted'
    }),
  )

const report = fc
  .record({
    n: fc.nat(),
    state: fc.constantFrom('pending', 'running', 'success', 'success', 'failed'),
  })
  .map(({ n, state }) =>
    command(
      `report ${state} of branch ${n}`,
      ({ branches }) => branches.size > 0,
      async (model, send) => {
        const [name, branch] = pick([...model.branches], n)
        const said = { state, ref: name }
        const { status } = await send('dora', 'POST', `/statuses/${branch.head}`, said)
        const key = `${name} ${branch.head}`
        const before = model.pipelines.get(key)
        const isStandstill = before === state || (before === 'running' && state === 'pending')
        const isRefused = isStandstill && (before === 'pending' || before === 'running')
        expect(status).toBe(isRefused ? 400 : 201)
        if (isRefused) return
        model.pipelines.set(key, state)
        if (state !== 'success' || before === 'success') return
        for (const one of model.mergeRequests.values()) {
          const isWaiting = one.source === name && one.isScheduled && isOpen(one)
          const asked = { isPermitted: true, isRightHead: true }
          if (!isWaiting || statusOfMerge(model, one, asked) !== 200) continue
          merge(model, one)
          reached.add('merged later')
        }
      },
    ),
  )

export const commands = [
  createIssue,
  changeIssue,
  deleteIssue,
  createBranch,
  push,
  push,
  createMergeRequest,
  changeMergeRequest,
  toggleDraft,
  mergeCommand,
  mergeCommand,
  cancelCommand,
  deleteMergeRequest,
  report,
  report,
]
