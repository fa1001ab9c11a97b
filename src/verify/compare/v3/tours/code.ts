import { firstOf } from '../calls.ts'
import { add, readsOfPush } from '../reads.ts'
import { addBranch } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { eachField } from './fields.ts'

/** Names that must be encoded in addresses, or that a numeric order sorts differently. */
const branchNames = ['feature/roof', 'fix/merged', 'mend-2', 'mend-10', 'Zeta', 'a.b']
const fileNames = ['lib/größer日本.rb', 'docs/a-b_c.d.md', 'deep/er/still/x.rb', '.hidden']

/** Branches: creation, protection, merge, removal and recreation. */
export function branches(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const id = ref(project.symbol)
  const read = (branch: string) => {
    add(world, draw.one(['owner', 'developer', 'reporter']), 'getBranch', { id, branch })
    add(world, 'owner', 'listBranches', { id, per_page: 100 })
  }
  for (const name of branchNames) {
    const source = draw.one(['master', 'alpha'])
    add(world, 'master', 'createBranch', { id, branch_name: name, ref: source })
    read(name)
  }
  add(world, 'master', 'createBranch', { id, branch_name: 'feature/roof', ref: 'master' })
  add(world, 'owner', 'listBranches', { id })
  for (const branch of ['feature/roof', 'mend-2']) {
    const one = { id, branch }
    const rules = [
      { developers_can_push: true, developers_can_merge: true },
      { developers_can_push: false },
      { developers_can_merge: false },
      {},
      { developers_can_push: true },
    ]
    for (const values of rules) {
      add(world, 'owner', 'protectBranch', { ...one, ...values })
      read(branch)
    }
    add(world, 'owner', 'unprotectBranch', one)
    read(branch)
    add(world, 'owner', 'unprotectBranch', one)
    add(world, 'owner', 'protectBranch', one)
    read(branch)
    push(world, project, branch, 'developer')
    add(world, 'owner', 'protectBranch', { ...one, developers_can_push: true })
    push(world, project, branch, 'developer')
    add(world, 'owner', 'deleteBranch', one)
    add(world, 'owner', 'unprotectBranch', one)
    read(branch)
  }
  const ahead = addBranch(world, project, 'ahead/of')
  add(world, 'owner', 'deleteBranch', { id, branch: 'mend-10' })
  add(world, 'owner', 'deleteBranch', { id, branch: 'mend-10' })
  read('mend-10')
  add(world, 'master', 'createBranch', { id, branch_name: 'mend-10', ref: ahead })
  read('mend-10')
  add(world, 'owner', 'deleteBranch', { id, branch: 'master' })
  // A branch at the head of the default branch does not count as merged yet.
  push(world, project, 'master', 'owner')
  add(world, 'owner', 'listBranches', { id, per_page: 100 })
  add(world, 'owner', 'deleteMergedBranches', { id })
  for (const branch of [...branchNames, 'alpha', 'master', ahead]) read(branch)
  add(world, 'owner', 'deleteMergedBranches', { id })
  add(world, 'owner', 'listBranches', { id })
}

function push(world: World, project: Project, branch: string, as: string): void {
  const id = ref(project.symbol)
  const file = `lib/${world.fresh('file')}.rb`
  const values = { file_path: file, branch_name: branch, content: 'puts 1\n' }
  add(world, as, 'createFile', { id, ...values, commit_message: `Add ${file}` })
  add(world, 'owner', 'getFile', { id, file_path: file, ref: branch })
}

