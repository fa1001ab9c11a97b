import type { Plugin } from 'rolldown'
import { type ESTree, Visitor } from 'rolldown/utils'

/**
 * The published code does not describe the fields of seeds: editors read that in the JSON Schema, which
 * is written when the package is built. The texts weigh some kB with gzip, and each makes a schema anew.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform: {
      filter: { id: /\/src\/seed\/[^/]+\.ts$|\/src\/seed\/records\/schema\.ts$/ },
      handler(code) {
        const found: { readonly start: number; readonly end: number }[] = []
        const visitor = new Visitor({
          CallExpression(call) {
            const described = describedIn(call)
            if (described) found.push({ start: described.end, end: call.end })
          },
        })
        visitor.visit(this.parse(code, { lang: 'ts' }))
        const reduced = found.reduce((text, { start, end }) => blanked(text, start, end), code)
        return { code: reduced, map: null }
      },
    },
  }
}

/** What stands before `.check(z.describe('…'))`. */
function describedIn({ callee, arguments: [check, ...others] }: ESTree.CallExpression) {
  if (callee.type !== 'MemberExpression' || nameOf(callee) !== 'check') return undefined
  if (check?.type !== 'CallExpression' || others.length > 0) return undefined
  return nameOf(check.callee) === 'describe' ? callee.object : undefined
}

function nameOf(callee: ESTree.Expression): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  return callee.property.name
}

/** Every other character stays at its line and column, so source maps need no change. */
function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)
}
