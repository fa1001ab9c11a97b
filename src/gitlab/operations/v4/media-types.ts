/** Of the files that jobs leave behind; IANA's registry has more. */
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

/** The media type that the name of a file stands for. */
export function mediaTypeOf(path: string): string {
  const suffix = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return types[suffix] ?? 'application/octet-stream'
}
