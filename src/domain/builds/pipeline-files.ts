import { configurationPath } from '../../ci/pipeline-file.ts'
import { isReaderLoaded, loadReader, ReaderIsMissing } from '../../ci/reader.ts'
import { readCommit } from '../../git/database.ts'
import { peelToCommit } from '../../git/revision.ts'
import { blobAt } from '../../git/tree.ts'
import type { RepositoryRecord } from '../../store/models/repository.ts'
import { type Snapshot, type Store, storeFrom } from '../../store/store.ts'

/**
 * Loads what reads pipelines where a branch or a tag of these repositories holds a `.gitlab-ci.yml`: then
 * steps that cannot wait, such as `forge.advance`, may have to read it.
 */
export async function preparePipelines(
  store: Store,
  repositories: readonly RepositoryRecord[],
): Promise<void> {
  if (isReaderLoaded()) return
  if (repositories.some((repository) => holdsPipelineFile(store, repository))) await loadReader()
}

/** The same for a world that a forge starts from. */
export async function preparePipelinesOf(world: Snapshot): Promise<void> {
  if (isReaderLoaded() || world.repositories.records.length === 0) return
  const store = storeFrom(world)
  await preparePipelines(store, store.repositories.all())
}

function holdsPipelineFile({ objects }: Store, { refs }: RepositoryRecord): boolean {
  return [...new Set(refs.values())].some((target) => {
    const tip = peelToCommit(objects, target)
    return tip && blobAt(objects, readCommit(objects, tip).tree, configurationPath)
  })
}

/**
 * Carries out a step that leaves nothing behind where it throws. One that is the first to need what reads
 * pipelines is taken back, and repeated once that is loaded: a promise then, and else none.
 */
export function withPipelines<T>(step: () => T, takeBack = () => {}): T | Promise<T> {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof ReaderIsMissing)) throw error
    takeBack()
  }
  return loadReader().then(step)
}
