import { unpackTar } from 'modern-tar'

type File = readonly [path: string, content: string]

/** Returns the files of a tar archive, gzipped or not, below its top folder. */
export async function filesOfArchive(
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

/** Whether the bytes are a tar archive (POSIX.1-1988 and later): the first header has `ustar` at byte 257. */
function isTar(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(257, 262)) === 'ustar'
}

async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
