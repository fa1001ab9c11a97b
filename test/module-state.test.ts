import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * What a module keeps beside its constants outlives the forges of the process. Each is here with the
 * reason why no forge can see another one by it, nor be kept alive. `src/console` is a page, which has one world.
 */
const allowed: Readonly<Record<string, string>> = {
  'forge/create-forge.ts strictChecks':
    'The compiled schemas: they follow from the contract alone.',
  'http/answer-memo.ts memos': 'The answers of one store; they go with it.',
  'seed/worlds.ts builtInWorlds':
    'The two worlds of the package, frozen; a forge keeps its own git objects in a layer above.',
  'gitlab/domain/builds/described-builds.ts readFiles':
    'Follows from the bytes of a blob; goes with the blob.',
  'gitlab/domain/repositories/repositories.ts histories':
    'By the git objects of one forge; goes with them, at a reset.',
  'gitlab/domain/repositories/repositories.ts reachableFrom':
    'By the git objects of one forge; goes with them, at a reset.',
  'gitlab/domain/repositories/repositories.ts sizes':
    'By the git objects of one forge; goes with them, at a reset.',
  'gitlab/operations/load-operations.ts loaded': 'The functions of each API, which have no state.',
  'adapters/vitest/forge-test.ts listening':
    'The msw of the file that runs; it goes with the file.',
  'verify/compare/shape.ts plainShapes': 'By the schemas of the contract: they alone decide it.',
  'verify/contract/contract.ts loaded': 'The compiled contract: it follows from the schemas alone.',
}

const source = fileURLToPath(new URL('../src', import.meta.url))
const isCollection = /^(Weak)?(Map|Set)$/
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/^(scripts|console)\//.test(path))

/** Variables of a module that can change: `let` and `var`, and collections that are not read-only. */
function changeableIn(text: string): string[] {
  const module = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
  return module.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
    const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0
    return declarationList.declarations
      .filter((declaration) => !isConstant || holdsCollection(declaration, text))
      .map(({ name }) => name.getText())
  })
}

/**
 * A collection is one that is filled later where it starts empty or something in the file writes to
 * it; an array is, where something in the file writes to it.
 */
function holdsCollection({ name, initializer }: ts.VariableDeclaration, text: string): boolean {
  if (initializer === undefined) return false
  const isWritten = new RegExp(
    `\\b${name.getText()}(\\.(set|add|push|unshift|splice|delete|clear|pop|shift|sort|reverse|fill)\\(|(\\.\\w+|\\[[^\\]]+\\])\\s*(=[^=>]|\\?\\?=|\\|\\|=|\\+=|\\+\\+))`,
  ).test(text)
  if (!ts.isNewExpression(initializer)) return isWritten
  if (!isCollection.test(initializer.expression.getText())) return isWritten
  const isReadOnly = text.includes(`${name.getText()}: Readonly`)
  return isWritten || (!isReadOnly && (initializer.arguments?.length ?? 0) === 0)
}

describe('what a module keeps', () => {
  it('is found where it is', () => {
    const text = `
      let a = 1
      const b = new Map<string, number>()
      const c = new WeakMap()
      const d = [1]
      const e: string[] = []
      const f = new Set(['x'])
      const g = {}
      const h: ReadonlyMap<string, string> = new Map()
      function add() { e.push('x'); let z = 1; const y = new Map() }
      g['k'] = 1
    `
    expect(changeableIn(text)).toEqual(['a', 'b', 'c', 'e', 'g'])
    expect(files.length).toBeGreaterThan(200)
  })

  it('is nothing that outlives a forge', () => {
    const found = files.flatMap((path) =>
      changeableIn(readFileSync(join(source, path), 'utf8')).map((name) => `${path} ${name}`),
    )
    expect(found.sort()).toEqual(Object.keys(allowed).sort())
  })
})
