import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { controlDocument } from '../control/document.ts'

/**
 * The published code writes no JSON schema of a zod schema: those of seeds and of control calls are
 * written here, once. What zod has for it weighs 7 kB with gzip, and nothing shakes it off, as every
 * schema has methods for it.
 */
export function withoutSchemaWriting(): Plugin {
  return {
    name: 'without-schema-writing',
    load: {
      filter: {
        id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$|\/src\/control\/document\.ts$/,
      },
      handler: (id) => (id.endsWith('/document.ts') ? writtenDocument() : withoutBodies(id)),
    },
  }
}

function writtenDocument(): string {
  const text = JSON.stringify(JSON.stringify(controlDocument()))
  return `export const controlDocument = () => JSON.parse(${text})`
}

/** The same exports: what makes a method makes one that throws, as the rest does. */
function withoutBodies(file: string): string {
  const source = readFileSync(file, 'utf8')
  const declared = source.matchAll(/^export (?:const|function) (\w+)/gm)
  const renamed = source.matchAll(/^export \{ \w+ as (\w+) \};$/gm)
  const names = [...declared, ...renamed].map(([, name = '']) => name)
  const exported = names.map((name) => `${/^create/.test(name) ? 'method' : 'absent'} as ${name}`)
  const message = 'The published code writes no JSON schema of a zod schema.'
  return [
    `const absent = () => { throw new Error('${message}') }`,
    'const method = () => absent',
    `export { ${exported.join(', ')} }`,
  ].join('\n')
}
