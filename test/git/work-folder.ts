import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environment, scratchFolder } from './git-program.ts'

/** A folder in which the real git program works on repositories of its own. */
export interface WorkFolder {
  readonly path: string
  /** Runs git in a folder below. @throws Error with what it said where it fails. */
  git(below: string, ...words: string[]): string
  write(file: string, content: string | Uint8Array): string
  remove(): void
}

export function createWorkFolder(): WorkFolder {
  const path = scratchFolder()
  return {
    path,
    git(below, ...words) {
      const settings = [
        '-c',
        'init.defaultBranch=main',
        '-c',
        'gc.auto=0',
        '-c',
        'protocol.file.allow=always',
      ]
      const { status, stdout, stderr } = spawnSync('git', [...settings, ...words], {
        cwd: join(path, below),
        env: environment(path),
        encoding: 'utf8',
        maxBuffer: 1e9,
      })
      if (status !== 0) throw new Error(`git ${words.join(' ')}: ${status} ${stderr}`)
      return stdout
    },
    write(file, content) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), content)
      return join(path, file)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Makes a repository with some commits on two branches, a merge, and both kinds of tags. */
export function makeRepository(work: WorkFolder, name: string): void {
  const git = (...words: string[]) => work.git(name, ...words)
  const commit = (file: string, content: string, message: string) => {
    work.write(`${name}/${file}`, content)
    git('add', '-A')
    git('commit', '-q', '-m', message)
  }
  work.write(`${name}/README.md`, '# Website\n')
  git('init', '-q')
  commit('src/main.c', 'int main() { return 0; }\n', 'First')
  git('tag', 'light')
  git('checkout', '-q', '-b', 'topic')
  commit('src/other.c', `${'int other;\n'.repeat(200)}`, 'Other')
  git('checkout', '-q', 'main')
  commit('src/main.c', 'int main() { return 1; }\n', 'Second')
  git('merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic')
  git('tag', '-a', '-m', 'One', 'v1.0')
}
