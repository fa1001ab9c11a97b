import fc from 'fast-check'
import { type CommitAction, commitActions } from '../../src/git/commit.ts'
import { mergeCommits } from '../../src/git/merge/merge.ts'
import {
  createObjectDatabase,
  type ObjectDatabase,
  putObject,
  readBlob,
  readCommit,
} from '../../src/git/objects/database.ts'
import {
  type GitCommit,
  makeCommit,
  makeTag,
  type ObjectId,
} from '../../src/git/objects/objects.ts'
import type { Signature } from '../../src/git/objects/signature.ts'
import { listTree } from '../../src/git/objects/tree.ts'
import { GitRefusal } from '../../src/git/refusal.ts'
import { branchReference, type Repository, tagReference } from '../../src/git/repository.ts'
import { bytesOf, byteText } from '../../src/shared/text.ts'
import { createRepository, setReference } from './samples.ts'

/**
 * How many random histories a property sees: FORGERY_GIT_RUNS multiplies the number. `npm test` sees two fifths,
 * the same ones each time; `npm run search` five times as many.
 */
export const runs = (usual: number) =>
  Math.max(1, Math.round(usual * Number(process.env.FORGERY_GIT_RUNS ?? 0.4)))

const PATHS = [
  'a',
  'b.txt',
  'c.txt',
  'dir',
  'dir/a',
  'dir/b.txt',
  'dir/sub',
  'dir/sub/c.txt',
  'dir/sub/deep/d',
  'dir.txt',
  'dir-x/y',
  'with space.txt',
  'é/ü.txt',
  '𐐷.txt',
  '\uffee.txt',
]
const PEOPLE = ['Jane Doe', 'José Ñandú', 'bob']
/** Few lines that come again and again, so that there is more than one way to compare. */
const REPEATED = ['{', '}', '  x', 'function f() {', '', '_y', ' a é']
const START = 1_600_000_000

export interface Splice {
  readonly at: number
  readonly remove: number
  readonly insert: readonly number[]
}

interface Edit {
  readonly kind: 'write' | 'delete' | 'move' | 'mode' | 'link' | 'binary' | 'chop'
  readonly file: number
  readonly path: number
  readonly splices: readonly Splice[]
}

interface Step {
  readonly kind: 'commit' | 'merge' | 'root'
  readonly parent: number
  readonly other: number
  readonly seconds: number
  readonly person: number
  readonly edits: readonly Edit[]
}

const natural = fc.nat({ max: 1000 })
const splice: fc.Arbitrary<Splice> = fc.record({
  at: natural,
  remove: fc.nat({ max: 4 }),
  insert: fc.array(natural, { maxLength: 5 }),
})
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('write' as const) },
    { weight: 3, arbitrary: fc.constant('move' as const) },
    { weight: 2, arbitrary: fc.constant('delete' as const) },
    { weight: 3, arbitrary: fc.constantFrom('mode' as const, 'link', 'binary', 'chop') },
  ),
  file: natural,
  path: natural,
  splices: fc.array(splice, { minLength: 1, maxLength: 4 }),
})
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('commit' as const) },
    { weight: 5, arbitrary: fc.constant('merge' as const) },
    { weight: 1, arbitrary: fc.constant('root' as const) },
  ),
  parent: natural,
  other: natural,
  seconds: fc.constantFrom(0, 0, 1, 60, 3600, 86_400),
  person: natural,
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
})

export interface History {
  readonly objects: ObjectDatabase
  readonly repository: Repository
  /** In the order in which they were made; at least one. */
  readonly commits: readonly GitCommit[]
  readonly last: GitCommit
  readonly [fc.toStringMethod]: () => string
}

interface Shape {
  /** Lines that all differ have one shortest comparison only. */
  readonly lines: 'distinct' | 'repeated'
  /** Whether a commit may be older than its parents. */
  readonly clocks: 'right' | 'wrong'
  /**
   * Whether every file ends with a line feed: git before 2.44 forgets an open last line when it looks
   * for renames.
   */
  readonly ends?: 'closed' | 'open'
  readonly maxSteps?: number
}

class Builder {
  readonly objects = createObjectDatabase()
  readonly commits: GitCommit[] = []
  private lineNumber = 0
  private time = START
  constructor(private readonly shape: Shape) {}

  private newLine(choice: number): string {
    this.lineNumber += 1
    const opening = choice % 3 === 0 ? '  ' : 'line '
    const line =
      this.shape.lines === 'distinct'
        ? `${opening}${this.lineNumber}`
        : REPEATED[choice % REPEATED.length]
    return byteText(new TextEncoder().encode(`${line}\n`))
  }

  private edited(bytes: Uint8Array, { splices, kind }: Edit): Uint8Array {
    const lines = byteText(bytes).split(/(?<=\n)/)
    for (const { at, remove, insert } of splices) {
      const last = lines.at(-1)
      if (last !== undefined && last !== '' && !last.endsWith('\n'))
        lines[lines.length - 1] = `${last}\n`
      lines.splice(at % (lines.length + 1), remove, ...insert.map((choice) => this.newLine(choice)))
    }
    const text = lines.join('')
    if (kind === 'binary') return bytesOf(`\0${text}`)
    return bytesOf(kind === 'chop' && this.shape.ends !== 'closed' ? text.replace(/\n$/, '') : text)
  }

