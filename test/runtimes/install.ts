import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../package/root.ts'

/** Packages that stand in a folder of their own beside this file, or why they cannot. */
export type Packages =
  | { readonly folder: string; readonly missing?: undefined }
  | { readonly folder?: undefined; readonly missing: string }

/** What npm says where a registry or a machine has no such package; anything else is a failure. */
const notToBeHad = /code (E404|ETARGET|EBADPLATFORM)\b/

/**
 * Installs the packages of test/runtimes/NAME, unless the versions of its lock are there.
 * @throws Error where npm fails for another reason than that there are none for this machine.
 */
export function install(name: string): Packages {
  const home = join(root, 'test/runtimes', name)
  const folder = join(home, 'node_modules')
  if (isInstalled(home)) return { folder }
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  try {
    execFileSync('npm', words, { cwd: home, stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const [, code] = notToBeHad.exec(said) ?? []
    if (code === undefined) throw error
    return { missing: `${name} is not available here (npm: ${code})` }
  }
  return { folder }
}

/** The version of a package of test/runtimes/NAME, as its package.json asks for it. */
export function versionOf(name: string, packageName: string): string {
  const file = join(root, 'test/runtimes', name, 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).dependencies[packageName]
}

function isInstalled(home: string): boolean {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return Object.entries(dependencies).every(([name, version]) => {
    const file = join(home, 'node_modules', name, 'package.json')
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version
  })
}
