/**
 * Serializes a value as YAML 1.1 in the style of Ruby: lists are not indented below their key.
 */
export async function writeYaml(value: unknown): Promise<string> {
  // Loaded on demand, since the library that suites load to parse YAML is smaller.
  const { stringify } = await import('yaml')
  const text = stringify(value, {
    version: '1.1',
    indentSeq: false,
    lineWidth: 0,
    singleQuote: true,
    aliasDuplicateObjects: false,
  })
  return `---\n${text}`
}
