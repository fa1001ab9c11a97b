import type { OperationId } from '../../../contract/operation-contract.ts'
import { decodeBase64 } from '../../../shared/base64.ts'
import type { OperationResponse } from '../../client/answer.ts'
import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person } from '../../story/test-context.ts'
import { lookup } from '../shown-by.ts'
import { createLedger, type Entry } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'
import { createPlace, has, list, type Place } from './place.ts'

type Files = ReadonlyMap<string, string>

/** The content of a branch. */
interface Content {
  readonly head: string
  readonly files: Files
  /** The titles of its commits by id. */
  readonly commits: ReadonlyMap<string, string>
}

const nothing: Content = { head: '', files: new Map(), commits: new Map() }
const folder = 'lib'
const begin: Files = new Map([
  ['README.md', 'Read me\n'],
  [`${folder}/one.txt`, 'one\n'],
  [`${folder}/deep/two.txt`, 'two\n'],
])
const protection = ['protected', 'developers_can_push', 'developers_can_merge']
const identify = (item: unknown) => String(at(item, 'name'))

/** The default branch is a kind of its own, since a server may protect it with a delay. */
const kindOf = (branch: string) => (branch === 'master' ? 'default branch' : 'branch')
const ofKind = (kind: string) => ({
  kind,
  identify: (item: unknown) => (kindOf(identify(item)) === kind ? identify(item) : undefined),
  omits: kind === 'branch' ? ['merged'] : ['merged', ...protection],
})

const listsOfBranches = ({ owner, developer, id }: Place): readonly Sight[] => [
  { ...ofKind('branch'), reader: list(owner, 'listBranches', { id }) },
  { ...ofKind('default branch'), reader: list(developer, 'listBranches', { id }) },
]

/** Returns the sights of a branch, its commits, its tree and its files; fewer of them for a neighbouring branch. */
function sightsOfBranch(
  { owner, developer, id }: Place,
  branch: string,
  isBeside: boolean,
): readonly Sight[] {
  const ref = { id, ref_name: branch }
  const tree = {
    kind: `entry of ${branch}`,
    identify: (item: unknown) => String(at(item, 'path')),
    omits: ['folder'],
  }
  const isBelow = ({ path }: Fields) => String(path).startsWith(`${folder}/`)
  const below = { ...ref, path: folder }
  const all: readonly Sight[] = [
    {
      ...ofKind(kindOf(branch)),
      id: branch,
      reader: lookup(developer, 'getBranch', { id, branch }),
    },
    {
      kind: `commit of ${branch}`,
      omits: ['status', 'allow_failure'],
      reader: list(owner, 'listCommits', ref),
    },
    { ...tree, reader: list(developer, 'listTree', { ...ref, recursive: true }) },
  ]
  if (isBeside) return all
  return [
    ...all,
    { ...tree, reader: list(owner, 'listTree', ref), holds: has('folder', '') },
    { ...tree, reader: list(owner, 'listTree', below), holds: has('folder', folder) },
    { ...tree, reader: list(developer, 'listTree', { ...below, recursive: true }), holds: isBelow },
    ...[...begin.keys()].slice(0, 1).flatMap((path): Sight[] => {
      const common = { kind: `file of ${branch}`, id: path }
      const file = { id, file_path: path, ref: branch }
      return [
        { ...common, reader: lookup(developer, 'getFile', file, textOf) },
        {
          ...common,
          omits: ['last_commit_id'],
          reader: lookup(owner, 'getRawFile', { id, sha: branch, filepath: path }),
        },
      ]
    }),
  ]
}

function textOf(body: unknown): unknown {
  const content = at(body, 'content')
  const bytes = typeof content === 'string' ? decodeBase64(content) : undefined
  return { text: new TextDecoder().decode(bytes), last_commit_id: at(body, 'last_commit_id') }
}

