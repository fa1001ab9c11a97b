import { basePaths } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import { isOperationId, operationIds } from '../../contract/operation-ids.ts'
import type { RequestCriteria } from '../../forge/control.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { type OptionDescription, type OptionValues, optionalText, UsageError } from '../command.ts'

/** Which requests are meant. */
export const criteriaOptions: Readonly<Record<string, OptionDescription>> = {
  operation: {
    type: 'string',
    placeholder: 'ID',
    summary: 'Requests for an operation, such as createIssue.',
  },
  method: { type: 'string', placeholder: 'METHOD', summary: 'Requests of a method, such as POST.' },
  path: {
    type: 'string',
    placeholder: 'PATTERN',
    summary: `Requests of a path below ${basePaths.v3}; * is any text of one part, ** any parts.`,
  },
  user: { type: 'string', placeholder: 'USERNAME', summary: 'Requests of a user.' },
}

export function criteriaOf(values: OptionValues): RequestCriteria {
  const operation = optionalText(values, 'operation')
  const [method, path, user] = ['method', 'path', 'user'].map((name) => optionalText(values, name))
  return {
    ...(operation === undefined ? {} : { operation: operationId(operation) }),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(path === undefined ? {} : { path }),
    ...(user === undefined ? {} : { user }),
  }
}

function operationId(text: string): OperationId {
  if (isOperationId(text)) return text
  throw new UsageError(`There is no operation "${text}"${suggestion(text, operationIds) || '.'}`)
}
