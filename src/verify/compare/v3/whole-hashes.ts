import type { Step } from '../../reproduction/history.ts'
import { UNKNOWN_HASH, type World } from './world.ts'

/**
 * The operations whose row takes a commit by its hash: that the name of a branch or a tag may stand for it is stated of
 * others, such as `getCommit`, alone.
 */
const ofHashes: ReadonlySet<string> = new Set([
  'getArchive',
  'cherryPickCommit',
  'listCommitDifferences',
  'listCommitStatuses',
  'createCommitStatus',
  'listBuildsOfCommit',
])

/** A whole hash, or the id of a commit of the history. */
const isHash = /^(?:[0-9a-f]{40}|<\w+(?:\.id)?>)$/

/** Writes after which a branch or a tag may be at another commit, or gone. */
const movesHeads = /(?:File|Commit|Branch|Branches|Tag)$|^mergeMergeRequest$/

/**
 * Returns the steps with the hashes of commits where only those are stated: the head of a branch is asked for before the
 * first call that is about it, and again after each write that may move it.
 */
export function withWholeHashes(steps: readonly Step[], world: World): readonly Step[] {
  const heads = new Map<string, string>()
  return steps.flatMap((step) => {
    const { id, sha } = step.parameters
    const isByName = ofHashes.has(step.operation) && typeof sha === 'string' && !isHash.test(sha)
    const branch = `${id} ${sha}`
    const known = heads.get(branch)
    const head = known ?? (isByName ? world.fresh('commit') : '')
    if (isByName) heads.set(branch, head)
    if (movesHeads.test(step.operation)) heads.clear()
    if (!isByName) return [step]
    // A project that is not there has no head to ask for.
    if (typeof id === 'number') return [withHash(step, UNKNOWN_HASH)]
    const byHash = withHash(step, `<${head}.id>`)
    return known ? [byHash] : [askForHead(head, { id, sha }), byHash]
  })
}

const withHash = (step: Step, sha: string): Step => ({
  ...step,
  parameters: { ...step.parameters, sha },
})

/** A read of the head of a branch. */
const askForHead = (makes: string, parameters: Step['parameters']): Step => ({
  operation: 'getCommit',
  as: 'admin',
  parameters,
  makes,
})
