import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.ts'

const call = promisify(execFile)

/**
 * A folder with the package in it as npm publishes it; it has none of our files, but for those of
 * `consumer/` that are named.
 */
export async function installPackage(consumerFiles: readonly string[]): Promise<string> {
  const folder = await installAlone()
  for (const name of ['msw', 'vite', 'vitest', 'typescript', '@playwright']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of consumerFiles) {
    copyFileSync(join(root, 'test/package/consumer', name), join(folder, name))
  }
  return folder
}

/** The same with nothing beside it. */
export async function installAlone(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-package-'))
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await call('npm', packing, { cwd: root })
  const [{ filename }] = JSON.parse(stdout)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await call('npm', ['install', ...quietly, `./${filename}`], { cwd: folder })
  return folder
}
