import { joinBytes } from '../join-bytes.ts'
import { markPacket, packet, sideBand } from './pkt-line.ts'
import type { PushRequest } from './push-request.ts'

/** What became of a push. */
export interface PushReport {
  /** Why the objects were not taken; undefined where they were. */
  readonly unpackError?: string | undefined
  /** What became of each ref; without a problem it stands where it should. */
  readonly refs: readonly { readonly ref: string; readonly problem: string | undefined }[]
  /** What whoever pushed is shown, line by line. */
  readonly shown: readonly string[]
}

const encoder = new TextEncoder()
/** In characters: a name that is no UTF-8 is read as one of three times as many bytes, which no line holds. */
const MAX_NAME = 20_000

/** The answer to a push, as far as the client asked for one (gitprotocol-pack(5), "Report Status"). */
export function writePushReport(
  { capabilities }: Pick<PushRequest, 'capabilities'>,
  { unpackError, refs, shown }: PushReport,
): Uint8Array<ArrayBuffer> {
  const wantsReport = capabilities.has('report-status') || capabilities.has('report-status-v2')
  const report = [
    packet(`unpack ${unpackError ?? 'ok'}`),
    ...refs.map(({ ref, problem }) =>
      packet(problem ? `ng ${ref.slice(0, MAX_NAME)} ${problem}` : `ok ${ref}`),
    ),
    markPacket('flush'),
  ]
  const status = wantsReport ? joinBytes(report) : new Uint8Array()
  if (!capabilities.has('side-band-64k')) return status as Uint8Array<ArrayBuffer>
  const text = shown.map((line) => `${line}\n`).join('')
  return joinBytes([
    ...sideBand(2, encoder.encode(text)),
    ...sideBand(1, status),
    markPacket('flush'),
  ])
}
