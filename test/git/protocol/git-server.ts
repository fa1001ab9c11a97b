import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { ObjectDatabase } from '../../../src/git/objects/database.ts'
import { reachableObjects } from '../../../src/git/objects/reachable.ts'
import { advertisement, protocolVersion } from '../../../src/git/protocol/advertisement.ts'
import type { ServedRepository } from '../../../src/git/protocol/served-repository.ts'
import { uploadPack } from '../../../src/git/protocol/upload-pack.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { environment } from '../git-program.ts'

/** A repository as it is served alone: all that its refs lead to. */
export function servedAlone(objects: ObjectDatabase, repository: Repository): ServedRepository {
  const held = new Set<string>()
  for (const { id } of reachableObjects(objects, repository.refs.values())) held.add(id)
  return { ...repository, objects, holds: (id) => held.has(id) }
}

/** A server of one repository that may change. */
export interface GitServer {
  readonly url: string
  repository: ServedRepository
  /** The bodies of the requests since they were read last. */
  readonly requests: string[]
  close(): void
}

/** Serves fetches, and nothing else, below any address. */
export async function serveGit(repository: ServedRepository): Promise<GitServer> {
  const served = { repository, requests: [] as string[] }
  const server = createServer(async (request, response) => {
    const version = protocolVersion(request.headers['git-protocol']?.toString() ?? null)
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement')
      response.end(advertisement(served.repository, 'git-upload-pack', version))
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const body = isPacked ? gunzipSync(sent) : sent
    served.requests.push(body.toString())
    response.setHeader('Content-Type', 'application/x-git-upload-pack-result')
    for (const piece of uploadPack(served.repository, body, { version, notices: [] })) {
      response.write(piece)
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(served, {
    url: `http://127.0.0.1:${port}/project.git`,
    close: () => void server.close(),
  })
}

const runProgram = promisify(execFile)

/** Runs git in a folder, by a version of the protocol, and gives what it prints. */
export async function gitIn(folder: string, version: number, ...words: readonly string[]) {
  return (await runGit(folder, version, words)).stdout
}

/** The same with what it says beside it. */
export function runGit(folder: string, version: number, words: readonly string[]) {
  const named = { 'protocol.version': version, 'gc.auto': 0, 'init.defaultBranch': 'x' }
  const settings = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { cwd: folder, env: environment(folder), maxBuffer: 2 ** 28 }
  return runProgram('git', [...settings, ...words], options)
}

/** Serves what lies in a folder by git's own `http-backend`, below any address. */
export async function serveByGit(path: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
    const { headers } = request
    const program = spawn('git', ['http-backend'], {
      env: {
        ...environment(path),
        GIT_PROJECT_ROOT: path,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname.replace('/project.git', ''),
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: headers['content-type'] ?? '',
        CONTENT_LENGTH: headers['content-length'],
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        GIT_PROTOCOL: headers['git-protocol']?.toString() ?? '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    request.pipe(program.stdin)
    // What git says before it has read a request to its end.
    program.stdin.on('error', () => {})
    const chunks: Buffer[] = []
    program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    program.stdout.on('end', () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      for (const line of all.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ')
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.end(all.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/project.git`, close: () => void server.close() }
}
