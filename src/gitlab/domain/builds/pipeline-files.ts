import { configurationPath } from '../../../ci/pipeline-file.ts'
import { pipelineReader } from '../../../ci/reader.ts'
import { readCommit } from '../../../git/database.ts'
import { peelToCommit } from '../../../git/revision.ts'
import { blobAt } from '../../../git/tree.ts'
import type { RepositoryRecord } from '../../../store/models/repository.ts'
import { type Snapshot, type Store, storeFrom } from '../../../store/store.ts'
import { allConsequences } from '../consequences-on-demand.ts'

/**
 * Loads what steps that cannot wait, such as `forge.advance`, may need of these repositories: what follows a
 * push where there is a commit, and what reads pipelines where a branch or a tag holds a `.gitlab-ci.yml`.
 */
export async function preparePipelines(
  store: Store,
  repositories: readonly RepositoryRecord[],
): Promise<void> {
  if (repositories.some(({ refs }) => refs.size > 0)) await allConsequences.load()
  if (pipelineReader.isLoaded()) return
  if (repositories.some((repository) => holdsPipelineFile(store, repository))) {
    await pipelineReader.load()
  }
}

/** The same for a world that a forge starts from. */
export async function preparePipelinesOf(world: Snapshot): Promise<void> {
  if (world.repositories.records.length === 0) return
  const store = storeFrom(world)
  await preparePipelines(store, store.repositories.all())
}

/** Loads what any push may need, whatever it brings. */
export async function preparePushes(): Promise<void> {
  await Promise.all([allConsequences.load(), pipelineReader.load()])
}

function holdsPipelineFile({ objects }: Store, { refs }: RepositoryRecord): boolean {
  return [...new Set(refs.values())].some((target) => {
    const tip = peelToCommit(objects, target)
    return tip && blobAt(objects, readCommit(objects, tip).tree, configurationPath)
  })
}
