import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch } from '../records.ts'
import { ref, type World } from '../world.ts'
import { callersWith, pairsOfFields } from './field-pairs.ts'

/** Files, commits, tags, statuses, protection and snippets: each two fields together. */
export function codePairs(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const id = ref(project.symbol)
  const branch = addBranch(world, project, 'pairs/of')
  const common = { world, target }
  const push = { ...common, callers: callersWith('developer') }
  let file = ''
  let count = 0
  const readFile = () => {
    add(world, draw.one(['owner', 'reporter']), 'getFile', { id, file_path: file, ref: branch })
    add(world, draw.one(['owner', 'reporter']), 'getCommit', { id, sha: branch })
    if (draw.isLikely(0.2)) add(world, 'owner', 'listCommits', { id, ref_name: branch })
  }
  const text = () => ({ content: `puts "größer ${++count}"\r\n`, commit_message: `The ${count}.` })
  const coded = (content: string) => btoa(String.fromCharCode(...new TextEncoder().encode(content)))
  for (const operation of ['createFile', 'updateFile'] as const) {
    pairsOfFields({
      ...push,
      operation,
      common() {
        if (operation === 'createFile') file = `lib/${world.fresh('file')}.rb`
        return { id, file_path: file, branch_name: branch }
      },
      fields: { encoding: ['text', 'base64'] },
      adjust(sent) {
        const { content, ...rest } = text()
        const isCoded = sent.encoding === 'base64'
        return { ...sent, ...rest, content: isCoded ? coded(content) : content }
      },
      show: readFile,
    })
  }
  pairsOfFields({
    ...push,
    operation: 'createCommit',
    common() {
      file = `lib/${world.fresh('file')}.rb`
      const { content, commit_message } = text()
      const actions = [{ action: 'create', file_path: file, content }]
      return { id, branch_name: branch, commit_message, actions }
    },
    show: readFile,
  })
  pairsOfFields({
    ...push,
    operation: 'createTag',
    common: () => ({ id, tag_name: `pair${++count}` }),
    fields: { ref: ['master', 'alpha', branch] },
    show(_made, { tag_name }) {
      add(world, draw.one(['owner', 'reporter']), 'getTag', { id, tag_name })
      if (draw.isLikely(0.2)) add(world, 'owner', 'listTags', { id, per_page: 100 })
    },
  })
  pairsOfFields({
    ...push,
    operation: 'createCommitStatus',
    common: () => ({ id, sha: branch }),
    fields: { state: ['pending', 'running', 'success', 'failed', 'canceled'] },
    without: ['context', 'name'],
    // Each has a name of its own, since which state follows on which is not stated.
    adjust: (sent) => ({ ...sent, [draw.one(['name', 'context'])]: `lint/${++count}` }),
    show(_made, { name, context }) {
      const one = { id, sha: branch, name: name ?? context }
      add(world, draw.one(['owner', 'reporter']), 'listCommitStatuses', one)
    },
  })
  pairsOfFields({
    ...common,
    callers: callersWith('master'),
    operation: 'protectBranch',
    mayBeEmpty: true,
    common: () => ({ id, branch: 'alpha' }),
    show() {
      add(world, draw.one(['owner', 'reporter']), 'getBranch', { id, branch: 'alpha' })
      if (draw.isLikely(0.4)) add(world, 'owner', 'unprotectBranch', { id, branch: 'alpha' })
    },
  })
  const [first, second] = project.snippets
  if (!first || !second) return
  const changed = [first, second]
  let turn = 0
  let snippet = first
  pairsOfFields({
    ...common,
    // Others see a private one only as administrators.
    callers: callersWith('developer').filter(({ as }) => as !== 'owner'),
    operation: 'updateSnippet',
    common() {
      snippet = changed[turn++ % 2] ?? first
      return { id, snippet_id: ref(snippet.symbol) }
    },
    show() {
      const one = { id, snippet_id: ref(snippet.symbol) }
      add(world, draw.one(['owner', 'developer', 'admin']), 'getSnippet', one)
      add(world, 'developer', 'getRawSnippet', one)
      if (draw.isLikely(0.3)) add(world, 'owner', 'listSnippets', { id })
    },
  })
}
