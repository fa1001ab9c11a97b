import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type OutputChunk, rolldown } from 'rolldown'
import type { ConsoleAssets } from '../adapters/server/console-assets.ts'

/** Bundles the console of a folder: its modules, split by view, and all its styles in one file. */
export async function bundleConsole(folder: string): Promise<ConsoleAssets> {
  const chunks = await bundleScripts(folder)
  const style = readStyle(folder)
  const styleName = `style-${bytesToHex(sha256(new TextEncoder().encode(style))).slice(0, 8)}.css`
  const named = (name: string) => {
    const found = chunks.find((chunk) => chunk.isEntry && chunk.name === name)
    if (!found) throw new Error(`The console has no ${name}`)
    return found
  }
  const main = named('main')
  return {
    page: {
      main: main.fileName,
      theme: named('theme').fileName,
      style: styleName,
      preloaded: main.imports,
    },
    files: {
      [styleName]: { type: 'text/css; charset=utf-8', text: style },
      ...Object.fromEntries(
        chunks.map(({ fileName, code }) => [
          fileName,
          { type: 'text/javascript; charset=utf-8', text: code },
        ]),
      ),
    },
  }
}

async function bundleScripts(folder: string): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: { main: join(folder, 'main.tsx'), theme: join(folder, 'theme.ts') },
    platform: 'browser',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  return output.filter((one) => one.type === 'chunk')
}

/** Concatenates the style sheets of the folder: those of `style/` first, by name. */
function readStyle(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.css'))
  const rank = (path: string) => (path.startsWith('style/') ? 0 : path.startsWith('parts/') ? 1 : 2)
  paths.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return paths
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*/g, '\n')
    .replace(/\n+/g, '\n')
}
