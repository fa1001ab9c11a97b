import { isSmall } from './yaml.ts'

/** A value as a document of YAML 1.1, as Ruby writes it: lists stand at the level of their key. What is large is named once. */
export async function writeYaml(value: unknown): Promise<string> {
  // What suites load first reads YAML by a smaller library.
  const { stringify } = await import('yaml')
  const text = stringify(value, {
    version: '1.1',
    indentSeq: false,
    lineWidth: 0,
    singleQuote: true,
    aliasDuplicateObjects: !isSmall(value),
  })
  return `---\n${text}`
}
