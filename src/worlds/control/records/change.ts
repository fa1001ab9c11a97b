import { ZodError } from 'zod'
import type { Forge } from '../../../forge/forge.ts'
import { suggestion } from '../../../shared/suggestion.ts'
import type { TableCollection } from '../../../store/collection.ts'
import type { TableName } from '../../../store/tables.ts'
import { ControlError, type FieldErrors } from '../../control-error.ts'
import { type AnyRecord, fieldNames } from './record.ts'

/**
 * Changes fields of a record as `forge.db` does: the model, the references and the unique keys are checked.
 * @throws ControlError 400 with the problems of each field; nothing is written then.
 */
export function changeRecord(
  { db }: Forge,
  collection: TableName,
  record: AnyRecord,
  changes: Readonly<Record<string, unknown>>,
): AnyRecord {
  const known = fieldNames(collection)
  const unknown = Object.keys(changes).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    refuse(
      Object.fromEntries(
        unknown.map((name) => [
          name,
          [`${collection} has no such field${suggestion(name, known)}`],
        ]),
      ),
    )
  }
  if ('id' in changes && changes.id !== record.id) refuse({ id: ['the id of a record stays'] })
  const table = db[collection] as unknown as Pick<TableCollection<AnyRecord, AnyRecord>, 'replace'>
  try {
    return table.replace(record, changes)
  } catch (error) {
    if (error instanceof ZodError) refuse(errorsOf(error))
    if (error instanceof Error) refuse(errorsIn(error.message, collection, known))
    throw error
  }
}

function refuse(errors: FieldErrors): never {
  const reasons = Object.entries(errors).flatMap(([name, problems]) =>
    problems.map((problem) => `${name}: ${problem}`),
  )
  throw new ControlError(400, reasons.join('; '), errors)
}

function errorsOf({ issues }: ZodError): FieldErrors {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const [field = '', ...below] = path.map(String)
    const problem = below.length === 0 ? message : `${below.join('.')}: ${message}`
    errors[field] = [...(errors[field] ?? []), problem]
  }
  return errors
}

/**
 * Parses messages such as `forge.db.issues: assignee_id 99 names no record, …`: those of references and unique keys
 * begin with the field.
 */
function errorsIn(message: string, collection: TableName, known: readonly string[]): FieldErrors {
  const problem = message.replace(`forge.db.${collection}: `, '')
  const [field = ''] = problem.split(' ', 1)
  return { [known.includes(field) ? field : 'id']: [problem] }
}
