import { add, readsOfBranch, readsOfPush, readsOfTag, show } from '../reads.ts'
import { aProject, aProjectWith, type Move, type Project, ref } from '../world.ts'

const branchNames = ['beta', 'gamma', 'delta', 'feature/roof']
const tagNames = ['v1', 'v2', 'v10', 'w1']

const createBranch: Move = {
  weight: 4,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const name = draw.one(branchNames)
    const source = draw.one(['master', ...project.branches])
    const id = ref(project.symbol)
    add(world, 'master', 'createBranch', { id, branch_name: name, ref: source })
    if (!project.branches.includes(name)) project.branches.push(name)
    show(world, readsOfBranch(project, name))
  },
}

/** Returns the branches without an open merge request. */
function freeBranches({ branches, mergeRequests }: Project): string[] {
  const taken = new Set(mergeRequests.filter(({ isGone }) => !isGone).map(({ source }) => source))
  return branches.filter((branch) => !taken.has(branch))
}

const deleteBranch: Move = {
  weight: 2,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const free = freeBranches(project)
    if (free.length === 0) return
    const branch = draw.one(free)
    add(world, 'owner', 'deleteBranch', { id: ref(project.symbol), branch })
    project.branches.splice(project.branches.indexOf(branch), 1)
    show(world, readsOfBranch(project, branch))
  },
}

const deleteMergedBranches: Move = {
  weight: 1,
  make(world) {
    const project = aProject(world)
    const id = ref(project.symbol)
    add(world, 'owner', 'deleteMergedBranches', { id })
    add(world, 'owner', 'listBranches', { id })
    add(world, 'developer', 'getBranch', { id, branch: 'master' })
  },
}

const protectBranch: Move = {
  weight: 4,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const branch = draw.one(['master', ...project.branches])
    const address = { id: ref(project.symbol), branch }
    if (draw.isLikely(0.6)) {
      add(world, 'owner', 'protectBranch', {
        ...address,
        ...(draw.isLikely(0.7) ? { developers_can_push: draw.isLikely(0.5) } : {}),
        ...(draw.isLikely(0.7) ? { developers_can_merge: draw.isLikely(0.5) } : {}),
      })
    } else add(world, 'owner', 'unprotectBranch', address)
    show(world, readsOfBranch(project, branch))
  },
}

const changeFile: Move = {
  weight: 6,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const branch = draw.one(['master', ...project.branches])
    const isEmpty = project.files.length === 0
    const act = isEmpty ? 'create' : draw.one(['create', 'create', 'update', 'delete'])
    const file = act === 'create' ? `lib/${world.fresh('file')}.rb` : draw.one(project.files)
    const common = {
      id: ref(project.symbol),
      file_path: file,
      branch_name: branch,
      commit_message: `${act} ${file}, ${world.fresh('change')}`,
    }
    const content = `puts ${draw.below(1000)}\nputs "${file}"\n${draw.one(['', '# größer – 日本\r\n'])}`
    if (act === 'create') {
      add(world, 'owner', 'createFile', { ...common, content })
      project.files.push(file)
    } else if (act === 'update') {
      const coded = { content: 'cHV0cyAiZ3LDvG4iDQo=', encoding: 'base64' }
      const change = draw.isLikely(0.3) ? coded : { content }
      add(world, 'owner', 'updateFile', { ...common, ...change })
    } else add(world, 'owner', 'deleteFile', common)
    show(world, readsOfPush(project, branch, file))
  },
}

const commit: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const branch = draw.one(['master', ...project.branches])
    const [file, other] = [`src/${world.fresh('file')}.rb`, `src/${world.fresh('file')}.rb`]
    const actions = [
      { action: 'create', file_path: file, content: `puts ${draw.below(1000)}\n` },
      { action: 'create', file_path: other, content: 'cHV0cyAxCg==', encoding: 'base64' },
    ]
    const id = ref(project.symbol)
    add(world, 'owner', 'createCommit', {
      id,
      branch_name: branch,
      commit_message: `Add ${file}`,
      actions,
    })
    project.files.push(file, other)
    show(world, readsOfPush(project, branch, file))
    if (draw.isLikely(0.4)) {
      const moved = `src/${world.fresh('file')}.rb`
      const move = { action: 'move', file_path: moved, previous_path: file }
      const content = draw.isLikely(0.5) ? { content: `puts "moved ${moved}"\n` } : {}
      add(world, 'owner', 'createCommit', {
        id,
        branch_name: branch,
        commit_message: `Move ${file}`,
        actions: [{ ...move, ...content }],
      })
      project.files.splice(project.files.indexOf(file), 1, moved)
      show(world, readsOfPush(project, branch, moved))
    }
    if (draw.isLikely(0.6)) return
    const target = draw.one(['master', ...project.branches])
    if (target === branch) return
    // A cherry-pick onto its own parent within the same second is the same commit.
    const ahead = `src/${world.fresh('file')}.rb`
    const before = { file_path: ahead, content: 'puts 3\n', commit_message: `Before ${ahead}` }
    add(world, 'owner', 'createFile', { id, branch_name: target, ...before })
    add(world, 'owner', 'cherryPickCommit', { id, sha: branch, branch: target })
    show(world, readsOfPush(project, target, file))
  },
}

const comment: Move = {
  weight: 2,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const sha = draw.one(['master', ...project.branches])
    const address = { id: ref(project.symbol), sha }
    add(world, draw.one(['owner', 'developer']), 'createCommitComment', {
      ...address,
      note: draw.one(['Well done', 'Once more']),
    })
    add(world, 'owner', 'listCommitComments', address)
    add(world, 'developer', 'listCommitComments', { ...address, per_page: 2 })
  },
}

