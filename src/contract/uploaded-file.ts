/** A file that came in a multipart form. Its bytes are no field: whoever writes down what was given leaves them out. */
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

  /** As the text that it is where a text is asked for. */
  text(): string {
    return new TextDecoder().decode(this.#bytes)
  }
}