/** Tags and their releases: creation, changes, removal and recreation. */
export function tags(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const id = ref(project.symbol)
  const read = (tag_name: string) => {
    add(world, draw.one(['owner', 'developer']), 'getTag', { id, tag_name })
    add(world, 'owner', 'listTags', { id })
  }
  let count = 0
  eachField({
    world,
    operation: 'createTag',
    as: draw.one(['owner', 'developer']),
    target,
    common: () => ({ id, tag_name: `w${count++}`, ref: draw.one(['master', 'alpha']) }),
    show: (_made, { tag_name }) => read(String(tag_name)),
  })
  for (const tag_name of ['1.0', 'release/2', 'v9']) {
    add(world, 'owner', 'createTag', { id, tag_name, ref: 'master' })
    read(tag_name)
    const release = { id, tag_name, description: 'Was ist „neu“ – 日本' }
    add(world, 'owner', 'updateRelease', release)
    add(world, 'developer', 'createRelease', release)
    read(tag_name)
    add(world, 'owner', 'createRelease', { ...release, description: 'Once more' })
    read(tag_name)
    add(world, 'owner', 'updateRelease', { ...release, description: 'Changed' })
    read(tag_name)
    add(world, 'owner', 'createTag', { id, tag_name, ref: 'alpha' })
    read(tag_name)
    add(world, 'owner', 'deleteTag', { id, tag_name })
    read(tag_name)
    add(world, 'owner', 'deleteTag', { id, tag_name })
    add(world, 'owner', 'createTag', { id, tag_name, ref: 'alpha', message: 'Made anew' })
    read(tag_name)
  }
}

/** Files: creation, changes, moves and removal, separately and in a single commit, in each encoding. */
export function files(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const id = ref(project.symbol)
  const branch = draw.one(['master', addBranch(world, project, 'files/of')])
  const read = (file: string, at = branch) => {
    add(world, draw.one(['owner', 'reporter']), 'getFile', { id, file_path: file, ref: at })
    add(world, draw.one(['owner', 'reporter']), 'getRawFile', { id, sha: at, filepath: file })
  }
  const readAll = (file: string) => {
    for (const { operation, parameters } of readsOfPush(project, branch, file)) {
      add(world, 'owner', operation, parameters)
    }
    const [, folder] = /^(.*)\//.exec(file) ?? []
    if (folder === undefined) return
    add(world, 'owner', 'listTree', { id, ref_name: branch, path: folder })
    add(world, 'owner', 'listTree', { id, ref_name: branch, path: folder, recursive: true })
  }
  const binary = { content: 'AAECA/7/gIE=', encoding: 'base64' }
  const coded = { content: 'cHV0cyAiZ3LDvG4iDQo=', encoding: 'base64' }
  const marked = { content: '77u/bmFtZTtwbGFjZQo=', encoding: 'base64' }
  const contents = [
    binary,
    coded,
    marked,
    { content: 'puts "größer"\r\n  puts 2' },
    { content: '' },
  ]
  for (const [place, file_path] of fileNames.entries()) {
    const one = { id, file_path, branch_name: branch }
    const first = contents[place] ?? binary
    add(world, 'owner', 'createFile', { ...one, ...first, commit_message: `Add ${file_path}` })
    readAll(file_path)
    add(world, 'owner', 'createFile', { ...one, ...first, commit_message: 'Once more' })
    for (const content of contents) {
      const message = `Change ${file_path}, ${world.fresh('change')}`
      add(world, 'developer', 'updateFile', { ...one, ...content, commit_message: message })
      read(file_path)
    }
    readAll(file_path)
    add(world, 'owner', 'deleteFile', { ...one, commit_message: `Remove ${file_path}` })
    readAll(file_path)
    add(world, 'owner', 'deleteFile', { ...one, commit_message: 'Once more' })
    add(world, 'owner', 'createFile', { ...one, ...coded, commit_message: 'Made anew' })
    read(file_path)
  }
  const author = { author_name: 'Nora Forgery', author_email: 'nora@mender.example.com' }
  const actions = [
    { action: 'create', file_path: 'src/binary.bin', ...binary },
    { action: 'create', file_path: 'src/coded.rb', ...coded },
    { action: 'create', file_path: 'src/plain.rb', content: 'puts "größer"\n' },
    { action: 'update', file_path: '.hidden', content: 'changed\n' },
    { action: 'update', file_path: 'README.md', ...coded },
    { action: 'delete', file_path: 'deep/er/still/x.rb' },
  ]
  const commit = { id, branch_name: branch, ...author }
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Many at once', actions })
  for (const { file_path } of actions) read(file_path)
  readAll('src/plain.rb')
  const moves = [
    { action: 'move', file_path: 'src/moved.rb', previous_path: 'src/plain.rb' },
    {
      action: 'move',
      file_path: 'src/changed.rb',
      previous_path: 'src/coded.rb',
      content: 'puts "changed"\n',
    },
    { action: 'move', file_path: 'src/moved.bin', previous_path: 'src/binary.bin', ...binary },
  ]
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Move', actions: moves })
  for (const file of ['src/moved.rb', 'src/changed.rb', 'src/plain.rb', 'src/moved.bin']) read(file)
  const again = [{ action: 'move', file_path: 'src/kept.bin', previous_path: 'src/moved.bin' }]
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Move as is', actions: again })
  for (const file of ['src/moved.bin', 'src/kept.bin']) read(file)
  readAll('src/moved.rb')
  // If one action is impossible, none is carried out.
  const half = [
    { action: 'create', file_path: 'src/half.rb', content: 'puts 1\n' },
    { action: 'delete', file_path: 'src/nowhere.rb' },
  ]
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Half', actions: half })
  read('src/half.rb')
  for (const operation of ['createFile', 'updateFile', 'deleteFile'] as const) {
    let count = 0
    const removed = fileNames.map((file_path) => ({ file_path }))
    eachField({
      world,
      operation,
      as: 'developer',
      target,
      common: () => ({
        id,
        branch_name: branch,
        ...(operation === 'deleteFile' ? removed[count++ % removed.length] : {}),
      }),
      show(_made, { file_path }) {
        read(String(file_path))
        add(world, 'owner', 'getCommit', { id, sha: branch })
        add(world, 'owner', 'listContributors', { id })
      },
    })
  }
  blobs(world, project)
}

