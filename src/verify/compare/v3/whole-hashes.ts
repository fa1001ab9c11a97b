import type { Step } from '../../reproduction/history.ts'
import type { World } from './world.ts'

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

/**
 * Returns the steps with the hashes of commits where only those are stated: the head of a branch is asked for before the
 * first call that is about it, and again after each write.
 */
export function withWholeHashes(
  steps: readonly Step[],
  isRead: (step: Step) => boolean,
  world: World,
): readonly Step[] {
  const heads = new Map<string, string>()
  return steps.flatMap((step) => {
    const { id, sha } = step.parameters
    const isByName = ofHashes.has(step.operation) && typeof sha === 'string' && !isHash.test(sha)
    const name = `${id} ${sha}`
    const known = heads.get(name)
    const head = known ?? (isByName ? world.fresh('commit') : '')
    if (!isRead(step)) heads.clear()
    else if (isByName) heads.set(name, head)
    if (!isByName) return [step]
    const byHash = { ...step, parameters: { ...step.parameters, sha: `<${head}.id>` } }
    return known ? [byHash] : [askForHead(head, { id, sha }), byHash]
  })
}

/** A read of the head of a branch. */
const askForHead = (makes: string, parameters: Step['parameters']): Step => ({
  operation: 'getCommit',
  as: 'admin',
  parameters,
  makes,
})
