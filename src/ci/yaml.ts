type Parse = typeof import('yaml').parse

let parse: Parse | undefined

/**
 * Loads the YAML library, which is heavy: createForge awaits it beside the seed, so that importing
 * the package stays quick and a push, which is one synchronous step, can read its pipeline.
 */
export async function loadYaml(): Promise<void> {
  parse ??= (await import('yaml')).parse
}

/**
 * Reads YAML 1.1, as that release did: merge keys and yes/no count, of a key that is written twice
 * the last counts. Aliases are expanded a bounded number of times. Throws where the text is no YAML.
 */
export function parseYaml(text: string): unknown {
  if (!parse) throw new Error('The YAML library is loaded by createForge, before anything is read.')
  return parse(text, { version: '1.1', uniqueKeys: false, maxAliasCount: 100, logLevel: 'error' })
}
