import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

const project = fileURLToPath(new URL('../../package.json', import.meta.url))

/**
 * What @msw/data imports for its own updates and relations: collections write by verbs of their own
 * (`src/store/collection.ts`), and have no relations. It weighs 10 kB with gzip, and nothing shakes it off.
 */
const unused: Readonly<Record<string, readonly string[]>> = {
  mutative: ['apply', 'create'],
  'es-toolkit': ['isEqual'],
  'es-toolkit/compat': ['set', 'unset'],
}

/** What it does use, as the module has it that holds nothing else. */
const used: Readonly<Record<string, readonly [exported: string, from: string]>> = {
  'es-toolkit': ['isPlainObject', 'es-toolkit/predicate'],
  'es-toolkit/compat': ['default as get', 'es-toolkit/compat/get'],
}

/** The published code leaves out what its collections have no use for. */
export function withoutUnusedVerbs(): Plugin {
  return {
    name: 'without-unused-verbs',
    resolveId: {
      filter: { id: /^(mutative|es-toolkit(\/compat)?)$/ },
      handler: (id) => `\0unused:${id}`,
    },
    load: {
      filter: { id: /^\0unused:/ },
      async handler(id) {
        const library = id.slice('\0unused:'.length)
        const exported = unused[library]?.map((name) => `absent as ${name}`)
        const [name, from] = used[library] ?? []
        const found = from && (await this.resolve(from, project))
        if (from && !found) throw new Error(`There is no module ${from}, as @msw/data had it.`)
        return [
          `const absent = () => { throw new Error('The published code has nothing of ${library}.') }`,
          `export { ${exported?.join(', ')} }`,
          found ? `export { ${name} } from ${JSON.stringify(found.id)}` : '',
        ].join('\n')
      },
    },
  }
}
