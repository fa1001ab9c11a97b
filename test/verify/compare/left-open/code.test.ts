import { expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
import type { History, Step } from '../../../../src/verify/compare/index.ts'
import {
  asAdmin,
  commit,
  differencesOf,
  issue,
  mending,
  note,
  ofIssue,
  ofRequest,
} from '../steps.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const startForge = () => createForge({ seed: 'demo', log: () => {}, fetch })

type Fields = Readonly<Record<string, unknown>>

const isCall = (call: RegExp, { method, url }: Request) =>
  call.test(`${method} ${new URL(url).pathname}`)

/** Shows something else in responses to calls whose method and path match, with the number of items. */
const changing = async (call: RegExp, edit: (shown: unknown, request: Request) => unknown) => {
  const forge = await startForge()
  return async (request: Request) => {
    const answer = await forge.fetch(request.clone())
    if (!isCall(call, request) || !answer.ok) return answer
    const shown = edit(await answer.json(), request)
    const headers = new Headers(answer.headers)
    if (Array.isArray(shown)) headers.set('X-Total', String(shown.length))
    return Response.json(shown, { status: answer.status, headers })
  }
}
const showing = (call: RegExp, edit: (shown: Fields, request: Request) => Fields) =>
  changing(call, (shown, request) => edit(Object(shown), request))
const listing = (call: RegExp, edit: (items: readonly Fields[], request: Request) => unknown) =>
  changing(call, (shown, request) => edit(Array.isArray(shown) ? shown : [], request))

const merge = asAdmin('mergeMergeRequest', ofRequest)
const ofTopic = { branch: 'topic' }
const branches = [asAdmin('getBranch', ofTopic), asAdmin('listBranches')]

it('leaves open whether a merge removes its branch, but not against what was said', async () => {
  const removing = async () => {
    const forge = await startForge()
    return async (request: Request) => {
      if (!isCall(/^PUT .+\/merge$/, request)) return forge.fetch(request)
      const body = JSON.stringify({ should_remove_source_branch: true })
      const headers = new Headers(request.headers)
      headers.set('Content-Type', 'application/json')
      const answer = await forge.fetch(new Request(request, { body, headers }))
      return Response.json({ ...(await answer.json()), should_remove_source_branch: false })
    }
  }
  const page = asAdmin('listBranches', { per_page: 1, page: 1 })
  const reads = [...branches, page, asAdmin('listCommits', { ref_name: 'topic' })]
  expect(await differencesOf(await removing(), [...mending, merge, ...reads])).toEqual([])
  const saidNo = asAdmin('mergeMergeRequest', {
    ...{ ...ofRequest, should_remove_source_branch: false },
  })
  expect(await differencesOf(await removing(), [...mending, saidNo, ...branches])).toEqual([
    'getBranch | status 200 → 404',
  ])
  const other = asAdmin('createBranch', { branch_name: 'other', ref: 'master' })
  const without = await listing(/^GET .+branches$/, (items) =>
    items.filter(({ name }) => name !== 'other'),
  )
  expect(await differencesOf(without, [...mending, other, merge, asAdmin('listBranches')])).toEqual(
    ['listBranches | [] (no such item)'],
  )
})

const post = (state: string, sent: Step['parameters'] = {}): Step =>
  asAdmin('createCommitStatus', { sha: '<commit1.id>', state, ref: 'master', ...sent })
const readCommit = asAdmin('getCommit', { sha: '<commit1.id>' })
const statuses = asAdmin('listCommitStatuses', { sha: '<commit1.id>' })

it('leaves open how a status follows from several, but not that of a single one', async () => {
  const failing = (status: string | null) =>
    showing(/^GET .+commits\/[^/]+$/, (one) => ({ ...one, status }))
  const two = [
    commit,
    post('success', { name: 'one' }),
    post('failed', { name: 'two' }),
    readCommit,
  ]
  expect(await differencesOf(await failing('success'), two)).toEqual([])
  expect(await differencesOf(await failing('pending'), two)).toEqual([])
  const one = [commit, post('success', { name: 'one' }), readCommit]
  expect(await differencesOf(await failing('failed'), one)).toEqual([
    'getCommit | status success → failed',
  ])
})

it('leaves open whether a status that is posted again is another one, and what its ref is', async () => {
  const all = asAdmin('listCommitStatuses', { sha: '<commit1.id>', all: true })
  const again = [commit, post('pending'), statuses, post('success'), statuses, all]
  let shift = 0
  const anew = await changing(/statuses/, (shown, { method }) => {
    if (method === 'POST') return { ...Object(shown), id: Object(shown).id + shift++ }
    if (!Array.isArray(shown) || shift < 2) return shown
    return shown.map((one) => ({ ...one, id: one.id + 1 }))
  })
  expect(await differencesOf(anew, again)).toEqual([])
  const finished = [commit, post('failed'), statuses, post('success'), statuses, all]
  let first: Fields | undefined
  const updating = await changing(/statuses/, (shown, { method }) => {
    if (method === 'POST') {
      first = { ...Object(shown), id: first?.id ?? Object(shown).id }
      return first
    }
    return [first]
  })
  expect(await differencesOf(updating, finished)).toEqual([])
  const refless = [
    ...[commit, post('success', { ref: undefined, name: 'one' }), statuses],
    asAdmin('listCommitStatuses', { sha: '<commit1.id>', ref: 'master' }),
  ]
  const withoutRef = await changing(/statuses/, (shown, { url, method }) => {
    if (method === 'POST') return { ...Object(shown), ref: null }
    const items: Fields[] = Array.isArray(shown) ? shown : []
    return url.includes('ref=') ? [] : items.map((one) => ({ ...one, ref: null }))
  })
  expect(await differencesOf(withoutRef, refless)).toEqual([])
  const none = await listing(/^GET .+statuses$/, () => [])
  expect(await differencesOf(none, [commit, post('success'), statuses])).toEqual([
    'listCommitStatuses | [] (no such item)',
  ])
})

const built: History = [
  commit,
  {
    ...asAdmin('createCommit', {
      ...{ branch_name: 'master', commit_message: 'Build it' },
      actions: [
        { action: 'create', file_path: '.gitlab-ci.yml', content: 'one:\n  script: make\n' },
      ],
    }),
    makes: 'commit1',
  },
]

it('leaves open whether builds are statuses, and what makes them, but not that they stay', async () => {
  const withoutBuilds = await listing(/^GET .+statuses$/, () => [])
  expect(await differencesOf(withoutBuilds, [...built, statuses])).toEqual([])
  const listBuilds = asAdmin('listBuilds')
  const none = await listing(/^GET .+builds$/, () => [])
  const bare = async (request: Request) => {
    const answer = await none(request)
    if (!isCall(/^GET .+commits\/[^/]+$/, request)) return answer
    return Response.json({ ...(await answer.json()), status: null }, answer)
  }
  expect(await differencesOf(bare, [...built, readCommit, listBuilds, listBuilds])).toEqual([])
  let reads = 0
  const onceAlone = await listing(/^GET .+builds$/, (items) => (reads++ === 0 ? items : []))
  expect(await differencesOf(onceAlone, [...built, listBuilds, listBuilds])).toEqual([
    'listBuilds | [] (no such item)',
  ])
})

const moves: History = [
  commit,
  asAdmin('createFile', {
    ...{ branch_name: 'master', file_path: 'old.txt', content: 'One\nTwo\nThree\n' },
    commit_message: 'Add it',
  }),
  {
    ...asAdmin('createCommit', {
      ...{ branch_name: 'master', commit_message: 'Rename it' },
      actions: [{ action: 'move', previous_path: 'old.txt', file_path: 'new.txt' }],
    }),
    makes: 'commit2',
  },
  asAdmin('getCommit', { sha: '<commit2.id>' }),
  asAdmin('listCommitDifferences', { sha: '<commit2.id>' }),
]

it('leaves open whether renames are detected, but not that the file was changed', async () => {
  const splitting = async (isWhole: boolean) => {
    const stats = await showing(/commits(?:\/[^/]+)?$/, (one) =>
      one.title === 'Rename it' ? { ...one, stats: { additions: 3, deletions: 3, total: 6 } } : one,
    )
    return async (request: Request) => {
      const answer = await stats(request)
      if (!request.url.endsWith('/diff')) return answer
      const [renamed] = await answer.json()
      const { old_path, new_path } = renamed
      const plain = { ...renamed, renamed_file: false }
      const added = { ...plain, old_path: new_path, new_file: true, diff: '@@ -0,0 +1,3 @@\n' }
      const removed = { ...plain, new_path: old_path, deleted_file: true }
      return Response.json(isWhole ? [added, removed] : [removed])
    }
  }
  expect(await differencesOf(await splitting(true), moves)).toEqual([])
  expect(await differencesOf(await splitting(false), moves)).toEqual([
    'listCommitDifferences | [] (no such item)',
  ])
})

it('leaves open what two revisions that parted differ in, and whether two names are the same', async () => {
  const parted = [
    ...mending,
    asAdmin('createFile', {
      ...{ branch_name: 'master', file_path: 'beside.txt', content: 'Beside' },
      commit_message: 'Add what is beside',
    }),
  ]
  const compare = (from: string, to: string) => asAdmin('compareRevisions', { from, to })
  const further = () =>
    showing(/compare$/, (one) => {
      const [first] = Array.isArray(one.diffs) ? one.diffs : []
      const path = { old_path: 'beside.txt', new_path: 'beside.txt' }
      const more = { ...first, ...path, new_file: false, deleted_file: true }
      return { ...one, diffs: [first, more] }
    })
  expect(await differencesOf(await further(), [...parted, compare('master', 'topic')])).toEqual([])
  expect(await differencesOf(await further(), [...mending, compare('master', 'topic')])).toEqual([
    'compareRevisions | diffs[] (a further item)',
  ])
  const none = await showing(/compare$/, (one) => ({ ...one, diffs: [] }))
  expect(await differencesOf(none, [...parted, compare('master', 'topic')])).toEqual([
    'compareRevisions | diffs[] (no such item)',
  ])
  const never = await showing(/compare$/, (one) => ({ ...one, compare_same_ref: false }))
  const same = asAdmin('createBranch', { branch_name: 'same', ref: 'master' })
  expect(await differencesOf(never, [commit, same, compare('same', 'master')])).toEqual([])
  expect(await differencesOf(never, [commit, compare('master', 'master')])).toEqual([
    'compareRevisions | compare_same_ref',
  ])
})

it('leaves open a flag of a protected branch that was not sent, but not one that was', async () => {
  const protect = (sent: Step['parameters']) =>
    asAdmin('protectBranch', { branch: 'master', ...sent })
  const pushing = await showing(/branches\/master/, (one) =>
    one.protected === true ? { ...one, developers_can_push: true } : one,
  )
  const read = asAdmin('getBranch', { branch: 'master' })
  expect(await differencesOf(pushing, [commit, protect({}), read])).toEqual([])
  expect(await differencesOf(pushing, [commit, protect({ developers_can_push: false })])).toEqual([
    'protectBranch | developers_can_push',
  ])
})

it('leaves open whether what a service notes is counted, but no other number', async () => {
  const forge = await startForge()
  const counting = (more: number) => async (request: Request) => {
    const answer = await forge.fetch(request)
    const isNotes = isCall(/^GET .+issues\/\d+\/notes$/, request)
    if (!isNotes && !isCall(/^GET .+issues\/\d+$/, request)) return answer
    const shown = await answer.json()
    if (!isNotes)
      return Response.json({ ...shown, user_notes_count: shown.user_notes_count + more }, answer)
    const noted = { ...shown[0], id: 999_999, system: true, body: 'changed the title' }
    return Response.json([...shown, noted], answer)
  }
  const history = [issue, note, asAdmin('getIssue', ofIssue)]
  expect(await differencesOf(counting(1), history)).toEqual([])
  expect(await differencesOf(counting(2), history)).toEqual(['getIssue | user_notes_count'])
})
