import { Icon } from '../parts/icon.tsx'
import { hrefOf } from '../shell/router.ts'

/** A link to the stored record of the shown resource. */
export function RecordLink({
  collection,
  id,
}: {
  readonly collection: string
  readonly id: number
}) {
  return (
    <a
      class="button"
      href={hrefOf({ path: ['world', collection, String(id)] })}
      title="The record, as it is stored"
    >
      <Icon name="world" />
      Record
    </a>
  )
}