  private actionOf(tree: ObjectId | undefined, change: Edit): CommitAction | undefined {
    const files =
      tree === undefined
        ? []
        : [...listTree(this.objects, tree, { recursive: true })].filter(
            (entry) => entry.type === 'blob',
          )
    const old = files[change.file % Math.max(1, files.length)]
    const path = PATHS[change.path % PATHS.length] ?? 'a'
    const before = old === undefined ? new Uint8Array() : readBlob(this.objects, old.id).bytes
    const content = this.edited(before, change)
    // A new path for one change in four: most changes are made to what is there.
    if (old === undefined || (change.kind === 'write' && change.path % 4 === 0)) {
      const fresh = this.edited(new Uint8Array(), change)
      return {
        action: 'create',
        path,
        content: fresh,
        mode: change.file % 5 === 0 ? '100755' : '100644',
      }
    }
    switch (change.kind) {
      case 'delete':
        return { action: 'delete', path: old.path }
      case 'move':
        return {
          action: 'move',
          previousPath: old.path,
          path,
          ...(change.file % 2 === 0 ? {} : { content }),
        }
      case 'mode':
        return {
          action: 'update',
          path: old.path,
          content: before,
          mode: old.mode === '100755' ? '100644' : '100755',
        }
      case 'link':
        return { action: 'update', path: old.path, content: bytesOf('b.txt'), mode: '120000' }
      case 'write':
      case 'binary':
      case 'chop':
        return {
          action: 'update',
          path: old.path,
          content,
          mode: old.mode === '100755' ? '100755' : '100644',
        }
    }
  }

  private signatures({ person, seconds }: Step): { author: Signature; committer: Signature } {
    const isWrong = this.shape.clocks === 'wrong' && person % 4 === 0
    this.time += seconds
    const name = PEOPLE[person % PEOPLE.length] ?? ''
    const email = `${person % PEOPLE.length}@example.com`
    const time = this.time - (isWrong ? 90_000 : 0)
    const offset = [0, 60, -210][person % 3] ?? 0
    return {
      author: { name, email, time: time - 5, offset },
      committer: { name, email, time, offset },
    }
  }

  /** Does the edits one by one and leaves out those that the tree does not allow. */
  commit(parent: GitCommit | undefined, step: Step): void {
    const words = { message: `Step ${this.commits.length}\n\nBody é.\n`, ...this.signatures(step) }
    const draft = createObjectDatabase(this.objects)
    const actions: CommitAction[] = []
    for (const change of step.edits) {
      const action = this.actionOf(parent?.tree, change)
      if (action === undefined) continue
      try {
        commitActions(draft, { parent: parent?.id, actions: [...actions, action], ...words })
        actions.push(action)
      } catch (error) {
        if (!(error instanceof GitRefusal)) throw error
      }
    }
    if (actions.length > 0)
      this.commits.push(commitActions(this.objects, { parent: parent?.id, actions, ...words }))
  }

  merge(ours: GitCommit, theirs: GitCommit, step: Step): void {
    const words = { message: `Merge ${this.commits.length}`, ...this.signatures(step) }
    const outcome = mergeCommits(this.objects, ours.id, theirs.id, words)
    if (outcome.kind === 'up-to-date') return
    const resolved = makeCommit({ tree: ours.tree, parents: [ours.id, theirs.id], ...words })
    const commit = outcome.kind === 'merged' ? outcome.commit : resolved
    putObject(this.objects, commit)
    this.commits.push(readCommit(this.objects, commit.id))
  }

  take(step: Step): void {
    const recent = (index: number) =>
      this.commits.at(-1 - (index % Math.min(4, this.commits.length)))
    const parent =
      this.commits.length === 0 || step.kind === 'root' ? undefined : recent(step.parent)
    const other = parent && recent(step.other)
    if (step.kind === 'merge' && parent && other) this.merge(parent, other, step)
    else this.commit(parent, step)
  }
}

function build(steps: readonly Step[], shape: Shape): History | undefined {
  const builder = new Builder(shape)
  for (const each of steps) builder.take(each)
  const { objects, commits } = builder
  const last = commits.at(-1)
  if (last === undefined) return undefined
  const isParent = new Set(commits.flatMap((commit) => commit.parents))
  let repository = createRepository()
  for (const [index, { id }] of commits.filter((commit) => !isParent.has(commit.id)).entries()) {
    repository = setReference(repository, branchReference(`topic/${index}`), id)
  }
  repository = setReference(repository, branchReference('master'), last.id)
  const first = commits[0] ?? last
  const tag = makeTag({
    target: first.id,
    targetType: 'commit',
    name: 'v1.0',
    tagger: first.author,
    message: 'First\n',
  })
  repository = setReference(repository, tagReference('v1.0'), putObject(objects, tag))
  repository = setReference(repository, tagReference('light'), first.id)
  return {
    objects,
    repository,
    commits,
    last,
    [fc.toStringMethod]: () => `a history of ${commits.length} commits (see seed and path)`,
  }
}

/**
 * A random repository: some commits on several lines of history, with merges, moves, links and binary
 * files.
 */
export function histories(shape: Shape): fc.Arbitrary<History> {
  return fc
    .array(step, { minLength: 2, maxLength: shape.maxSteps ?? 12, size: 'max' })
    .map((steps) => build(steps, shape))
    .filter((history) => history !== undefined)
}