/** Returns the files and folders of a tree by path. */
function entriesOf(files: Files): ReadonlyMap<string, Fields> {
  const entries = new Map<string, Fields>()
  for (const path of files.keys()) {
    const names = path.split('/')
    for (const [index, name] of names.entries()) {
      const above = names.slice(0, index)
      const type = index === names.length - 1 ? 'blob' : 'tree'
      const own = [...above, name].join('/')
      entries.set(own, { path: own, name, type, folder: above.join('/') })
    }
  }
  return entries
}

/** Returns the entries for a branch whose content changes. */
function changeOf(branch: string, before: Content, after: Content): readonly Entry[] {
  const [was, is] = [entriesOf(before.files), entriesOf(after.files)]
  const isChanged = (path: string) =>
    [...after.files].some(
      ([one, text]) =>
        (one === path || one.startsWith(`${path}/`)) && before.files.get(one) !== text,
    ) || [...before.files.keys()].some((one) => one.startsWith(`${path}/`) && !after.files.has(one))
  return [
    {
      kind: kindOf(branch),
      id: branch,
      is: after.head === '' ? 'gone' : { name: branch, 'commit.id': after.head },
      follows: ['commit'],
    },
    ...[...new Set([...before.commits.keys(), ...after.commits.keys()])].map((sha): Entry => {
      const title = after.commits.get(sha)
      return { kind: `commit of ${branch}`, id: sha, is: title === undefined ? 'gone' : { title } }
    }),
    ...[...new Set([...was.keys(), ...is.keys()])].flatMap((path): Entry[] => {
      const fields = is.get(path)
      if (fields && was.has(path) && !isChanged(path)) return []
      return [{ kind: `entry of ${branch}`, id: path, is: fields ?? 'gone', follows: ['id'] }]
    }),
    ...[...new Set([...before.files.keys(), ...after.files.keys()])].flatMap((path): Entry[] => {
      const text = after.files.get(path)
      if (text === before.files.get(path)) return []
      const follows = ['last_commit_id']
      return [
        {
          kind: `file of ${branch}`,
          id: path,
          is: text === undefined ? 'gone' : { text },
          follows,
        },
      ]
    }),
  ]
}

