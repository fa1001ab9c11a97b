import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ended, ServedForge, Workshop } from './served-forge.ts'

/**
 * Two remotes that hold the same, a project of a forge and a repository that git itself serves, and a clone of each: what
 * is done to the one is done to the other, and both ends have to be alike after it.
 */
export interface Twins {
  /** Runs git in both clones. The results are those of the forge and of git itself. */
  both(...words: string[]): Promise<readonly [forge: Ended, git: Ended]>
  /** What can be seen of both ends, of the forge and of git itself. */
  states(): Promise<readonly [forge: State, git: State]>
  /** Writes a file in both clones. */
  write(file: string, content: string): void
}

interface State {
  readonly remote: string
  readonly refs: string
  readonly objects: string
  readonly shallow: string
  readonly check: string
}

export interface TwinOptions {
  readonly workshop: Workshop
  readonly served: ServedForge
  readonly project: string
  readonly user: string
  /** Where git's own server has the other one. */
  readonly other: string
  readonly protocol: 0 | 2
  /** A name for the clones. */
  readonly name: string
  readonly cloneWith: readonly string[]
}

const SIDES = ['forge', 'git'] as const

/** Undefined where neither can be cloned so. */
export async function cloneTwins(options: TwinOptions): Promise<Twins | undefined> {
  const { workshop, served, project, user, other, protocol, name, cloneWith } = options
  const remotes = { forge: served.address(project, user), git: other }
  const version = ['-c', `protocol.version=${protocol}`]
  const inBoth = (work: (side: (typeof SIDES)[number]) => Promise<Ended>) =>
    Promise.all([work('forge'), work('git')])
  const clones = await inBoth((side) =>
    workshop.try('.', [...version, 'clone', '-q', ...cloneWith, remotes[side], `${name}-${side}`]),
  )
  expectAlike(['clone', ...cloneWith], clones)
  if (clones.some(({ status }) => status !== 0)) return undefined

  async function stateOf(side: (typeof SIDES)[number]): Promise<State> {
    const clone = `${name}-${side}`
    const git = async (...words: string[]) =>
      (await workshop.try(clone, [...version, ...words])).out
    const folder = (await git('rev-parse', '--absolute-git-dir')).trim()
    const shallow = join(folder, 'shallow')
    return {
      remote: await git('ls-remote', '--symref', 'origin'),
      refs: await git('for-each-ref', '--format=%(refname) %(objectname) %(symref)'),
      objects: sorted(await git('rev-list', '--objects', '--all', '--no-object-names')),
      shallow: existsSync(shallow) ? sorted(readFileSync(shallow, 'utf8')) : '',
      check: (
        await workshop.try(clone, ['fsck', '--strict', '--no-dangling', '--full'])
      ).err.trim(),
    }
  }

  return {
    async both(...words) {
      const ended = await inBoth((side) => workshop.try(`${name}-${side}`, [...version, ...words]))
      expectAlike(words, ended)
      return ended
    },
    states: () => Promise.all([stateOf('forge'), stateOf('git')]),
    write(file, content) {
      for (const side of SIDES) workshop.write(`${name}-${side}/${file}`, content)
    },
  }
}

const sorted = (lines: string) => lines.split('\n').sort().join('\n')

/** A command that does for the one has to do for the other; what each says may differ. */
function expectAlike(words: readonly string[], [forge, git]: readonly [Ended, Ended]): void {
  if ((forge.status === 0) === (git.status === 0)) return
  throw new Error(
    `git ${words.join(' ')}\nof the forge: ${forge.status} ${forge.err}\nof git itself: ${git.status} ${git.err}`,
  )
}
