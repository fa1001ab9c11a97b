import type { OperationContract } from '../contract/operation-contract.ts'

/** A reference to a parameter that is written once costs about as much as writing a short one twice. */
const MIN_USES = 3

/**
 * The module of the table that the pipeline routes by. Every suite loads it: parameters that many operations have in
 * common are written once.
 */
export function writeOperationTable(api: string, table: readonly OperationContract[]): string {
  const uses = new Map<string, number>()
  for (const parameter of table.flatMap(({ parameters }) => parameters)) {
    const text = JSON.stringify(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const shared = [...uses].filter(([, count]) => count >= MIN_USES).map(([text]) => text)
  const names = new Map(shared.map((text, index) => [text, `parameter${index}`]))
  const written = table.map(({ parameters, ...operation }) => {
    const list = parameters.map((one) => JSON.stringify(one)).map((one) => names.get(one) ?? one)
    return `  ${JSON.stringify(operation).slice(0, -1)},"parameters":[${list.join(',')}]},`
  })
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { OperationContract, ParameterContract } from '../../operation-contract.ts'

${[...names].map(([text, name]) => `const ${name}: ParameterContract = ${text}`).join('\n')}

export const operations: readonly OperationContract<'${api}'>[] = [
${written.join('\n')}
]
`
}
