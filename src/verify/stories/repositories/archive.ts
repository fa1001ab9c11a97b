import { unpackTar } from 'modern-tar'
import { story } from '../../story/story.ts'

/** `getArchive`: the files of a commit. Which format an archive has is left open. */
export const archive = story('the archive', { about: ['Repositories'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'README.md': 'first\n', 'lib/größe.txt': 'size\n' },
  })
  const { body: first } = await jane.call('getCommit', { id, sha: 'master' })
  await jane.call('updateFile', {
    id,
    file_path: 'README.md',
    branch_name: 'master',
    content: 'second\n',
    commit_message: 'Second',
  })

  for (const [what, parameters, readme] of [
    ['the default branch', {}, 'second\n'],
    ['a commit', { sha: first?.id ?? '' }, 'first\n'],
  ] as const) {
    await t.chapter(what, async () => {
      const answer = await jane.call('getArchive', { id, ...parameters })
      const files = await filesOf(answer.bytes)
      if (files === 'another format') {
        return t.leftOpen('getArchive', 'content', 'it is no tar archive')
      }
      const aspect = what === 'a commit' ? 'parameter:sha' : 'content'
      const rule = `The archive of ${what} is whole and holds every file with its content.`
      t.expect(answer, aspect, rule).sameMembers(files === 'incomplete' ? undefined : files, [
        ['README.md', readme],
        ['lib/größe.txt', 'size\n'],
      ])
    })
  }
})

type File = readonly [path: string, content: string]

/** The files of a tar archive, gzipped or not, below the folder that holds them all. */
async function filesOf(
  bytes: Uint8Array,
): Promise<readonly File[] | 'incomplete' | 'another format'> {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const tar = isGzipped ? await gunzip(bytes) : bytes
    if (!isTar(tar)) return 'another format'
    return (await unpackTar(tar)).flatMap(({ header, data }) => {
      if (header.type !== 'file') return []
      const path = header.name.slice(header.name.indexOf('/') + 1)
      return [[path, new TextDecoder().decode(data ?? new Uint8Array())] as const]
    })
  } catch {
    return 'incomplete'
  }
}

/** POSIX.1-1988 and later: the word `ustar` at byte 257 of the first header. */
function isTar(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(257, 262)) === 'ustar'
}

async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
