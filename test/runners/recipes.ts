import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../package/root.ts'

const page = readFileSync(join(root, 'docs/test-runners.md'), 'utf8')

/** The files of docs/test-runners.md, by the name that the first line of each block says. */
export const recipes = new Map(
  [...page.matchAll(/^```\w+\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)

/** How many fenced blocks the page has, whether they name their file or not. */
export const blockCount = [...page.matchAll(/^```\w+$/gm)].length

/** A module as CommonJS has it, where it exports nothing but functions. */
const asCommonJs = (text: string) => {
  const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
  return `${text.replace(/^export /gm, '')}\nmodule.exports = { ${names.join(', ')} }\n`
}

/** A package that has the recipes, with Forgery and the packages of the given paths installed. */
export function recipeFolder(packages: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-recipes-'))
  for (const path of [root, ...packages]) {
    const name = path === root ? 'forgery' : path.slice(path.lastIndexOf('node_modules/') + 13)
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    if (!existsSync(path)) throw new Error(`${path} is not installed.`)
    symlinkSync(path, target)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of recipes) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'tracker.cjs'), asCommonJs(recipes.get('tracker.js') ?? ''))
  return folder
}
