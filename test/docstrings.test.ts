import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** What a package's user imports is documented where it is declared: an editor shows it. */
const source = fileURLToPath(new URL('../src', import.meta.url))

const modules = new Map<string, ts.SourceFile>()

function moduleAt(path: string): ts.SourceFile {
  const known = modules.get(path)
  if (known) return known
  const text = readFileSync(join(source, path), 'utf8')
  const module = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  modules.set(path, module)
  return module
}

interface Exported {
  readonly path: string
  readonly name: string
  readonly hasDocstring: boolean
}

/** The module that an import or export statement names, from the folder of the one it stands in. */
function targetOf(path: string, specifier: ts.Expression | undefined): string | undefined {
  if (!specifier || !ts.isStringLiteral(specifier)) return undefined
  return normalize(join(dirname(path), specifier.text))
}

function exportsOf(path: string): Exported[] {
  return moduleAt(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return own(path, statement)
    // `export type * from`: what the other module exports.
    if (!statement.exportClause) return exportsOf(targetOf(path, statement.moduleSpecifier) ?? path)
    if (!ts.isNamedExports(statement.exportClause)) return []
    const target = targetOf(path, statement.moduleSpecifier)
    return statement.exportClause.elements.map(({ propertyName, name }) => {
      const declared = (propertyName ?? name).text
      return find(target ?? importedFrom(path, declared) ?? path, declared)
    })
  })
}

/** The exports of a statement that declares them itself. */
function own(path: string, statement: ts.Statement): Exported[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  const hasDocstring = ts.getJSDocCommentsAndTags(statement).length > 0
  return namesOf(statement).map((name) => ({ path, name, hasDocstring }))
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isDeclaration && statement.name ? [statement.name.text] : []
}

function importedFrom(path: string, name: string): string | undefined {
  for (const statement of moduleAt(path).statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    if (bindings.elements.some((element) => element.name.text === name))
      return targetOf(path, statement.moduleSpecifier)
  }
  return undefined
}

function find(path: string, name: string): Exported {
  const found = exportsOf(path).find((exported) => exported.name === name)
  if (!found) throw new Error(`${path} does not export ${name}.`)
  return found
}

it.each([
  'index.ts',
  'adapters/msw.ts',
  'adapters/server/application.ts',
  'adapters/server/index.ts',
  'worlds/client/index.ts',
  'adapters/worker/index.ts',
  'verify/index.ts',
  'verify/compare/index.ts',
  'adapters/vite.ts',
  'adapters/matchers/index.ts',
  'adapters/vitest/index.ts',
  'adapters/vitest/reporter.ts',
  'adapters/playwright/index.ts',
])('every export of %s has a docstring', (entry) => {
  const exported = exportsOf(entry)
  expect(exported.length).toBeGreaterThan(1)
  const bare = exported.filter(({ hasDocstring }) => !hasDocstring)
  expect(bare.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})
