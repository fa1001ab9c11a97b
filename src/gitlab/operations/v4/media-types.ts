/** The media types of common artifacts; IANA's registry has more. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** Returns the media type of a file name. */
export function mediaTypeOf(path: string): string {
  const suffix = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return types[suffix] ?? 'application/octet-stream'
}
