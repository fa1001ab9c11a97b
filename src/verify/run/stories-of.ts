import type { ApiName } from '../../contract/base-paths.ts'
import { checks, readOnlyChecks } from '../checks/index.ts'
import { checksOfV4, readOnlyChecksOfV4 } from '../checks/v4/index.ts'
import type { Settings } from '../options.ts'
import { stories } from '../stories/index.ts'
import type { Story } from '../story/story.ts'

const storiesOfApis: Readonly<
  Record<ApiName, Readonly<Record<'reading' | 'all', readonly Story[]>>>
> = {
  v3: { reading: readOnlyChecks, all: [...checks, ...stories] },
  v4: { reading: readOnlyChecksOfV4, all: checksOfV4 },
}

/** Returns all checks and stories of a run; for v4 only the checks derived from the contract. */
export function storiesOf({ api, readOnly }: Pick<Settings, 'api' | 'readOnly'>): readonly Story[] {
  const { reading, all } = storiesOfApis[api]
  return readOnly ? reading : all
}
