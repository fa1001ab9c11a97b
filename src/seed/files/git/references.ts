import type { ObjectId } from '../../../git/objects/objects.ts'
import { checkReferenceName } from '../../../git/reference-name.ts'
import type { RepositoryFolder } from './repository-folder.ts'

/** The refs of a repository. */
export interface References {
  /** The branch that HEAD points to, or its substitute. */
  readonly head: string | undefined
  /** Branches and tags, by their full names. */
  readonly refs: ReadonlyMap<string, ObjectId>
}

/** The folders of refs that are imported. Others, such as those of remotes, belong to the worktree. */
const FOLDERS = ['refs/heads', 'refs/tags']
/** The longest chain of symbolic refs that git follows (gitrevisions). */
const MAX_STEPS = 5

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/**
 * Reads the branches and tags of a repository: packed refs, and loose ones, which override them.
 * @throws Error where one cannot be read, or has an invalid name.
 */
export function readReferences(folder: RepositoryFolder): References {
  const written = new Map<string, string>()
  for (const line of text(folder.read('packed-refs') ?? new Uint8Array()).split('\n')) {
    const [, id, name] = /^([0-9a-f]+) (\S+)$/.exec(line) ?? []
    if (id !== undefined && name !== undefined) written.set(name, id)
  }
  for (const each of FOLDERS) readLoose(folder, each, written)
  const refs = new Map<string, ObjectId>()
  for (const name of written.keys()) {
    if (!FOLDERS.some((each) => name.startsWith(`${each}/`))) continue
    const reason = checkReferenceName(name.split('/').slice(2).join('/'))
    if (reason !== undefined) throw new Error(`of ${name}: ${reason}`)
    const id = resolve(name, written)
    // Git skips a ref that points to nothing.
    if (id !== undefined) refs.set(name, id)
  }
  return { head: headOf(folder, refs), refs }
}

function readLoose(folder: RepositoryFolder, path: string, written: Map<string, string>): void {
  for (const entry of folder.list(path)) {
    const name = `${path}/${entry.name}`
    // The lock file of a git process that is writing.
    if (name.endsWith('.lock')) continue
    if (entry.isDirectory()) readLoose(folder, name, written)
    else if (entry.isFile()) written.set(name, text(folder.read(name) ?? new Uint8Array()).trim())
    else throw new Error(`${name} is a link, and no file that git writes`)
  }
}

function resolve(name: string, written: ReadonlyMap<string, string>): ObjectId | undefined {
  let value = written.get(name)
  for (let step = 0; value?.startsWith('ref: '); step += 1) {
    if (step === MAX_STEPS) throw new Error(`${name} leads over more than ${MAX_STEPS} names`)
    value = written.get(value.slice('ref: '.length).trim())
  }
  if (value === undefined || /^[0-9a-f]{40}$/.test(value)) return value
  throw new Error(`${name} does not hold the id of an object`)
}

/** Returns the branch of HEAD. Where HEAD is detached or its branch is missing: `main`, `master` or the first one. */
function headOf(folder: RepositoryFolder, refs: ReadonlyMap<string, ObjectId>): string | undefined {
  const head = text(folder.readOwn('HEAD') ?? new Uint8Array())
  const [, named] = /^ref: refs\/heads\/(\S+)\s*$/.exec(head) ?? []
  const branches = [...refs.keys()]
    .filter((name) => name.startsWith('refs/heads/'))
    .map((name) => name.slice('refs/heads/'.length))
    .sort()
  if (named !== undefined && (branches.includes(named) || branches.length === 0)) return named
  return ['main', 'master'].find((name) => branches.includes(name)) ?? branches[0]
}
