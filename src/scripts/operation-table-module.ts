import type { OperationContract } from '../contract/operation-contract.ts'

/**
 * Writes the module of the operation table, which every suite loads. The table is JSON in a string: compiling the same
 * object literals took 23 ms, parsing takes 8. Shared parameters are written once, and operations refer to them by
 * index.
 */
export function writeOperationTable(api: string, table: readonly OperationContract[]): string {
  const places = new Map<string, number>()
  const operations = table.map((operation) => {
    const parameters = operation.parameters.map((parameter) => {
      const text = JSON.stringify(parameter)
      const place = places.get(text) ?? places.size
      places.set(text, place)
      return place
    })
    return { ...operation, parameters }
  })
  const json = `{"parameters":[${[...places.keys()].join(',')}],"operations":${JSON.stringify(operations)}}`
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { OperationContract, ParameterContract } from '../../operation-contract.ts'

interface Table {
  readonly parameters: readonly ParameterContract[]
  readonly operations: readonly (Omit<OperationContract<'${api}'>, 'parameters'> & {
    /** Positions in the list of parameters. */
    readonly parameters: readonly number[]
  })[]
}

const table: Table = JSON.parse(${JSON.stringify(json)})

export const operations: readonly OperationContract<'${api}'>[] = table.operations.map(
  (operation) => ({
    ...operation,
    parameters: operation.parameters.flatMap((position) => table.parameters[position] ?? []),
  }),
)
`
}