/** Branches, files, commits and tags, in all reads that show them. */
export const repositoryLedger = story(
  'ledger: Repositories',
  { about: ['Branches', 'Tags', 'Repositories', 'Files', 'Commits'], isLong: true },
  async (t) => {
    const place = await createPlace(t, Object.fromEntries(begin))
    const { ledger, owner, developer, id } = place
    const [topic, side] = ['fix/one', 'side']
    const branches = new Map<string, Content>()
    const contentOf = (branch: string) => branches.get(branch) ?? nothing

    /** Returns the entries for the new content of a branch. */
    function become(branch: string, after: Content): readonly Entry[] {
      const before = contentOf(branch)
      branches.set(branch, after)
      return changeOf(branch, before, after)
    }
    const headAfter = async (branch: string) => {
      const before = contentOf(branch).head
      const { body } = await t.eventually(
        () => owner.call('getCommit', { id, sha: branch }),
        (one) => one.body?.id !== before,
      )
      return body?.id ?? ''
    }
    /** Writes a commit to a branch. */
    const commit = (
      caller: Person,
      operation: OperationId,
      branch: string,
      sent: Fields,
      edit: (files: Map<string, string>) => void,
      titled?: string,
    ): Promise<OperationResponse> => {
      const title = titled ?? t.name('commit')
      return ledger.write(
        caller,
        operation,
        { id, ...(titled ? {} : { branch_name: branch, commit_message: title }), ...sent },
        async ({ body }) => {
          const { files, commits } = contentOf(branch)
          const made = at(body, 'id')
          const head = typeof made === 'string' ? made : await headAfter(branch)
          const edited = new Map(files)
          edit(edited)
          const all = new Map([...commits, [head, title] as const])
          return become(branch, { head, files: edited, commits: all })
        },
      )
    }
    const create = async (caller: Person, branch: string, from: string) => {
      const sent = { id, branch_name: branch, ref: from }
      ledger.watch(...sightsOfBranch(place, branch, branch !== topic))
      await ledger.write(caller, 'createBranch', sent, () => become(branch, contentOf(from)))
      const known = { protected: false, developers_can_push: false, developers_can_merge: false }
      ledger.note({ kind: 'branch', id: branch, is: known })
    }

    const first = await owner.call('getCommit', { id, sha: 'master' })
    const head = first.body?.id ?? ''
    ledger.note(...become('master', { head, files: begin, commits: new Map([[head, 'Begin']]) }))
    ledger.watch(...listsOfBranches(place), ...sightsOfBranch(place, 'master', true))

    await t.chapter('the first commit', async () => {
      const changes = await owner.call('listCommitDifferences', { id, sha: head })
      const rule = 'The differences of the first commit are all of its files, which are new.'
      t.expect(changes, 'content', rule).sameMembers(
        changes.body?.map(({ new_path, new_file }) => [new_path, new_file]),
        [...begin.keys()].map((path) => [path, true]),
      )
    })

    await t.chapter('branches', async () => {
      await create(owner, topic, 'master')
      await create(owner, side, 'master')
    })

    await t.chapter('files', async () => {
      const path = `${folder}/three.txt`
      await commit(
        developer,
        'createFile',
        topic,
        { file_path: path, content: 'three\n' },
        (files) => files.set(path, 'three\n'),
      )
      const changed = { file_path: 'README.md', content: 'Read me again\n' }
      await commit(owner, 'updateFile', topic, changed, (files) =>
        files.set('README.md', changed.content),
      )
      await commit(developer, 'deleteFile', side, { file_path: `${folder}/one.txt` }, (files) =>
        files.delete(`${folder}/one.txt`),
      )
    })

    await t.chapter('commits of several files', async () => {
      const actions = [
        { action: 'create', file_path: 'new/four.txt', content: 'four\n' },
        { action: 'delete', file_path: `${folder}/deep/two.txt` },
        { action: 'move', file_path: 'moved.txt', previous_path: `${folder}/three.txt` },
      ]
      const made = await commit(developer, 'createCommit', topic, { actions }, (files) => {
        files.set('new/four.txt', 'four\n')
        files.delete(`${folder}/deep/two.txt`)
        files.set('moved.txt', 'three\n')
        files.delete(`${folder}/three.txt`)
      })
      const differences = await owner.call('listCommitDifferences', {
        id,
        sha: String(at(made.body, 'id')),
      })
      const rule = 'The differences of a commit are those of its files alone.'
      const paths = differences.body?.map(({ new_path }) => new_path)
      const expectation = t.expect(differences, 'content', rule)
      expectation.includes(paths, ['new/four.txt', `${folder}/deep/two.txt`, 'moved.txt'])
      expectation.excludes(paths, ['README.md', `${folder}/one.txt`])
    })

    await t.chapter('picked', async () => {
      const five = { file_path: 'five.txt', content: 'five\n' }
      await commit(developer, 'createFile', side, five, (files) => files.set('five.txt', 'five\n'))
      const { head: sha, commits } = contentOf(side)
      const picked = { sha, branch: topic }
      const edit = (files: Map<string, string>) => files.set('five.txt', 'five\n')
      await commit(owner, 'cherryPickCommit', topic, picked, edit, commits.get(sha) ?? '')
    })

    await t.chapter('tags', () => checkTags(place, (branch) => contentOf(branch).head, topic))
    await t.chapter('protected', () => checkProtection(place, topic))

    await t.chapter('merged, and deleted', async () => {
      const request = { source_branch: topic, target_branch: 'master', title: t.name('request') }
      // What becomes of a source branch of which nothing is said is not stated.
      const staying = { ...request, remove_source_branch: false }
      const made = await developer.call('createMergeRequest', { id, ...staying })
      const path = { id, merge_request_id: idOf(made.body, 'createMergeRequest') }
      await t.eventually(
        () => owner.call('getMergeRequest', path),
        ({ body }) => body?.merge_status === 'can_be_merged',
      )
      await ledger.write(owner, 'mergeMergeRequest', path, async () => {
        const [master, merged] = [contentOf('master'), contentOf(topic)]
        const commits = new Map([...master.commits, ...merged.commits])
        return become('master', { head: await headAfter('master'), files: merged.files, commits })
      })
      await ledger.write(owner, 'deleteMergedBranches', { id }, () => become(topic, nothing))
      await ledger.write(owner, 'deleteBranch', { id, branch: side }, () => become(side, nothing))
    })

    await t.chapter('made anew', async () => {
      const sent = { id, branch_name: side, ref: 'master' }
      await ledger.write(owner, 'createBranch', sent, () => become(side, contentOf('master')))
    })
  },
)

