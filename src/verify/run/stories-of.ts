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

/** All that a run may be asked to do: of v4 the checks that follow from the contract alone, and no stories. */
export function storiesOf({ api, readOnly }: Pick<Settings, 'api' | 'readOnly'>): readonly Story[] {
  const { reading, all } = storiesOfApis[api]
  return readOnly ? reading : all
}
