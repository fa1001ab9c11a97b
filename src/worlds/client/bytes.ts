/** The one thing that JSON cannot hold are the bytes of artifacts: they travel as Base64. */

interface BytesAsText {
  readonly artifacts?: { readonly bytes: Uint8Array } | null | undefined
}

/** A report as it is sent. */
export function writeBytes<Report extends BytesAsText>(report: Report) {
  if (!report.artifacts) return report
  const { bytes } = report.artifacts
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { ...report, artifacts: { ...report.artifacts, bytes: btoa(text) } }
}

/** A build as it came, with its bytes again. */
export function readBytes<Build extends BytesAsText>(build: Build): Build {
  const bytes: unknown = build.artifacts?.bytes
  if (typeof bytes !== 'string') return build
  const read = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
  return { ...build, artifacts: { ...build.artifacts, bytes: read } }
}