const postStatus: Move = {
  weight: 4,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const branch = draw.one(['master', ...project.branches])
    const id = ref(project.symbol)
    const commitSymbol = world.fresh('commit')
    add(world, 'owner', 'getBranch', { id, branch }, { makes: commitSymbol, from: 'commit' })
    const sha = ref(commitSymbol)
    const name = `${draw.one(['outside', 'lint'])}-${commitSymbol}`
    const called = draw.one([{ name }, { name }, { context: name }, {}])
    const states = draw.one([
      ['pending', 'success'],
      ['running', 'failed'],
      ['success'],
      ['pending'],
    ])
    for (const state of states) {
      add(world, 'developer', 'createCommitStatus', {
        id,
        sha,
        state,
        ...called,
        ref: branch,
        target_url: 'http://checks.example.com/1',
        description: `It is ${state}`,
      })
    }
    add(world, 'owner', 'listCommitStatuses', { id, sha })
    add(world, 'reporter', 'listCommitStatuses', { id, sha, name })
    add(world, 'developer', 'listCommitStatuses', { id, sha, all: true })
    add(world, 'owner', 'getCommit', { id, sha })
    add(world, 'developer', 'listBuildsOfCommit', { id, sha })
  },
}

const tag: Move = {
  weight: 7,
  make(world) {
    const { draw } = world
    const project =
      (draw.isLikely(0.7) && aProjectWith(world, ({ tags }) => tags.length > 0)) || aProject(world)
    const id = ref(project.symbol)
    const free = tagNames.filter((name) => !project.tags.some((one) => one.name === name))
    const present = project.tags.length > 0 ? draw.one(project.tags) : undefined
    if (present && draw.isLikely(0.25)) {
      add(world, 'owner', 'deleteTag', { id, tag_name: present.name })
      project.tags.splice(project.tags.indexOf(present), 1)
      show(world, readsOfTag(project, present.name))
    } else if (present && draw.isLikely(0.5)) {
      const values = { id, tag_name: present.name, description: draw.one(['First', 'Second']) }
      const isNew = draw.isLikely(0.8) ? !present.hasRelease : present.hasRelease
      add(world, 'owner', isNew ? 'createRelease' : 'updateRelease', values)
      present.hasRelease ||= isNew
      show(world, readsOfTag(project, present.name))
    } else if (free.length > 0) {
      const name = draw.one(free)
      const hasRelease = draw.isLikely(0.3)
      add(world, draw.one(['owner', 'developer']), 'createTag', {
        id,
        tag_name: name,
        ref: draw.one(['master', ...project.branches]),
        ...(draw.isLikely(0.5) ? { message: `The tag ${name}` } : {}),
        ...(hasRelease ? { release_description: 'What is new' } : {}),
      })
      project.tags.push({ name, hasRelease })
      show(world, readsOfTag(project, name))
    }
  },
}

const build: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const project = world.projects.find(({ builds }) => builds.length > 0)
    if (!project) return
    const id = ref(project.symbol)
    const address = { id, build_id: ref(draw.one(project.builds)) }
    const open = 'which states a build may be in is not stated'
    const act = draw.one([
      'cancelBuild',
      'cancelBuild',
      'retryBuild',
      'eraseBuild',
      'playBuild',
      'keepBuildArtifacts',
    ] as const)
    add(world, 'developer', act, address, act === 'cancelBuild' ? {} : { open })
    add(world, 'owner', 'getBuildArtifacts', address)
    add(world, 'owner', 'getBuild', address)
    add(world, 'developer', 'listBuilds', { id })
    add(world, 'owner', 'listBuilds', { id, scope: draw.one(['canceled', 'pending', 'skipped']) })
    add(world, 'owner', 'listBuildsOfCommit', { id, sha: 'master' })
    add(world, 'owner', 'getBuildTrace', address)
  },
}

/** Reads files of a repository in forms that no write needs. */
const readCode: Move = {
  weight: 2,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const id = ref(project.symbol)
    const branch = draw.one(['master', ...project.branches])
    const symbol = world.fresh('blob')
    add(
      world,
      'owner',
      'listTree',
      { id, ref_name: branch },
      {
        makes: symbol,
        from: '[name=README.md]',
      },
    )
    add(world, 'reporter', 'getRawBlob', { id, sha: ref(symbol) })
    add(world, 'developer', 'listTree', { id, ref_name: branch, path: 'lib' })
    add(world, 'developer', 'listTree', { id, ref_name: branch, path: 'lib', recursive: true })
    const head = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: branch }, { makes: head })
    const time = `<${head}.created_at>`
    // Which commits are of the same second differs between the sides; from the first on, and until the last, all are
    // included.
    const since = `<${project.first}.created_at>`
    add(world, 'owner', 'listCommits', { id, ref_name: branch, since })
    add(world, 'owner', 'listCommits', { id, ref_name: branch, until: time })
    add(world, 'developer', 'listCommitDifferences', { id, sha: `<${project.first}.id>` })
    add(world, 'owner', 'listCommitDifferences', { id, sha: `<${head}.id>` })
    if (draw.isLikely(0.3)) add(world, 'owner', 'getArchive', { id, sha: branch })
    add(world, 'owner', 'listDeployments', { id })
    add(world, 'owner', 'compareRevisions', { id, from: branch, to: 'master' })
  },
}

export const codeMoves: readonly Move[] = [
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  protectBranch,
  changeFile,
  commit,
  comment,
  postStatus,
  tag,
  build,
  readCode,
]
