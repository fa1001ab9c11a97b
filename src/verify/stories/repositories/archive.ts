import { unpackTar } from 'modern-tar'
import { story } from '../../story/story.ts'

/** `getArchive`: the files of a commit. Which format an archive has is left open. */
export const archive = story('the archive', { about: ['Repositories'] }, async (t) => {
  const jane = await t.user()
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
      if (!files) return t.leftOpen('getArchive', 'content', 'it is no tar archive')
      const aspect = what === 'a commit' ? 'parameter:sha' : 'content'
      t.expect(
        answer,
        aspect,
        `The archive of ${what} holds every file with its content.`,
      ).sameMembers(files, [
        ['README.md', readme],
        ['lib/größe.txt', 'size\n'],
      ])
    })
  }
})

type File = readonly [path: string, content: string]

/** The files of a tar archive, gzipped or not, below the folder that holds them all. */
async function filesOf(bytes: Uint8Array): Promise<File[] | undefined> {
  try {
    const entries = await unpackTar(bytes[0] === 0x1f ? await gunzip(bytes) : bytes)
    return entries.flatMap(({ header, data }) => {
      if (header.type !== 'file') return []
      const path = header.name.slice(header.name.indexOf('/') + 1)
      return [[path, new TextDecoder().decode(data ?? new Uint8Array())] as const]
    })
  } catch {
    return undefined
  }
}

async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