/** Tags, with and without a release, and recreated under the name of a deleted one. */
async function checkTags(
  { owner, developer, id, t }: Place,
  headOf: (branch: string) => string,
  branch: string,
) {
  const ledger = createLedger(t)
  const kind = 'tag'
  ledger.watch({ kind, identify, reader: list(owner, 'listTags', { id }) })
  // Which roles make tags is not stated.
  const create = (tag_name: string, ref: string, sent: Fields, is: Fields) =>
    ledger.write(owner, 'createTag', { id, tag_name, ref, ...sent }, () => [
      { kind, id: tag_name, is: { name: tag_name, 'commit.id': headOf(ref), ...is } },
    ])
  const bare = { message: null, 'release.description': null }
  // In numeric order 10 follows 9, in alphabetical order 1 precedes 9.
  const [one, other] = ['v1/9', 'v1/10']
  for (const tag_name of [one, other]) {
    ledger.watch({ kind, id: tag_name, reader: lookup(developer, 'getTag', { id, tag_name }) })
  }
  await create(one, 'master', {}, bare)
  const described = { message: 'The second', release_description: 'Notes' }
  await create(other, branch, described, { 'release.description': 'Notes' })
  const orders = await owner.call('listTags', { id, per_page: 100 })
  const rule = 'Tags are in reverse alphabetical order of name.'
  t.expect(orders, 'order', rule).equal(
    orders.body?.map(({ name }) => name),
    [one, other],
  )
  for (const [operation, tag_name, description] of [
    ['createRelease', one, 'First notes'],
    ['updateRelease', one, 'Better notes'],
  ] as const) {
    await ledger.write(owner, operation, { id, tag_name, description }, () => [
      { kind, id: tag_name, is: { 'release.description': description }, follows: ['release'] },
    ])
  }
  await ledger.write(owner, 'deleteTag', { id, tag_name: other }, () => [
    { kind, id: other, is: 'gone' },
  ])
  await create(other, 'master', {}, bare)
}

/** Checks that each protection has the sent values, without any of a removed one. */
async function checkProtection(place: Place, branch: string) {
  const { owner, developer, id, t } = place
  const ledger = createLedger(t)
  const shown = lookup(developer, 'getBranch', { id, branch })
  ledger.watch(...listsOfBranches(place), { ...ofKind('branch'), id: branch, reader: shown })
  const free = { protected: false, developers_can_push: false, developers_can_merge: false }
  const write = (
    operation: 'protectBranch' | 'unprotectBranch',
    sent: Fields,
    is: (body: unknown) => Fields,
  ) =>
    ledger.write(owner, operation, { id, branch, ...sent }, ({ body }) => [
      { kind: 'branch', id: branch, is: { protected: true, ...sent, ...is(body) } },
    ])
  // What the rules are where they are not sent is not stated.
  const bare = shownRules((await write('protectBranch', {}, shownRules)).body)
  await write('unprotectBranch', {}, () => free)
  const other = Object.fromEntries(rulesOfBranch.map((name) => [name, bare[name] !== true]))
  await write('protectBranch', other, () => ({}))
  await write('unprotectBranch', {}, () => free)
  await write('protectBranch', {}, (body) => {
    const kept = Object.entries(bare).filter(([, value]) => value === false)
    return { ...shownRules(body), ...Object.fromEntries(kept) }
  })
  await write('unprotectBranch', {}, () => free)
}

const rulesOfBranch = ['developers_can_push', 'developers_can_merge']

function shownRules(body: unknown): Fields {
  const all = rulesOfBranch.map((name) => [name, at(body, name)] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
