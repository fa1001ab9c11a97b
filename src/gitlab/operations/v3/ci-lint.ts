import { lintText } from '../../domain/builds/lint.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/ci-lint.yaml. */
export const ciLint = {
  /** Lints a configuration, and reports only the first error. */
  lintConfiguration(_context, { content }) {
    const [first] = lintText(content).errors
    if (first === undefined) return { status: 'valid' as const, errors: [] }
    return { status: 'invalid' as const, errors: [first] }
  },
} satisfies OperationsOf<'v3', 'CI lint'>
