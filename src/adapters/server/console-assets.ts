/** The built console: the entry points of its page, and every file by name. */
export interface ConsoleAssets {
  readonly page: {
    readonly main: string
    readonly theme: string
    readonly style: string
    /** The modules that the main module imports. */
    readonly preloaded: readonly string[]
  }
  readonly files: Readonly<Record<string, { readonly type: string; readonly text: string }>>
}
