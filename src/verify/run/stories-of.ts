import { checks, readOnlyChecks } from '../checks/index.ts'
import { checksOfV4, readOnlyChecksOfV4 } from '../checks/v4/index.ts'
import type { Settings } from '../options.ts'
import { stories } from '../stories/index.ts'
import type { Story } from '../story/story.ts'

/** All that a run may be asked to do: of v4 the checks that follow from the contract alone, and no stories. */
export function storiesOf({ api, readOnly }: Pick<Settings, 'api' | 'readOnly'>): readonly Story[] {
  if (api === 'v4') return readOnly ? readOnlyChecksOfV4 : checksOfV4
  return readOnly ? readOnlyChecks : [...checks, ...stories]
}
