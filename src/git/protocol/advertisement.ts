import { joinBytes } from '../join-bytes.ts'
import { markPacket, packet } from './pkt-line.ts'
import { type ServedRepository, shownReferences } from './served-repository.ts'

/** The services of a git server (gitprotocol-http(5)). */
export type GitService = 'git-upload-pack' | 'git-receive-pack'

/** The versions of the protocol; pushes do not have version 2. */
export type ProtocolVersion = 0 | 1 | 2

/** Returns the highest version that the header Git-Protocol requests. */
export function protocolVersion(header: string | null): ProtocolVersion {
  const asked = (header ?? '').split(':').map((part) => part.trim())
  if (asked.includes('version=2')) return 2
  return asked.includes('version=1') ? 1 : 0
}

const agent = 'agent=git/forgery'

const uploadCapabilities = [
  'multi_ack',
  'thin-pack',
  'side-band',
  'side-band-64k',
  'ofs-delta',
  'shallow',
  'deepen-since',
  'deepen-not',
  'deepen-relative',
  'no-progress',
  'include-tag',
  'multi_ack_detailed',
  'allow-tip-sha1-in-want',
  'allow-reachable-sha1-in-want',
  'no-done',
]

const receiveCapabilities = [
  'report-status',
  'report-status-v2',
  'delete-refs',
  'side-band-64k',
  'quiet',
  'atomic',
  'ofs-delta',
  'push-options',
  'object-format=sha1',
  agent,
]

/** The capabilities of the server in version 2 (gitprotocol-v2(5), "Capability Advertisement"). */
const capabilitiesOfVersion2 = [
  'version 2',
  agent,
  'ls-refs=unborn',
  'fetch=shallow wait-for-done filter',
  'server-option',
  'object-format=sha1',
]

/** Returns the response to `GET info/refs` (gitprotocol-http(5), "Smart Server Response"). */
export function advertisement(
  repository: ServedRepository,
  service: GitService,
  version: ProtocolVersion,
): Uint8Array<ArrayBuffer> {
  const lines = [packet(`# service=${service}`), markPacket('flush')]
  if (service === 'git-upload-pack' && version === 2) {
    lines.push(...capabilitiesOfVersion2.map((line) => packet(line)))
  } else {
    if (version === 1) lines.push(packet('version 1'))
    lines.push(...referenceLines(repository, service))
  }
  return joinBytes([...lines, markPacket('flush')])
}

/** Iterates over the lines of refs with their ids; the first one has the capabilities of the server. */
function* referenceLines(repository: ServedRepository, service: GitService): Generator<Uint8Array> {
  const isUpload = service === 'git-upload-pack'
  const all = shownReferences(repository)
  const shown = isUpload ? all : all.filter(({ name }) => name !== 'HEAD' && !isHidden(name))
  const symbolic = shown.filter(({ target }) => target !== undefined)
  const capabilities = isUpload
    ? [
        ...uploadCapabilities,
        ...symbolic.map(({ name, target }) => `symref=${name}:${target}`),
        'filter',
        'object-format=sha1',
        agent,
      ]
    : receiveCapabilities
  let suffix = `\0${capabilities.join(' ')}`
  for (const { name, id, peeled } of shown) {
    yield packet(`${id} ${name}${suffix}`)
    suffix = ''
    if (isUpload && peeled !== undefined) yield packet(`${peeled} ${name}^{}`)
  }
  if (shown.length === 0) yield packet(`${'0'.repeat(40)} capabilities^{}${suffix}`)
}

/** Whether a ref is internal to the service: it can be fetched by name, but not pushed. */
export function isHidden(name: string): boolean {
  return /^refs\/(?:merge-requests|keep-around|pipelines|environments|tmp|remotes)\//.test(name)
}
