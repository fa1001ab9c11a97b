import { joinBytes } from '../join-bytes.ts'
import { markPacket, packet, sideBand } from './pkt-line.ts'
import type { PushRequest } from './push-request.ts'

/** The result of a push. */
export interface PushReport {
  /** Why the objects were rejected; undefined where they were accepted. */
  readonly unpackError?: string | undefined
  /** The result of each ref; an update without a problem succeeded. */
  readonly refs: readonly { readonly ref: string; readonly problem: string | undefined }[]
  /** The lines that git shows to its user. */
  readonly shown: readonly string[]
}

const encoder = new TextEncoder()
/** In characters: a name that is not UTF-8 takes up to three times as many bytes, which would exceed a line. */
const MAX_NAME = 20_000

/** Returns the response to a push, as far as the client requested a report (gitprotocol-pack(5), "Report Status"). */
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
