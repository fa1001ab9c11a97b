/** A file of a multipart form. Its bytes are no property, so that they are left out where parameters are logged. */
export class UploadedFile {
  readonly name: string
  readonly size: number
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(name: string, bytes: Uint8Array<ArrayBuffer>) {
    this.name = name
    this.size = bytes.length
    this.#bytes = bytes
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes
  }

  /** The file as text, where the parameter is a string. */
  text(): string {
    return new TextDecoder().decode(this.#bytes)
  }
}
