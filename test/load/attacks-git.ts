import { commit, idOf, NO_ID, pack, pushBody, tree, whole } from '../git-clients/written-pack.ts'
import { type Attack, type Call, upTo } from './attacks.ts'

/** Attacks on what git asks for. */

const site = '/jane/site.git'

/** Pushes one commit of a folder with so many files, as a branch. */
function pushOf(files: readonly string[], branch: string): Call {
  const folder = Buffer.concat(
    files.map((content, index) =>
      tree('100644', String(index).padStart(6, '0'), idOf('blob', content)),
    ),
  )
  const text = commit(idOf('tree', folder))
  const packed = pack([
    ...files.map((content) => whole('blob', content)),
    whole('tree', folder),
    whole('commit', text),
  ])
  const body = pushBody([[NO_ID, idOf('commit', text), `refs/heads/${branch}`]], packed)
  const path = `${site}/git-receive-pack`
  return { method: 'POST', path, body: new Uint8Array(body), isGit: true }
}

export const attacksOfGit: readonly Attack[] = [
  {
    name: 'a push of what inflates to a thousand times as much',
    calls: () => [pushOf(['a'.repeat(95_000_000)], 'large')],
  },
  {
    name: 'a push of 100,000 files in a folder',
    calls: () => [pushOf(upTo(100_000).map(String), 'many')],
  },
  {
    name: 'refs of a repository with 20,000, for git',
    calls: () =>
      ['upload', 'receive'].map((kind) => ({
        method: 'GET',
        path: `/jane/refs.git/info/refs?service=git-${kind}-pack`,
        isGit: true,
      })),
  },
]