/** Blobs and commits are found in their own repository only. */
function blobs(world: World, project: Project): void {
  const [one, other] = world.projects
  if (!one || !other) return
  const sha = world.fresh('blob')
  const id = ref(project.symbol)
  const elsewhere = ref(project === one ? other.symbol : one.symbol)
  const file = `lib/${world.fresh('file')}.rb`
  const values = { file_path: file, branch_name: 'master', content: `puts "${file} alone"\n` }
  const commit = world.fresh('commit')
  add(world, 'owner', 'createFile', { id, ...values, commit_message: `Add ${file}` })
  const from = `[name=${file.slice(4)}]`
  add(world, 'owner', 'listTree', { id, path: 'lib', per_page: 100 }, { makes: sha, from })
  add(world, 'owner', 'getCommit', { id, sha: 'master' }, { makes: commit })
  for (const place of [id, elsewhere]) {
    add(world, 'owner', 'getRawBlob', { id: place, sha: ref(sha) })
    const called = { id: place, sha: `<${commit}.id>` }
    add(world, 'owner', 'getCommit', called)
    add(world, 'owner', 'listCommitDifferences', called)
    add(world, 'owner', 'listCommitComments', called)
    add(world, 'owner', 'getRawFile', { ...called, filepath: file })
  }
}

