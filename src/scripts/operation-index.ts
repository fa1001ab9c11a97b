import type { OperationContract } from '../contract/operation-contract.ts'

/**
 * Returns the module of a tag's functions: `SSH keys` is in `ssh-keys.ts` as `sshKeys`, `E-mails` in `emails.ts` as
 * `emails`.
 */
export function moduleOf(tag: string): { readonly file: string; readonly name: string } {
  const words = tag.toLowerCase().replaceAll('-', '').split(' ')
  const name = words.map((word, index) =>
    index === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
  )
  return { file: `${words.join('-')}.ts`, name: name.join('') }
}

/** Writes the module that maps each operation to its function; a missing function is a compiler error. */
export function writeOperationIndex(api: string, operations: readonly OperationContract[]): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort()
  const modules = tags.map((tag) => ({ tag, ...moduleOf(tag) }))
  return `// Generated from schemas/ by \`npm run generate\`. Do not edit.
import type { OperationTag } from '../../../contract/operation-contract.ts'
import type { AnyOperation, OperationsOf } from '../operation.ts'
${modules.map(({ name, file }) => `import { ${name} } from '../${api}/${file}'`).join('\n')}

const byTag: { readonly [Tag in OperationTag<'${api}'>]: OperationsOf<'${api}', Tag> } = {
${modules.map(({ tag, name }) => `  ${JSON.stringify(tag)}: ${name},`).join('\n')}
}

/** By their ids, for the pipeline: their types are checked where they are written. */
export const operations: ReadonlyMap<string, AnyOperation> = new Map(
  Object.values(byTag).flatMap((group: object) => Object.entries(group)),
)
`
}
