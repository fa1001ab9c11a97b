import { list } from '../answers.ts'
import { belongsTo } from '../namespaces.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

/** The operations of schemas/v3/paths/extensions/namespaces.yaml. */
export const namespaces = {
  listNamespaces(context, { search }) {
    const found = context.store.namespaces
      .all()
      .filter((one) => belongsTo(context, one) && matches(search, one.name, one.path))
    return list(found, ({ id, path, kind }) => ({ id, path, kind }))
  },
} satisfies OperationsOf<'v3', 'Namespaces'>