/** Comments and statuses of commits, cherry-picks, times and comparisons. */
export function commits(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const id = ref(project.symbol)
  const head = world.fresh('commit')
  add(world, 'owner', 'getCommit', { id, sha: 'master' }, { makes: head })
  const sha = `<${head}.id>`
  eachField({
    world,
    operation: 'createCommitStatus',
    as: 'developer',
    target,
    common: () => ({ id, sha, ref: 'master', state: draw.one(['success', 'failed']) }),
    without: ['name', 'ref'],
    show(_made, { context }) {
      const name = context === undefined ? {} : { name: context }
      add(world, 'owner', 'listCommitStatuses', { id, sha, ...name })
      add(world, 'reporter', 'listCommitStatuses', { id, sha, all: true })
    },
  })
  for (const state of ['pending', 'running', 'success', 'pending', 'failed', 'canceled']) {
    const values = { id, sha, state, name: 'lint', ref: 'master' }
    const more = { description: `It is ${state}`, target_url: `http://checks.example.com/${state}` }
    add(world, 'developer', 'createCommitStatus', { ...values, ...more })
    add(world, 'owner', 'listCommitStatuses', { id, sha, name: 'lint' })
    add(world, 'owner', 'listCommitStatuses', { id, sha, all: true, name: 'lint' })
    add(world, 'owner', 'getCommit', { id, sha })
  }
  add(world, 'owner', 'listCommitStatuses', { id, sha: 'alpha' })
  for (const comment of [{ note: 'Well done' }, { note: 'Löst „Lecks“' }]) {
    add(world, draw.one(['owner', 'developer']), 'createCommitComment', { id, sha, ...comment })
    add(world, 'owner', 'listCommitComments', { id, sha })
  }
  const first = `<${project.first}.id>`
  for (const [path, line] of [
    ['README.md', 1],
    // The file has one line.
    ['README.md', 2],
    ['README.md', 999],
    ['nowhere.md', 1],
  ] as const)
    for (const line_type of ['new', 'old']) {
      const note = `On line ${line} (${line_type}) of ${path}`
      add(world, 'owner', 'createCommitComment', { id, sha: first, note, path, line, line_type })
    }
  add(world, 'owner', 'listCommitComments', { id, sha: first })
  add(world, 'owner', 'listCommitComments', { id, sha: 'alpha' })
  add(world, 'owner', 'listCommitDifferences', { id, sha: first })
  const [from, until] = [`<${project.first}.created_at>`, `<${head}.created_at>`]
  add(world, 'owner', 'listCommits', { id, ref_name: 'master', since: from })
  add(world, 'owner', 'listCommits', { id, ref_name: 'master', until })
  const topic = addBranch(world, project, 'topic/pick')
  for (const [one, other] of [
    ['master', topic],
    [topic, 'master'],
    ['master', 'master'],
    [topic, topic],
  ] as const) {
    add(world, 'owner', 'compareRevisions', { id, from: one, to: other })
  }
  for (const branch of ['master', 'alpha']) {
    push(world, project, branch, 'owner')
    add(world, 'owner', 'cherryPickCommit', { id, sha: topic, branch })
    for (const { operation, parameters } of readsOfPush(project, branch, 'README.md')) {
      add(world, 'owner', operation, parameters)
    }
    add(world, 'owner', 'listCommits', { id, ref_name: topic })
  }
}

/** Builds: each reachable state, and its effect on lists. */
export function builds(world: World): void {
  const { draw, projects } = world
  const project = projects.find((one) => one.builds.length > 0)
  if (!project) return
  const id = ref(project.symbol)
  const read = (build_id: string) => {
    add(world, 'owner', 'getBuild', { id, build_id })
    add(world, 'owner', 'getBuildTrace', { id, build_id })
    add(world, 'owner', 'getBuildArtifacts', { id, build_id })
    add(world, draw.one(['owner', 'developer']), 'listBuilds', { id, per_page: 100 })
    add(world, 'owner', 'listBuildsOfCommit', { id, sha: 'master', per_page: 100 })
    for (const scope of ['pending', 'canceled', ['pending', 'canceled'], ['canceled', 'skipped']]) {
      add(world, 'owner', 'listBuilds', { id, scope })
      add(world, 'owner', 'listBuildsOfCommit', { id, sha: 'master', scope })
    }
  }
  const open = 'which states a build may be in is not stated'
  for (const symbol of project.builds) {
    const one = { id, build_id: ref(symbol) }
    read(one.build_id)
    add(world, 'developer', 'cancelBuild', one)
    read(one.build_id)
    for (const operation of ['eraseBuild', 'keepBuildArtifacts', 'cancelBuild'] as const) {
      add(world, 'developer', operation, one, { open })
      read(one.build_id)
    }
    for (const operation of ['retryBuild', 'playBuild'] as const) {
      add(world, 'developer', operation, one, { open })
      add(world, 'owner', 'listBuilds', { id })
    }
  }
  push(world, project, 'master', 'owner')
  add(world, 'owner', 'listBuilds', { id })
  add(world, 'owner', 'listBuildsOfCommit', { id, sha: 'master' })
  add(world, 'owner', 'listBuildsOfCommit', { id, sha: `<${project.first}.id>` })
}
