import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Before the tests of the built package: builds it where `dist` is older than what it is made of. */
export default function build(): void {
  const built = join(root, 'dist/index.d.ts')
  if (existsSync(built) && statSync(built).mtimeMs > newestSource()) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'pipe' })
}

function newestSource(): number {
  const folders = ['src', 'schemas', 'fixtures'].map((folder) => join(root, folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('generated'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return Math.max(...[...files, join(root, 'package.json')].map((file) => statSync(file).mtimeMs))
}
